import DriverProtocol
import SystemPackage
import Testing

@testable import Sampling

struct MemoryMapTests {
  private func map(_ text: String, leavingOut name: String = "-") -> MemoryMap {
    text.withCString { start in
      MemoryMap(
        ProcText(bytes: UnsafeRawBufferPointer(start: start, count: text.utf8.count), path: "smaps")
      ) { $0.hasSuffix(name) }
    }
  }

  private func mapping(_ head: String, _ kilobytes: Int, flags: String = "rd wr") -> String {
    "\(head)\nSize:  9999 kB\nRss:   \(kilobytes) kB\nPss:   1 kB\nVmFlags: \(flags) \n"
  }

  @Test func `files, stacks and anonymous memory are distinguished by the name of their mapping`() {
    let map = map(
      mapping("00400000-00500000 r-xp 00000000 fe:00 77   /opt/my app", 100)
        + mapping("00600000-00700000 rw-p 00000000 00:00 0    [heap]", 2000)
        + mapping("7f000000-7f100000 rw-p 00000000 00:00 0", 300)
        + mapping("7f200000-7f300000 rw-s 00000000 00:01 9    /memfd:x (deleted)", 40)
        + mapping("7ff00000-7ff10000 rw-p 00000000 00:00 0    [stack]", 5))
    #expect(map.files == Bytes(kilobytes: 140))
    #expect(map.anonymous == Bytes(kilobytes: 2300))
    #expect(map.stacks == Bytes(kilobytes: 5))
  }

  @Test func `a thread's stack is recognised by its flag, or by the guard below it`() {
    let flagged = map(
      mapping("7f000000-7f800000 rw-p 00000000 00:00 0", 64, flags: "rd wr mr mw me nh"))
    #expect(flagged.stacks == Bytes(kilobytes: 64) && flagged.anonymous == 0)
    let guarded = map(
      mapping("7efff000-7f000000 ---p 00000000 00:00 0", 0)
        + mapping("7f000000-7f800000 rw-p 00000000 00:00 0", 64))
    #expect(guarded.stacks == Bytes(kilobytes: 64) && guarded.anonymous == 0)
  }

  @Test
  func `neither memory reserved by an allocator nor a distant mapping counts as a stack's guard`() {
    for below in ["7b000000-7f000000", "7eff0000-7eff1000"] {
      let map = map(
        mapping("\(below) ---p 00000000 00:00 0", 0)
          + mapping("7f000000-7f800000 rw-p 00000000 00:00 0", 64))
      #expect(map.anonymous == Bytes(kilobytes: 64) && map.stacks == 0)
    }
  }

  @Test func `a rollup has resident, proportional, unshared and swapped memory`() throws {
    let head = "561329078000-7ffd2de35000 ---p 00000000 00:00 0                          [rollup]"
    let text = """
      \(head)
      Rss:                1744 kB
      Pss:                 248 kB
      Pss_Dirty:           108 kB
      Private_Clean:        40 kB
      Private_Dirty:       110 kB
      Swap:                900 kB
      SwapPss:             300 kB
      Locked:                0 kB

      """
    let rollup = try parsed(text, MemoryRollup.init)
    #expect(rollup.resident == Bytes(kilobytes: 1744))
    #expect(rollup.proportional == Bytes(kilobytes: 248))
    #expect(rollup.unshared == Bytes(kilobytes: 150))
    #expect(rollup.swapped == Bytes(kilobytes: 300))
    let older = text.replacing("SwapPss", with: "Other")
    #expect(try parsed(older, MemoryRollup.init).swapped == 0)
  }

  @Test func `a file can be left out, and a text without mappings counts no memory`() {
    let text = mapping("00400000-00500000 r-xp 00000000 fe:00 77   /lib/counter.so", 100)
    #expect(map(text, leavingOut: "counter.so").files == 0)
    #expect(map("no\nmapping at all\nRss: 5 kB\n\0-0 x\n") == map(""))
  }
}
