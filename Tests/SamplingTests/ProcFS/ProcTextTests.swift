import Sampling
import SystemPackage
import Testing

struct ProcTextTests {
  @Test func `a key counts only at the start of a line`() throws {
    let text = "xVmHWM: 1\n VmHWM: 2\nVmHWM:3\nVmHWM: 4\n"
    #expect(try parsed(text) { $0.numberIfPresent(after: "VmHWM:") } == 3)
  }

  @Test(arguments: ["VmHWM:", "VmHWM: \n1", "VmHWM: x", "VmHWM: -", "VmHW", "", "VmRSS: 1"])
  func `a key without a number after it gives no number`(_ text: String) throws {
    #expect(try parsed(text) { $0.numberIfPresent(after: "VmHWM:") } == nil)
  }

  @Test(arguments: [
    ("1 2 3 4", [Int64(1), 2, 3]), ("  1\t-2  3x", [1, -2, 3]), ("1 2\n3", [1, 2]), ("1 x 3", [1]),
    ("", []), ("-", []), ("1-2", [1, -2]),
  ])
  func `numbers are separated by blanks, up to the end of the line`(
    _ text: String, _ numbers: [Int64]
  ) throws {
    #expect(try parsed(text) { $0.numbers(count: 3) } == numbers)
  }

  @Test func `there are no numbers beyond the end of the text`() throws {
    #expect(try parsed("1") { $0.numbers(from: 7, count: 3) } == [])
  }

  @Test func `the last occurrence of a byte is found`() throws {
    #expect(try parsed("a)b)c") { $0.offset(afterLast: ")") } == 4)
    #expect(try parsed("abc") { $0.offset(afterLast: ")") } == nil)
  }
}
