import AppStorage
import GRDB

extension MapLibrary {
  /// The default number of hits that a search shows.
  public static let searchLimit = 50

  /// Files by their names, for every key typed.
  ///
  /// Case, accents and width of letters make no difference (`SearchText` has the rules). Of several
  /// words each must be in the name. First come the names that begin with all that is typed, then
  /// those in which a word begins like each word typed, then those that hold each word typed
  /// anywhere; within each, the latest saved first. A search looks no further than its limit.
  /// - Returns: nothing where nothing, or no more than blanks, was typed.
  public func search(
    _ typed: String, limit: Int = MapLibrary.searchLimit
  ) throws(LibraryError) -> [ListedFile] {
    guard let expression = SearchExpression(typed), limit > 0 else { return [] }
    return try store.read { database in
      var found: [ListedFile] = []
      try SearchTable.files.find(
        expression, select: Self.fileQuery, in: database
      ) { statement in
        found.append(FileRow.listed(statement))
        return found.count < limit
      }
      return found
    }
  }

  /// Files that have a sticker on which all words typed stand, for every key typed.
  ///
  /// Letters are compared as in ``search(_:limit:)``. First come the files with a sticker on which
  /// a word begins like each word typed, then those with a sticker that holds them anywhere; within
  /// each, the file in which such a text was written last. Saving a file whose texts are as they
  /// were does not bring it forward.
  public func searchStickers(
    _ typed: String, limit: Int = MapLibrary.searchLimit
  ) throws(LibraryError) -> [StickerHit] {
    guard let expression = SearchExpression(typed), limit > 0 else { return [] }
    return try store.read { database in
      var hits: [StickerHit] = []
      var files: Set<Int64> = []
      try SearchTable.stickers.find(
        expression, select: Self.stickerQuery, in: database
      ) { statement in
        let fileID = statement.integer(1)
        guard files.insert(fileID).inserted,
          let file = try FileRow.find(id: fileID, in: database)
        else { return true }
        hits.append(
          StickerHit(
            file: file.listed, sticker: StickerID(statement.integer(2)), text: statement.text(3)))
        return hits.count < limit
      }
      return hits
    }
  }

  // CROSS JOIN keeps the search outside, whose order is the result's.
  static let fileQuery = """
    SELECT \(FileRow.columns) FROM fileSearch CROSS JOIN file ON file.saved = fileSearch.rowid
    """

  static let stickerQuery = """
    SELECT sticker.written, sticker.fileID, sticker.number, sticker.text FROM stickerSearch
      CROSS JOIN sticker INDEXED BY sticker_by_writing ON sticker.written = stickerSearch.rowid
    """
}
