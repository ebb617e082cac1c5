import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// What callgrind writes, as version 3.19 of Debian 12 wrote it.
@Suite struct CallgrindCountTests {
  private static let file = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    pid: 28110
    cmd:  ./t
    part: 1


    desc: I1 cache: 
    desc: Trigger: Client Request

    positions: line
    events: Ir
    summary: 6000025


    ob=(1) /tmp/cg/t
    fl=(1) /tmp/cg/t.c
    fn=(1) work
    8 6000025

    totals: 6000025

    """

  @Test func `the total count is read from a file of callgrind`() {
    #expect(CallgrindCount(Self.file)?.instructions == 6_000_025)
    #expect(CallgrindCount("totals: 0\n\n")?.instructions == 0)
    #expect(CallgrindCount("totals: 9223372036854775807\n")?.instructions == .max)
  }

  @Test(arguments: [
    "", "\n", "totals:\n", "totals: \n", "totals: -1\n", "totals: 1 2\n", "totals: 12",
    "totals: 9223372036854775808\n", "summary: 5\n", "totals: 5\nfn=(2) more\n", " totals: 5\n",
  ])
  func `a file without a complete total at its end has no count`(text: String) {
    #expect(CallgrindCount(text) == nil)
  }

  @Test func `a file that is cut off anywhere has no count or the right one`() {
    for length in 0..<Self.file.count {
      let count = CallgrindCount(Self.file.prefix(length))
      #expect(count == nil || count?.instructions == 6_000_025, "\(length)")
    }
  }

  @Test func `a missing file of callgrind is reported with its path`() {
    let file = FilePath("/nowhere/12.1")
    #expect(
      throws: RunFailure(
        reason: .notMeasured, message: "callgrind left no complete count in /nowhere/12.1.")
    ) { try CallgrindCount(file: file) }
  }
}
