import AppStorage
import GRDB

/// Writes the stickers of one file within a save: those that have changed, and no other.
struct StickerWriter {
  private let file: FileRow
  private let database: Database
  /// Rows of the search that go, and those that come: kept until ``finish()``, since FTS5 wants
  /// them in ascending order.
  private var unindexed: [Int64] = []
  private var indexed: [(row: Int64, text: String)] = []
  /// The last row of the search that is taken: at first, what the store says.
  private var lastWritten: Int64

  /// A writer for a file as the store has it.
  init(_ file: FileRow, in database: Database) throws {
    self.file = file
    self.database = database
    let statement = try PreparedStatement(
      """
      SELECT max(written) FROM sticker INDEXED BY sticker_by_writing WHERE written IS NOT NULL
      """, in: database)
    defer { statement.finish() }
    lastWritten = try statement.step() ? statement.integer(0) : 0
  }

  /// Takes rows of the search. What the store says is looked at here, where texts come: a file can
  /// be deleted from a store that is damaged.
  private mutating func takeRows(_ count: Int) throws {
    guard 0..<StoredNumber.limit - Int64(count) ~= lastWritten else {
      throw DatabaseError.damage("\(lastWritten) is no row of the search")
    }
    lastWritten += Int64(count)
  }

  /// Writes all stickers of a file that has none.
  mutating func insertAll(_ map: StreamMap) throws {
    // The first on the time line is written last: a search shows it before the others.
    let texts = map.stickers.lazy.filter { !$0.text.isEmpty }.count
    try takeRows(texts)
    var written = lastWritten + 1
    for (position, sticker) in map.stickers.enumerated() {
      if !sticker.text.isEmpty {
        written -= 1
        indexed.append((written, sticker.text))
      }
      let row = StickerRow(
        fileID: file.id, rank: StickerRanks.fresh(position), sticker: sticker,
        written: sticker.text.isEmpty ? nil : written)
      try row.insert(in: database)
    }
    indexed.reverse()
    if !map.surroundings.isEmpty {
      try SurroundingsRows.replace(map.surroundings, of: file, in: database)
    }
    try finish()
  }

  /// Takes all stickers of the file away.
  mutating func removeAll() throws {
    let statement = try PreparedStatement(
      "SELECT written FROM sticker WHERE fileID = ? AND written IS NOT NULL", in: database)
    defer { statement.finish() }
    try statement.bind(file.id, at: 1)
    while try statement.step() { unindexed.append(statement.integer(0)) }
    let removal = try PreparedStatement("DELETE FROM sticker WHERE fileID = ?", in: database)
    try removal.bind(file.id, at: 1)
    try removal.run()
    if file.surroundings != 0 { try SurroundingsRows.remove(of: file, in: database) }
    try finish()
  }

  /// Writes what surrounds the line, where that has changed since the last save.
  func replace(_ earlier: Surroundings, with later: Surroundings) throws {
    if later != earlier { try SurroundingsRows.replace(later, of: file, in: database) }
  }

  /// Carries out the changes since the last save.
  mutating func carryOut(_ changes: StickerChanges) throws {
    for id in changes.removed {
      let row = try existing(id)
      try row.delete(in: database)
      if let written = row.written { unindexed.append(written) }
    }
    // Those that move leave the line before any is placed: their ranks would be in the way.
    var lifted: [StickerID: StickerRow] = [:]
    for placement in changes.placed {
      guard let row = try StickerRow.find(placement.sticker.id, of: file, in: database) else {
        continue
      }
      try row.delete(in: database)
      lifted[placement.sticker.id] = row
    }
    var rest = changes.placed[...]
    while let first = rest.first {
      // Stickers that come one right after the other share the room.
      var length = 1
      while length < rest.count,
        rest[rest.startIndex + length].after == rest[rest.startIndex + length - 1].sticker.id
      { length += 1 }
      let after = try first.after.map { try existing($0).rank }
      let ranks = try StickerRanks(file: file, database: database)
        .ranks(for: length, after: after)
      for (placement, rank) in zip(rest.prefix(length), ranks) {
        let sticker = placement.sticker
        let row = StickerRow(
          fileID: file.id, rank: rank, sticker: sticker,
          written: try written(sticker.text, earlier: lifted[sticker.id]))
        try row.insert(in: database)
      }
      rest = rest.dropFirst(length)
    }
    for sticker in changes.rewritten {
      let earlier = try existing(sticker.id)
      let row = StickerRow(
        fileID: file.id, rank: earlier.rank, sticker: sticker,
        written: try written(sticker.text, earlier: earlier))
      try row.rewrite(in: database)
    }
    try finish()
  }

  /// The row of a text in the search: the one it has, if it is the same.
  private mutating func written(_ text: String, earlier: StickerRow?) throws -> Int64? {
    if let earlier {
      // Byte by byte: Swift takes é for é, however it is composed.
      if earlier.sticker.text.utf8.elementsEqual(text.utf8) { return earlier.written }
      if let row = earlier.written { unindexed.append(row) }
    }
    guard !text.isEmpty else { return nil }
    try takeRows(1)
    indexed.append((lastWritten, text))
    return lastWritten
  }

  private func existing(_ id: StickerID) throws -> StickerRow {
    guard let row = try StickerRow.find(id, of: file, in: database) else {
      throw LibraryError.fileDamaged(
        fileName: file.listed.fileName, sticker: id.number, reason: "it is missing")
    }
    return row
  }

  private mutating func finish() throws {
    for row in unindexed.sorted() { try SearchTable.stickers.remove(at: row, in: database) }
    for (row, text) in indexed {
      try SearchTable.stickers.insert(text, at: row, in: database)
    }
    unindexed = []
    indexed = []
  }
}
