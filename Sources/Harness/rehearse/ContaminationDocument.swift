import Recording

/// What disturbed a run, as JSON; times in ns, as they were counted.
struct ContaminationDocument: Encodable {
  let verdict: Verdict
  let reason: String?
  let causes: [CauseDocument]
  let counters: Contamination
  let others: Int64?

  /// Whether it was disturbed.
  enum Verdict: String, Encodable {
    case undisturbed, disturbed, unknown
  }

  /// A counter beyond its limit.
  struct CauseDocument: Encodable {
    let cause: ContaminationCause
    let value: Double
    let limit: Double
  }

  /// Nil where nothing was recorded.
  init?(_ run: Run, by rule: ContaminationRule) {
    guard let contamination = run.contamination else { return nil }
    counters = contamination
    others = contamination.others
    switch rule.verdict(on: contamination, kind: run.kind) {
    case .undisturbed: (verdict, reason, causes) = (.undisturbed, nil, [])
    case .unknown(let reason): (verdict, self.reason, causes) = (.unknown, reason, [])
    case .disturbed(let excesses):
      verdict = .disturbed
      reason = nil
      causes = excesses.map {
        CauseDocument(cause: $0.cause, value: $0.value, limit: $0.limit)
      }
    }
  }
}
