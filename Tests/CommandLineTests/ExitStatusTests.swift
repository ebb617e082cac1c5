import Analysis
import Recording
import Testing

@testable import rehearse

struct ExitStatusTests {
  /// As FORMATS.md of the project has them.
  @Test(
    arguments: [
      (JudgementOutcome.passed, 0, 0, 0), (.inconclusive, 0, 0, 4), (.notComparable, 5, 5, 5),
      (.regression, 0, 2, 2), (.appFailed, 3, 3, 3), (.toolFailed, 1, 1, 1),
    ] as [(JudgementOutcome, Int32, Int32, Int32)])
  func `what a comparison is for decides which verdicts fail`(
    _ outcome: JudgementOutcome, _ comparison: Int32, _ check: Int32, _ strict: Int32
  ) {
    #expect(ExitStatus(outcome, of: .comparison).rawValue == comparison)
    #expect(ExitStatus(outcome, of: .check).rawValue == check)
    #expect(ExitStatus(outcome, of: .strictCheck).rawValue == strict)
  }

  @Test func `the worst of several counts, which is not the greatest code`() {
    #expect([.regression, .notComparable, .inconclusive].max() == ExitStatus.regression)
    #expect([.appFailed, .regression, .notComparable].max() == ExitStatus.appFailed)
    #expect(ExitStatus.allCases.max() == .interrupted)
  }
}
