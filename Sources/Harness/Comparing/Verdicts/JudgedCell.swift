import Scenarios

/// A cell with what became of it.
public struct JudgedCell: Sendable, Hashable {
  /// What was judged.
  public let name: CellName
  /// The gate that it stands under; nil where it is reported for information.
  public let gate: Gate?
  /// What became of it.
  public let outcome: CellOutcome
}
