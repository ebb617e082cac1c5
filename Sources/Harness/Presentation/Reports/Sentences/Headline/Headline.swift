import Analysis
import Metrics
import Recording
import Statistics
import Tables

/// The outcome of a comparison, in sentences.
public enum Headline {
  /// One sentence per metric: the change over all stories with its interval, that none is shown after
  /// adjustment for all comparisons, or why there is no value. Imports never have one, and so have no
  /// sentence.
  public static func sentences(_ comparison: Comparison, metrics: [Metric]) -> [String] {
    statements(comparison, metrics: metrics).map(\.sentence)
  }

  /// The same statements in parts.
  public static func statements(_ comparison: Comparison, metrics: [Metric]) -> [Statement] {
    guard comparison.isPaired else { return [] }
    return metrics.compactMap { metric in
      guard let ratio = comparison.overall[metric] else { return nil }
      let subject =
        "\(metric.title) of '\(comparison.candidate)' against '\(comparison.baseline)', "
        + "over all stories"
      switch ratio {
      case .success(let ratio): return change(ratio, of: metric, subject)
      case .failure(let reason):
        return Statement(metric, subject, value: "not available: \(reason.description)")
      }
    }
  }

  /// Returns what a comparison shows, in one sentence about all metrics, what is worse first; nil if there is
  /// nothing to say.
  public static func sentence(_ comparison: Comparison, metrics: [Metric]) -> String? {
    let all = statements(comparison, metrics: metrics)
    let found =
      [.bad, .good].flatMap { tone in all.filter { $0.tone == tone } }
      + all.filter { ![.bad, .good].contains($0.tone) }
    guard !found.isEmpty else { return nil }
    let stories = Set(comparison.rows.map(\.story))
    let place = stories.count == 1 ? stories.first ?? "" : "over all stories"
    return "'\(comparison.candidate)' against '\(comparison.baseline)', \(place): "
      + found.map(\.clause).joined(separator: "; ") + "."
  }

  private static func change(
    _ ratio: Difference, of metric: Metric, _ subject: String
  ) -> Statement {
    let estimate = ratio.estimate
    var interval = "95 % interval \(Self.interval(estimate))"
    if case .layouts(let count, _) = ratio.evidence { interval += " over \(count) layouts" }
    func statement(
      _ value: String, change: String? = nil, remark: String? = nil,
      tone: Table.Cell.Tone = .neutral
    ) -> Statement {
      Statement(
        metric, subject, value: value, interval: interval, change: change, remark: remark,
        tone: tone)
    }
    let tooFew = TestedTogether.remark(pairs: ratio.evidence.count)
    switch ratio.finding {
    case .shown:
      return statement(
        size(estimate), change: estimate.changeWords, tone: metric.tone(of: estimate.point))
    case .layout:
      let runs = ratio.overRuns.map { "\(size($0)) that the runs show (\(Self.interval($0)))" }
      return statement(
        "no difference that holds over layouts",
        remark: runs.map { "the \($0) may be the layout of the code" }, tone: .caution)
    case .negligible: return statement("\(size(estimate)), below the noise floor")
    case .undecided:
      return statement(
        "\(size(estimate)) by itself",
        remark: tooFew ?? "not shown once all that was compared is tested together")
    case .none: return statement("no significant difference", remark: tooFew)
    }
  }

  private static func interval(_ estimate: Estimate) -> String {
    guard estimate.lower >= 2 else {
      return "\(estimate.change(estimate.lower)) % to \(estimate.change(estimate.upper)) %"
    }
    let format = estimate.format()
    return "\(format.string(for: estimate.lower)) to \(format.string(for: estimate.upper)) times"
  }

  /// As a multiple from the double on: +1115 % is hard to recognise as twelve times as much.
  private static func size(_ ratio: Estimate) -> String {
    ratio.point < 2
      ? "\(ratio.change(ratio.point)) %"
      : "\(ratio.format().string(for: ratio.point)) times as much"
  }
}

extension Metric {
  /// Returns the tone for a ratio of its measurements that differs from 1.
  func tone(of ratio: Double) -> Table.Cell.Tone {
    switch polarity {
    case .context: .neutral
    case .lowerIsBetter: ratio < 1 ? .good : .bad
    case .higherIsBetter: ratio > 1 ? .good : .bad
    }
  }
}

extension Headline {
  /// A statement in parts that a page can style separately.
  public struct Statement: Sendable, Hashable {
    /// The metric.
    public let metric: Metric
    /// The subject.
    public let subject: String
    /// The value, or that there is none.
    public let value: String
    /// The interval; nil if there is no value.
    public let interval: String?
    /// The metric and its change: `CPU time +7.6 % (6.3 to 8.9)`, `peak memory: no difference shown`.
    public let clause: String
    /// A remark on the value; nil for none.
    public let remark: String?
    /// The tone of the statement.
    public let tone: Table.Cell.Tone

    init(
      _ metric: Metric, _ subject: String, value: String, interval: String? = nil,
      change: String? = nil, remark: String? = nil, tone: Table.Cell.Tone = .neutral
    ) {
      self.metric = metric
      clause = metric.titleInSentence + (change.map { " \($0)" } ?? ": \(value)")
      self.subject = subject
      self.value = value
      self.interval = interval
      self.remark = remark
      self.tone = tone
    }

    /// The whole statement in one sentence.
    public var sentence: String {
      "\(subject): \(value)" + (interval.map { " (\($0))" } ?? "")
        + (remark.map { "; \($0)" } ?? "") + "."
    }
  }

  /// Returns what the pairs so far show, the largest change first; nil if they show nothing yet. The cells in `open`
  /// need more of them.
  public static func soFar(_ changes: [CellName: Estimate], open: [CellName]) -> String? {
    if changes.isEmpty { return nil }
    let open = Set(open)
    let largestFirst = changes.sorted { one, other in
      let sizes = (abs(one.value.point - 1), abs(other.value.point - 1))
      // Always in the same order.
      return sizes.0 == sizes.1 ? one.key.description < other.key.description : sizes.0 > sizes.1
    }
    let clauses = largestFirst.map { cell, change in
      "\(cell.subject): \(cell.metric.titleInSentence) \(change.changeWords), "
        + (open.contains(cell) ? "not decided" : "needs no more pairs")
    }
    return "So far, \(clauses.listed(atMost: maximumNamed, by: "; "))."
  }
}
