import Analysis
import Recording
import Scenarios
import Statistics

/// How far chance sets the two sides of a cell's pairs apart.
public struct CellNoise: Sendable, Hashable {
  /// The cell.
  public let name: CellName
  /// What the runs were made for.
  public let kind: RunKind
  /// How many pairs there are.
  public let pairs: Int
  /// The standard deviation of ln(candidate / baseline): 0.01 is one percent, nearly.
  public let standardDeviation: Double
  /// The same without the few pairs that went astray (``Statistics/LogQuotients/robustDeviation``).
  public let robustDeviation: Double

  init(_ name: CellName, _ kind: RunKind, _ quotients: LogQuotients) {
    self.name = name
    self.kind = kind
    pairs = quotients.count
    standardDeviation = quotients.standardDeviation
    robustDeviation = quotients.robustDeviation
  }

  /// The noise of all gated cells that are compared over pairs; those with budgets, and memory
  /// that repeats, have none that matters.
  public static func all(_ analysis: ExperimentAnalysis, gates: [Gate]) -> [CellNoise] {
    guard let decision = analysis.experiment.decision else { return [] }
    return GatedPairs.all(analysis, decision, gates: gates).compactMap { cell in
      cell.quotients.map { CellNoise(cell.name, cell.kind, $0) }
    }
  }
}
