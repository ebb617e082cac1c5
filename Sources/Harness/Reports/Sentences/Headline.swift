import Analysis
import Metrics
import Recording
import Statistics
import Tables

/// What a comparison comes to, in sentences.
public enum Headline {
  /// One sentence a metric: the change over all stories with its interval, that none is shown when all
  /// that was compared is tested together, or why there is no such figure. Imports, which have none by nature, have no sentence.
  public static func sentences(_ comparison: Comparison, metrics: [Metric]) -> [String] {
    statements(comparison, metrics: metrics).map(\.sentence)
  }

  /// The same in parts.
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
        return Statement(subject, figure: "no figure, since \(reason.description)")
      }
    }
  }

  private static func change(_ ratio: Ratio, of metric: Metric, _ subject: String) -> Statement {
    let estimate = ratio.estimate
    var interval = "95 % interval \(Self.interval(estimate))"
    if case .overLayouts(let count) = ratio.method {
      interval += " over \(count) layouts"
      if ratio.cause == .layout, let overRuns = ratio.overRuns {
        return Statement(
          subject, figure: "no difference that holds over layouts", interval: interval,
          remark:
            "the \(size(overRuns)) that the runs show (\(Self.interval(overRuns))) may be "
            + "the layout of the code", tone: .caution)
      }
    }
    if ratio.isNegligible {
      return Statement(
        subject, figure: "\(size(estimate)), too small to count", interval: interval)
    }
    guard ratio.isDifference else {
      return Statement(
        subject, figure: "no difference shown", interval: interval,
        remark: TestedTogether.remark(pairs: ratio.count))
    }
    return Statement(
      subject, figure: size(estimate), interval: interval,
      tone: metric.tone(of: estimate.point))
  }

  private static func interval(_ estimate: Estimate) -> String {
    guard estimate.lower >= 2 else {
      return "\(estimate.change(estimate.lower)) % to \(estimate.change(estimate.upper)) %"
    }
    let format = estimate.format()
    return "\(format.string(for: estimate.lower)) to \(format.string(for: estimate.upper)) times"
  }

  /// From the double on as people say it: +1115 % is not seen to be twelve times as much.
  private static func size(_ ratio: Estimate) -> String {
    ratio.point < 2
      ? "\(ratio.change(ratio.point)) %"
      : "\(ratio.format().string(for: ratio.point)) times as much"
  }
}

extension Metric {
  /// What a reader should feel about a ratio of its figures that differs from 1.
  fileprivate func tone(of ratio: Double) -> Table.Cell.Tone {
    switch polarity {
    case .context: .neutral
    case .lowerIsBetter: ratio < 1 ? .good : .bad
    }
  }
}

extension Headline {
  /// What is said of one thing, in parts that a page can set apart.
  public struct Statement: Sendable, Hashable {
    /// What it is about.
    public let subject: String
    /// The figure, or that there is none.
    public let figure: String
    /// How sure it is; nil where there is no figure.
    public let interval: String?
    /// What else to know of the figure; nil for nothing.
    public let remark: String?
    /// What a reader should feel about it.
    public let tone: Table.Cell.Tone

    init(
      _ subject: String, figure: String, interval: String? = nil, remark: String? = nil,
      tone: Table.Cell.Tone = .neutral
    ) {
      self.subject = subject
      self.figure = figure
      self.interval = interval
      self.remark = remark
      self.tone = tone
    }

    /// All of it in one sentence.
    public var sentence: String {
      "\(subject): \(figure)" + (interval.map { " (\($0))" } ?? "")
        + (remark.map { "; \($0)" } ?? "") + "."
    }
  }
}

extension Headline {
  /// What a judgement comes to, as in `No regression: 34 of 36 cells unchanged, 2 inconclusive.`
  public static func sentence(_ judgement: Judgement) -> String {
    let cells = judgement.gated
    let words = order.compactMap { word -> (count: Int, word: String)? in
      let count = cells.count { $0.word == word }
      return count > 0 ? (count, word) : nil
    }
    guard let first = words.first else { return "\(verdict(judgement)): no cell is gated." }
    let all = cells.count.counted("cell", "cells")
    let rest = words.dropFirst().map { ", \($0.count) \($0.word)" }.joined()
    return "\(verdict(judgement)): \(first.count) of \(all) \(first.word)\(rest)."
  }

  /// What a reader of the verdicts has to know, a sentence a cell: what has no verdict, what was
  /// not measured at one time, and what may be the place of the code.
  public static func warnings(_ judgement: Judgement) -> [String] {
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map {
      "\($0.story), which is not gated: \($0.sentence)"
    }
    return ungated + ofAnotherTime(judgement) + ofUncheckedLayout(judgement)
      + judgement.gated.compactMap { cell in
        if let reason = cell.reason { return "\(cell.name): \(cell.word), since \(reason)." }
        guard let verdict = cell.outcome.verdict, verdict.isLayoutSuspect else { return nil }
        let figure = verdict.figure
        return
          "\(cell.name): \(figure.change(figure.point)) %, with the same instructions: it may be "
          + "where the linker put the code. 'layouts: 8' in the scenario tells."
      }
  }

  /// Changes that may be the place of the code, a sentence for each reason why that is not known.
  private static func ofUncheckedLayout(_ judgement: Judgement) -> [String] {
    let cells = (judgement.gated + judgement.others).compactMap { cell in
      cell.uncheckedLayout.map { (name: cell.name, reason: $0) }
    }
    var reasons: [String] = []
    for cell in cells where !reasons.contains(cell.reason) { reasons.append(cell.reason) }
    let reach = NumberFormat.plain.string(for: judgement.rule.layoutGuard.effect * 100)
    return reasons.map { reason in
      let names = cells.filter { $0.reason == reason }.map { "\($0.name)" }
      let few = names.prefix(3).joined(separator: "; ")
      let rest = names.count > 3 ? " and \((names.count - 3).counted("other", "others"))" : ""
      return "Layout not checked, since \(reason): \(few)\(rest). A change in time of less than "
        + "\(reach) % may be where the linker put the code."
    }
  }

  private static func ofAnotherTime(_ judgement: Judgement) -> [String] {
    let cells = judgement.gated.filter { $0.outcome.verdict?.evidence.isAcrossTimes == true }
    guard let first = cells.first else { return [] }
    let names = cells.count > 1 ? cells.count.counted("cell", "cells") : "\(first.name)"
    return [
      "\(names): not measured together with what it is set against, so a change of the machine looks "
        + "like one of the program."
    ]
  }

  /// Bad news first, then by how much they say.
  private static let order = [
    "failed", "unmeasured", "regressed", "above budget", "missing", "improved", "unchanged",
    "within the gate", "within budget", "layout suspect", "inconclusive", "new",
  ]

  private static func verdict(_ judgement: Judgement) -> String {
    switch judgement.outcome {
    case .toolFailed: "Not measured"
    case .appFailed: "The app failed"
    case .regression:
      judgement.gated.count { $0.outcome.verdict?.verdict == .regressed }
        .counted("regression", "regressions")
    case .notComparable: "Not comparable"
    case .interrupted: "Interrupted"
    case .passed, .inconclusive: "No regression"
    }
  }
}

extension CellVerdict.Evidence {
  fileprivate var isAcrossTimes: Bool {
    if case .acrossTimes = self { true } else { false }
  }
}
