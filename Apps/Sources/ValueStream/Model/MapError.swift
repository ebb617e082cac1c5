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
  /// Not on the list of symbols.
  case unknownSymbol(String, allowed: [String])
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
  /// A label needs a text.
  case labelBlank
  /// More than ``Label/longest`` bytes.
  case labelTooLong(bytes: Int, limit: Int)
  /// A label is one line of text; this one holds a control character or a line break.
  case labelHasControlCharacter(codePoint: UInt32)
  /// The first step of a map can't run beside others.
  case nothingBeside
  /// No section begins at that step.
  case noSection(position: Int)
  /// A section begins where one before it does, or before that.
  case sectionsNotInOrder(position: Int)
  /// More sections than a map has.
  case tooManySections(limit: Int)
  /// Nobody of that kind stands around the line.
  case noParty(String)
  /// No step of the map has that number.
  case noStep(number: Int64)
  /// Information goes from one to another.
  case flowToItself
  /// One more flow at a step, or between two parties, could not be told from the others.
  case tooManyFlows(limit: Int)
  /// There is no flow of that index, counted from 0; the map has `count`.
  case noFlow(index: Int, count: Int)
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
    case .unknownSymbol(let name, let allowed):
      "There is no symbol \"\(name)\": the list has \(allowed.joined(separator: ", "))."
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
    case .labelBlank: "A label needs a text."
    case .labelTooLong(let bytes, let limit): "The label has \(bytes) bytes; one holds \(limit)."
    case .labelHasControlCharacter(let codePoint):
      "The label holds the control character \(codePoint): a label is one line of text."
    case .nothingBeside: "The first step can't run beside others: there are none before it."
    case .noSection(let position): "No section begins at position \(position)."
    case .sectionsNotInOrder(let position):
      "The section at position \(position) begins no later than the one before it."
    case .tooManySections(let limit): "A map has at most \(limit) sections."
    case .noParty(let party): "There is no \(party) on the map."
    case .noStep(let number): "No step has the number \(number)."
    case .flowToItself: "Information can't flow from one to itself."
    case .tooManyFlows(let limit):
      "At most \(limit) flows begin or end at a step, or go between the same two."
    case .noFlow(let index, let count):
      "There is no flow of information \(index): the map has \(count)."
    case .nothingFocused: "No sticker has the focus."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    }
  }
}
