import Foundation

/// One step of the stream: a sticker on the time line.
public struct Sticker: Hashable, Sendable, Identifiable {
  /// The longest text, in bytes of UTF-8.
  public static let longestText = 4_096

  /// Its name within the map.
  public internal(set) var id: StickerID
  /// The symbol that it is drawn with.
  public var symbol: StepSymbol
  /// The worth of the step for the customer.
  public var classification: Classification
  /// The time that the step takes.
  public var minutes: Minutes
  /// The text on it; at most ``longestText`` bytes.
  public private(set) var text: String
  /// The look of the text.
  public var font: StickerFont
  /// The colour of its paper.
  public var background: BackgroundColour

  /// A sticker.
  /// - Throws: ``MapError/textTooLong(bytes:limit:)``.
  public init(
    id: StickerID, classification: Classification = .valueAdding, minutes: Minutes = .zero,
    text: String = "", font: StickerFont = .standard, background: BackgroundColour = .yellow,
    symbol: StepSymbol = .process
  ) throws(MapError) {
    self.id = id
    self.symbol = symbol
    self.classification = classification
    self.minutes = minutes
    self.text = ""
    self.font = font
    self.background = background
    try write(text)
  }

  /// Replaces the text.
  /// - Throws: ``MapError/textTooLong(bytes:limit:)``.
  public mutating func write(_ text: String) throws(MapError) {
    guard text.utf8.count <= Self.longestText else {
      throw .textTooLong(bytes: text.utf8.count, limit: Self.longestText)
    }
    self.text = text
  }

  /// Its name: the first line of the text that is not blank; empty where there is none. As on a
  /// symbol of the method, what follows the name is its data.
  public var name: String {
    for line in text.split(whereSeparator: \.isNewline) {
      let name = line.trimmingCharacters(in: .whitespaces)
      if !name.isEmpty { return name }
    }
    return ""
  }
}
