import AppStorage

/// A file as a list shows it, without reading its stickers.
public struct ListedFile: Hashable, Sendable {
  /// Its name, which no other file has.
  public let fileName: String
  /// When it was saved first.
  public let dateCreated: Timestamp
  /// When it was saved last.
  public let dateUpdated: Timestamp
  /// The number of stickers on its map.
  public let stickerCount: Int
  /// From the beginning of its first step to the end of its last.
  public let leadTime: Minutes
}
