/// Information that goes from one to another: an order, a forecast, a schedule.
public struct InformationFlow: Hashable, Sendable {
  /// The most flows that begin or end at one step, and the most between two parties.
  public static let most = 4

  /// Where it comes from.
  public let from: End
  /// Where it goes to.
  public let to: End
  /// How it gets there.
  public let way: Way
  /// What it says.
  public let label: Label

  /// One end of a flow.
  public enum End: Hashable, Sendable {
    /// Someone around the line.
    case party(Party)
    /// A step.
    case step(StickerID)
  }

  /// How information goes, by the method's two arrows.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    /// By paper or word: a straight arrow.
    case manual
    /// Electronically: an arrow with a bend like a lightning.
    case electronic
  }

  /// Information that flows.
  /// - Throws: ``MapError/flowToItself`` where both ends are the same; the errors of a ``Label``.
  public init(from: End, to: End, way: Way = .manual, _ label: String) throws(MapError) {
    guard from != to else { throw .flowToItself }
    self.from = from
    self.to = to
    self.way = way
    self.label = try Label(label)
  }

  /// Returns whether an end of it is there.
  func touches(_ end: End) -> Bool { from == end || to == end }
}
