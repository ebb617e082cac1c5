import ProcFS
import SystemPackage
import Testing

struct SystemFileTests {
  private func malformed(_ missing: String) -> ProcFSError {
    .malformed(path: "/t", missing: missing)
  }

  @Test func `stat's first line is the time of all CPUs; waiting and stolen time are not work`()
    throws
  {
    let text = """
      cpu  10132153 290696 3084719 46828483 16683 1000 25195 175628 7 8
      cpu0 5066076 145348 1542359 23414241 8341 500 12597 87814 3 4
      intr 199292

      """
    let busy = try parsed(text, SystemTime.init).busyTicks
    #expect(busy == 10_132_153 + 290_696 + 3_084_719 + 1000 + 25_195)
  }

  @Test(arguments: ["", "cpu", "cpu  1 2 3 4 5 6\ncpu0 1 2 3 4 5 6 7\n", "intr 1 2 3 4 5 6 7 8\n"])
  func `stat without the time of all CPUs is refused`(_ text: String) {
    #expect(throws: malformed("cpu softirq")) { try parsed(text, SystemTime.init) }
  }

  @Test func `times that overflow do no harm`() throws {
    let huge = "9223372036854775807"
    let text = "cpu  \(huge) \(huge) 2 0 0 0 0\n"
    #expect(try parsed(text, SystemTime.init).busyTicks == 0)
  }

  @Test func `meminfo holds what there is and what is to be had`() throws {
    let text = """
      MemTotal:       32619236 kB
      MemFree:         1234567 kB
      MemAvailable:   20480000 kB
      Buffers:          100000 kB

      """
    let memory = try parsed(text, SystemMemory.init)
    #expect(memory.totalKilobytes == 32_619_236)
    #expect(memory.availableKilobytes == 20_480_000)
  }

  @Test func `meminfo of a kernel before 3.14 is refused`() {
    #expect(throws: malformed("MemAvailable:")) {
      try parsed("MemTotal: 1 kB\nMemFree: 1 kB\n", SystemMemory.init)
    }
  }
}
