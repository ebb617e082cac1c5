import Scenarios

/// What chance alone did to a gated cell, and what can be found in spite of it.
public struct QualifiedCell: Sendable {
  /// The cell.
  public let name: CellName
  /// The gate that it stands under.
  public let gate: Gate
  /// What it was called, though nothing had changed.
  public let outcome: CellOutcome
  /// The noise of its pairs; nil where no pairs decide about it.
  public let noise: CellNoise?
  /// What it would show after each look of `check`; empty where no pairs decide.
  public let detectable: [DetectableChange]
  /// The change, as a share, that should not be missed.
  public let wanted: Double

  /// Whether it was called better or worse than itself.
  public var isFalseAlarm: Bool {
    [.improved, .regressed].contains(outcome.verdict?.verdict)
  }

  /// Whether its figures repeat to the page, so that nothing is left to chance.
  public var repeats: Bool {
    if case .repeats = outcome.verdict?.evidence { true } else { false }
  }

  /// After how many pairs the wanted change shows; nil where all looks are not enough, and where no
  /// pairs decide.
  public var pairsNeeded: Int? { detectable.first { $0.ratio <= 1 + wanted }?.pairs }
}
