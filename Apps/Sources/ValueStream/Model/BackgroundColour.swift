/// The colour of a sticker's paper, from a list.
///
/// It differs from the source on purpose. There the background *is* the classification: "three separate
/// buttons for the color" (3.3), green unless chosen otherwise. Here the classification has a band of
/// its own, so that paper can tell apart what else there is: a department, a shift, an open question.
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
