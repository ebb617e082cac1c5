/// The typeface and size of a sticker's text, each from a list.
public struct StickerFont: Hashable, Sendable {
  /// The font of a new sticker.
  public static let standard = StickerFont(family: .sans, size: .points12)

  /// The typeface.
  public var family: Family
  /// The size.
  public var size: Size

  /// The typefaces on the list: generic names, so that a map looks alike on every machine.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    /// Without serifs.
    case sans = "Sans"
    /// With serifs.
    case serif = "Serif"
    /// All letters of one width.
    case monospace = "Monospace"
  }

  /// The sizes on the list, in points.
  public enum Size: Int, Hashable, Sendable, CaseIterable {
    /// 8 points.
    case points8 = 8
    /// 10 points.
    case points10 = 10
    /// 12 points.
    case points12 = 12
    /// 14 points.
    case points14 = 14
    /// 18 points.
    case points18 = 18
    /// 24 points.
    case points24 = 24
  }

  /// A font.
  public init(family: Family, size: Size) {
    self.family = family
    self.size = size
  }

  /// A font by its words.
  /// - Throws: ``MapError/unknownFontFamily(_:allowed:)``, ``MapError/unknownFontSize(_:allowed:)``.
  public init(family: String, size: Int) throws(MapError) {
    guard let known = Family(rawValue: family) else {
      throw .unknownFontFamily(family, allowed: Family.allCases.map(\.rawValue))
    }
    guard let points = Size(rawValue: size) else {
      throw .unknownFontSize(size, allowed: Size.allCases.map(\.rawValue))
    }
    self.init(family: known, size: points)
  }
}
