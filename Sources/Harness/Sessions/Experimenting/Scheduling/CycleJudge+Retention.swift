import Analysis
import Recording
import Running

extension CycleJudge {
  /// Judges retention: a few cycles, and more if these show growth.
  static let retention: CycleJudge = {
    let rule = CycleRule()
    return CycleJudge(first: rule.first, next: { try rule.next(after: $0, elapsed: $1) }) { run in
      // Too few cycles give no measurement, which a gate reports.
      let retention = run.cycles.flatMap { try? Retention($0, story: run.story, build: run.build) }
      return retention?.measurements ?? [:]
    }
  }()
}
