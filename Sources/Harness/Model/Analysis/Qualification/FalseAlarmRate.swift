import Recording
import Scenarios
import Statistics

/// The share of many simulated runs that were called worse although nothing had changed.
public struct FalseAlarmRate: Sendable, Hashable {
  /// The number of neighbouring pairs that changed sides together; nil for all pairs of a run.
  public let together: Int?
  /// The number of runs.
  public let runs: Int
  /// The number of runs that were called worse; as many again would be called better.
  public let alarms: Int

  /// The share.
  public var share: Double { Double(alarms) / Double(max(1, runs)) }
}

extension FalseAlarmRate {
  /// The tolerated multiple of the promised rate. With 10 pairs the test's rate is 0.7 to 1.3 times its
  /// level, and a machine's own pairs make it no more exact.
  static let tolerance = 2.0

  /// Returns whether the share is greater than the rule promises.
  public func exceeds(_ rule: DecisionRule) -> Bool { share > Self.tolerance * rule.alpha }

  /// Exchanges the sides of measured pairs; nil if no pairs decide about any cell. This many neighbouring
  /// pairs change sides `together`; nil for all of a run. This many `tests` share alpha, budgets included.
  init?(
    _ cells: [GatedPairs], together: Int? = 1, layouts: Int, tests: Int, rule: DecisionRule,
    of count: Int, seed: UInt64
  ) throws(StatisticsError) {
    let flippable = cells.compactMap { cell -> SignFlips.Cell? in
      cell.quotients.map {
        SignFlips.Cell(
          source: "\(cell.name.story) \(cell.kind.rawValue)",
          rounds: cell.pairs.map(\.baseline.round),
          layouts: layouts > 1 ? cell.pairs.map(\.baseline.layout) : [], quotients: $0,
          ratioAtMost: rule.bound(allowing: cell.gate.allowed),
          negligible: rule.negligible(
            cell.name.metric, baseline: cell.baseline, allowing: cell.gate.allowed))
      }
    }
    if flippable.isEmpty || count == 0 { return nil }
    self.together = together
    runs = count
    alarms = try SignFlips(
      runs: [flippable], together: together ?? .max, otherTests: max(0, tests - flippable.count),
      alpha: rule.alpha
    ).alarms(of: count, seed: seed)
  }
}

/// A gated cell that must not grow, with the pairs that decide it.
struct GatedPairs {
  let name: CellName
  let gate: Gate
  let kind: RunKind
  let pairs: [Pair<ExperimentAnalysis.Measurement>]
  /// Nil if the pairs decide nothing: they are too few, or other runs repeat.
  let quotients: LogQuotients?

  /// The mean of the baseline's measurements, in base units; 0 if there is none.
  var baseline: Double { (try? Distribution(pairs.map(\.baseline.value)).mean) ?? 0 }

  /// All gated cells of a comparison, in the order of its gates.
  static func all(
    _ analysis: ExperimentAnalysis, _ decision: Decision, gates: [Gate]
  ) -> [GatedPairs] {
    let examiner = CellExaminer(
      analysis, baseline: decision.baseline, candidate: decision.candidate, rule: decision.rule)
    return GatedCells(analysis, examiner.measurements, gates: gates).gated.compactMap {
      name, gate in
      if case .budget = gate.limit { return nil }
      let (kind, pairs) = examiner.pairs(name)
      let isDecided =
        if case .ratio = examiner.examine(name, limit: gate.limit) { true } else { false }
      return GatedPairs(
        name: name, gate: gate, kind: kind, pairs: pairs,
        // Also nil if a value has no logarithm.
        quotients: isDecided ? try? LogQuotients(pairs) : nil)
    }
  }
}
