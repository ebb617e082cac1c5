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
  /// No sticker has the focus.
  case nothingFocused
  /// There is no edit that could be taken back.
  case nothingToUndo
  /// There is no edit that was taken back.
  case nothingToRedo
}

extension MapError: CustomStringConvertible {
  /// What is refused and what is allowed, for the user to read.
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
    case .nothingFocused: "No sticker has the focus."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    }
  }
}
