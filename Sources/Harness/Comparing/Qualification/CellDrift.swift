import Analysis
import Recording
import Scenarios
import Statistics

/// A cell whose pairs are much noisier than when the machine was qualified.
public struct CellDrift: Sendable, Hashable {
  /// The noise now.
  public let now: CellNoise
  /// The noise then.
  public let then: CellNoise

  /// The cells of a comparison that have drifted.
  ///
  /// Of several layouts nothing is said: two builds' functions lie in other places in each, which
  /// sets their pairs apart as well.
  /// - Throws: `StatisticsError` where the drift rule's numbers allow no test.
  public static func all(
    _ analysis: ExperimentAnalysis, since qualification: ExperimentAnalysis, gates: [Gate],
    rule: DriftRule = DriftRule()
  ) throws(StatisticsError) -> [CellDrift] {
    if analysis.experiment.layouts > 1 { return [] }
    let then = CellNoise.all(qualification, gates: gates)
    let both = CellNoise.all(analysis, gates: gates).compactMap { now in
      then.first { $0.name == now.name && $0.kind == now.kind }.map {
        CellDrift(now: now, then: $0)
      }
    }
    var drifts: [CellDrift] = []
    for drift in both
    where try rule.hasDrifted(drift.now, from: drift.then, cells: both.count) {
      drifts.append(drift)
    }
    return drifts
  }
}
