/// The look of a text.
struct Lettering: Hashable {
  var family: StickerFont.Family = .sans
  /// In points.
  var size: Double
  var isBold = false
  var ink = Ink.black
  var alignment = Alignment.left
  /// A Boolean value indicating whether it breaks into as many lines as its box holds; else it is
  /// one line.
  var wraps = false

  enum Alignment: Hashable {
    case left
    case centre
    case right
  }
}
