import Analysis
import Running

extension CycleJudge {
  /// Judges what is retained: a few cycles, and more if these show growth.
  static let retention: CycleJudge = {
    let rule = CycleRule()
    return CycleJudge(first: rule.first, next: { try rule.next(after: $0, elapsed: $1) }) {
      series in
      // Of too few cycles there is no measurement, which a gate tells.
      (try? Retention(series, story: "", build: ""))?.measurements ?? [:]
    }
  }()
}
