/// Why an edit of a map is refused; the map is as it was.
public enum MapError: Error, Hashable, Sendable {
  /// Less than nothing, more than ten years, or no number.
  case durationNotAllowed(minutes: Double)
  /// Not on the list of colours.
  case unknownColour(String, allowed: [String])
  /// Not on the list of typefaces.
  case unknownFontFamily(String, allowed: [String])
  /// Not on the list of sizes.
  case unknownFontSize(Int, allowed: [Int])
  /// More than a sticker holds.
  case textTooLong(bytes: Int, limit: Int)
  /// There is no sticker at that position, counted from 0; the map has `count`.
  case noSticker(position: Int, count: Int)
  /// A sticker can stand before the first, between two, or after the last, and nowhere else.
  case noPlace(position: Int, count: Int)
  /// The number of a sticker's name is not within ``StickerID/numbers``.
  case nameNotAllowed(number: Int64)
  /// Two stickers of one name could not be told apart, nor saved.
  case nameTwice(number: Int64)
  /// No sticker has the focus.
  case nothingFocused
  /// There is no edit that could be taken back.
  case nothingToUndo
  /// There is no edit that was taken back.
  case nothingToRedo
}

extension MapError: CustomStringConvertible {
  /// The refusal and what is allowed, for the user to read.
  public var description: String {
    switch self {
    case .durationNotAllowed(let minutes):
      "A step can't take \(minutes) minutes: allowed are 0 to \(Minutes.longest.value)."
    case .unknownColour(let name, let allowed):
      "There is no colour \"\(name)\": the list has \(allowed.joined(separator: ", "))."
    case .unknownFontFamily(let name, let allowed):
      "There is no font \"\(name)\": the list has \(allowed.joined(separator: ", "))."
    case .unknownFontSize(let size, let allowed):
      "There is no font size \(size): the list has "
        + "\(allowed.map(String.init).joined(separator: ", "))."
    case .textTooLong(let bytes, let limit):
      "The text has \(bytes) bytes; a sticker holds \(limit)."
    case .noSticker(let position, let count):
      "There is no sticker at position \(position): the map has \(count)."
    case .noPlace(let position, let count):
      "A sticker can't stand at position \(position): the map has \(count)."
    case .nameNotAllowed(let number):
      "A sticker can't have the number \(number): allowed are \(StickerID.numbers.lowerBound) to "
        + "\(StickerID.numbers.upperBound)."
    case .nameTwice(let number): "Two stickers have the number \(number)."
    case .nothingFocused: "No sticker has the focus."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    }
  }
}
