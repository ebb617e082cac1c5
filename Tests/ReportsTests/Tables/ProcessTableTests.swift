import DriverProtocol
import Tables
import Testing

@testable import Reports

struct ProcessTableTests {
  @Test func `a peak that was not measured is no peak of zero, and equals are not called less`()
    throws
  {
    let table = try Table.processes(
      [
        (1, 0, "a", Cost(cpu: .milliseconds(2), peakMemory: Bytes(3_000_000))),
        (2, 1, "b", Cost(cpu: .milliseconds(1))), (3, 1, "c", Cost(cpu: .milliseconds(1))),
      ], limit: 2)
    let rows = table.sections.flatMap(\.rows)
    #expect(rows.count == 2 && rows[1][4] == .missing("not measured"))
    #expect(table.notes == ["Left out: 1 process, none with more CPU time than these."])
  }
}
