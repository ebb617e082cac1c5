import Scenarios

/// A cell with what became of it.
public struct JudgedCell: Sendable, Hashable {
  /// The cell.
  public let name: CellName
  /// The gate that it stands under; nil where it is reported for information.
  public let gate: Gate?
  /// Its outcome.
  public let outcome: CellOutcome
}
