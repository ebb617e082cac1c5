import Scenarios

/// A cell with its outcome.
public struct JudgedCell: Sendable, Hashable {
  /// The cell.
  public let name: CellName
  /// Its gate; nil if it is reported for information.
  public let gate: Gate?
  /// Its outcome.
  public let outcome: CellOutcome
}
