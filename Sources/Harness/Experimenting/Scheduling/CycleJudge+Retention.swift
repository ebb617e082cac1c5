import Analysis
import Running

extension CycleJudge {
  /// Judges retention: a few cycles, and more if these show growth.
  static let retention: CycleJudge = {
    let rule = CycleRule()
    return CycleJudge(first: rule.first, next: { try rule.next(after: $0, elapsed: $1) }) {
      series in
      // With too few cycles there is no measurement, and a gate reports that.
      (try? Retention(series, story: "", build: ""))?.measurements ?? [:]
    }
  }()
}
