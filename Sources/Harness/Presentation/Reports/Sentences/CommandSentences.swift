import Analysis
import Metrics
import Recording
import Statistics

/// The results of measured commands in sentences: the answer first.
public enum CommandSentences {
  /// One command's cost; with several, a sentence for each other one comparing it with the first, the fastest
  /// first. Below are the verdicts of a gate, also if nothing was measured: what is missing has not passed. If
  /// measuring has not ended, that is said once, before all.
  public static func sentences(
    _ analysis: ExperimentAnalysis, _ comparisons: [Comparison], _ gate: CommandGate? = nil,
    as view: CommandView = CommandView()
  ) -> [String] {
    var found = analysis.metrics.isEmpty ? [] : answers(analysis, comparisons, view)
    if let missing = analysis.missing, !found.isEmpty {
      found.insert("Not complete: \(missing.words). So far:", at: 0)
    }
    guard let gate else { return found }
    return found + gate.judgements.compactMap { sentence($0, in: gate, below: !found.isEmpty) }
  }

  private static func answers(
    _ analysis: ExperimentAnalysis, _ comparisons: [Comparison], _ view: CommandView
  ) -> [String] {
    guard let first = analysis.builds.first else { return [] }
    guard analysis.builds.count > 1 else {
      return [cost(of: first, analysis, view)].compactMap(\.self)
    }
    let ratios = comparisons.compactMap { comparison in
      comparison.rows.first { $0.metric == .wallTime }.map { (comparison, $0.ratio) }
    }
    return ratios.sorted { a, b in speed(a.1) < speed(b.1) }.map { comparison, ratio in
      sentence(ratio, quoted(comparison.baseline), quoted(comparison.candidate))
    }
  }

  /// A gate's verdicts, one sentence each.
  public static func sentences(_ gate: CommandGate) -> [String] {
    gate.judgements.compactMap { sentence($0, in: gate) }
  }

  /// A gate's verdict on one command; nil if it has no gated cell. What is shown before the end is no verdict, as the
  /// sentences that it may be `below` say.
  public static func sentence(
    _ judgement: Judgement, in gate: CommandGate, below isBelow: Bool = false
  ) -> String? {
    guard let cell = judgement.gated.first else { return nil }
    let (a, b) = (quoted(judgement.baseline), quoted(judgement.candidate))
    guard let result = cell.outcome.result else {
      return "\(b) was not compared with \(a)" + (cell.reason.map { ": \($0)" } ?? "") + "."
    }
    let allowed = "\(NumberFormat.plain.withPlus.string(for: gate.allowed * 100)) %"
    let found =
      "\(b) takes \(result.value.words(in: .nanoseconds)) against \(a); \(allowed) is allowed."
    if let missing = judgement.missing {
      return isBelow ? found : "Nothing is decided: \(missing.words). So far: \(found)"
    }
    return switch result.verdict {
    case .regressed: "Too slow: \(found)"
    case .improved, .unchanged, .withinGate: "Fast enough: \(found)"
    case .inconclusive where result.layout == .suspect:
      "Layout suspect: \(found) The instructions are the same, so the time may come from where the code lies."
    case .inconclusive: "Inconclusive: \(found) More runs may tell (--runs)."
    }
  }

  /// `'sleep 1' took 1.0012 s on average (1.0010 to 1.0014), and 1.5 MB of memory at its peak.`
  private static func cost(
    of command: String, _ analysis: ExperimentAnalysis, _ view: CommandView
  ) -> String? {
    guard let time = analysis.summary(ofCommand: command, .wallTime) else { return nil }
    let scale = view.scale(of: .wallTime, for: time.mean)
    let format = time.format(of: .mean, scale: scale.baseUnits)
    func text(_ value: Double) -> String { format.string(for: value / scale.baseUnits) }
    var words = "\(quoted(command)) took \(text(time.mean)) \(scale.symbol)"
    if let halfWidth = time.confidenceHalfWidth {
      words += " on average (\(text(time.mean - halfWidth)) to \(text(time.mean + halfWidth)))"
    }
    if let memory = analysis.summary(ofCommand: command, .peakMemory) {
      let scale = Metric.peakMemory.unit.scale(for: memory.mean)
      let mean = memory.format(of: .mean, scale: scale.baseUnits)
        .string(for: memory.mean / scale.baseUnits)
      words += ", and \(mean) \(scale.symbol) of memory at its peak"
    }
    return words + "."
  }

  private static func sentence(
    _ ratio: Result<Difference, NoRatio>, _ first: String, _ other: String
  ) -> String {
    let found: Difference
    switch ratio {
    case .success(let ratio): found = ratio
    case .failure(let reason): return "\(other) can't be compared with \(first): \(reason)."
    }
    let estimate = found.estimate
    let isFaster = estimate.point < 1
    let format = estimate.format()
    let interval =
      "\(format.string(for: estimate.lower)) to \(format.string(for: estimate.upper)) times as long"
    switch found.finding {
    case .shown:
      guard let speed = isFaster ? estimate.inverse : estimate else { fallthrough }
      let format = speed.format()
      func text(_ value: Double) -> String { format.string(for: value) }
      return "\(isFaster ? other : first) is \(text(speed.point)) times as fast as "
        + "\(isFaster ? first : other) (\(text(speed.lower)) to \(text(speed.upper)))."
    case .none, .layout:
      return "No significant difference in time between \(first) and \(other) (\(interval))."
    case .negligible:
      return "\(other) takes as long as \(first), to within the noise floor (\(interval))."
    case .undecided:
      return
        "\(other) seems to take \(isFaster ? "less" : "more") time than \(first) (\(interval)): "
        + "\(found.tooFewRuns(option: "--runs"))."
    }
  }

  /// Commands without a ratio come last.
  private static func speed(_ ratio: Result<Difference, NoRatio>) -> Double {
    (try? ratio.get().estimate.point) ?? .infinity
  }

  private static func quoted(_ command: String) -> String { "'\(CommandLabel.short(command))'" }
}
