/// The look of a new sticker: what was chosen last (the source names user preferences, 3.4).
public struct StickerStyle: Hashable, Sendable {
  /// The look before anything was chosen.
  public static let standard = StickerStyle(font: .standard, background: .yellow)

  /// The look of the text.
  public var font: StickerFont
  /// The colour of the paper.
  public var background: BackgroundColour

  /// A look.
  public init(font: StickerFont, background: BackgroundColour) {
    self.font = font
    self.background = background
  }
}
