/// The symbol of the value stream method that a step is drawn with.
///
/// The source names symbols beside colours ("represented by a symbol or a color", 3.1); these are
/// those of M. Rother and J. Shook, Learning to See (1999), that stand on the line itself. The
/// others stand around it: ``Party`` and ``InformationFlow``.
public enum StepSymbol: String, Hashable, Sendable, CaseIterable {
  /// A box: work is done. The symbol of a new sticker.
  case process
  /// A triangle with an I: pieces or papers lie and wait.
  case inventory
  /// A lorry: something is brought from one place to another.
  case transport

  /// A symbol by its name.
  /// - Throws: ``MapError/unknownSymbol(_:allowed:)``.
  public init(named name: String) throws(MapError) {
    guard let symbol = Self(rawValue: name) else {
      throw .unknownSymbol(name, allowed: Self.allCases.map(\.rawValue))
    }
    self = symbol
  }
}
