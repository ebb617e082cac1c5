import GRDB

extension MapLibrary {
  /// How many hits a search shows if nothing else is said.
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
      var rows: Set<Int64> = []
      let statement = try PreparedStatement(Self.fileQuery, in: database)
      defer { statement.finish() }
      for stage in [expression.beginning, expression.wordBeginnings, expression.anywhere]
      where found.count < limit {
        statement.finish()
        try statement.bind(stage, at: 1)
        while found.count < limit, try statement.step() {
          // What an earlier stage has found, a later one finds too.
          guard rows.insert(statement.integer(0)).inserted else { continue }
          found.append(FileRow.listed(statement))
        }
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
      let statement = try PreparedStatement(Self.stickerQuery, in: database)
      defer { statement.finish() }
      var hits: [StickerHit] = []
      var files: Set<Int64> = []
      for stage in [expression.wordBeginnings, expression.anywhere]
      where hits.count < limit {
        statement.finish()
        try statement.bind(stage, at: 1)
        while hits.count < limit, try statement.step() {
          let fileID = statement.integer(0)
          guard files.insert(fileID).inserted,
            let file = try FileRow.find(id: fileID, in: database)
          else { continue }
          hits.append(
            StickerHit(
              file: file.listed, sticker: StickerID(statement.integer(1)),
              text: statement.text(2)))
        }
      }
      return hits
    }
  }

  /// Without a LIMIT: SQLite delivers row by row, and whoever has enough stops asking. CROSS JOIN
  /// keeps the search outside, whose order is the result's.
  static let fileQuery = """
    SELECT \(FileRow.columns) FROM fileSearch CROSS JOIN file ON file.saved = fileSearch.rowid
    WHERE fileSearch MATCH ? ORDER BY fileSearch.rowid DESC
    """

  static let stickerQuery = """
    SELECT sticker.fileID, sticker.number, sticker.text FROM stickerSearch
      CROSS JOIN sticker INDEXED BY sticker_by_writing ON sticker.written = stickerSearch.rowid
    WHERE stickerSearch MATCH ? ORDER BY stickerSearch.rowid DESC
    """
}
