/// A file found by the text of its stickers.
public struct StickerHit: Hashable, Sendable {
  /// The file.
  public let file: ListedFile
  /// The sticker found: of several in the file the one that ranks first, which is the one written
  /// last; of those that came with a new file, the first on the time line.
  public let sticker: StickerID
  /// The text on it.
  public let text: String
}
