/// The colour of a sticker's paper, from a list; its classification has a colour of its own.
public enum BackgroundColour: String, Hashable, Sendable, CaseIterable {
  /// The colour of a new sticker.
  case yellow
  /// White.
  case white
  /// Pale blue.
  case blue
  /// Pale pink.
  case pink
  /// Pale grey.
  case grey
  /// Pale violet.
  case violet

  /// A colour by its name.
  /// - Throws: ``MapError/unknownColour(_:allowed:)``.
  public init(named name: String) throws(MapError) {
    guard let colour = Self(rawValue: name) else {
      throw .unknownColour(name, allowed: Self.allCases.map(\.rawValue))
    }
    self = colour
  }
}
