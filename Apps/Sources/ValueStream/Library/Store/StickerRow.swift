import AppStorage
import GRDB

/// A row of the table of stickers.
struct StickerRow {
  let fileID: Int64
  let rank: Int64
  let sticker: Sticker
  /// The row of its text in the search; nil where it has none.
  let written: Int64?

  private static let columns =
    "number, classification, seconds, text, fontFamily, fontSize, background, written, rank, symbol"

  /// All stickers of a file, in the order of the time line.
  static func map(of file: FileRow, in database: Database) throws -> StreamMap {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM sticker WHERE fileID = ? ORDER BY rank", in: database)
    defer { statement.finish() }
    try statement.bind(file.id, at: 1)
    var stickers: [Sticker] = []
    // Not more than a damaged count could make of it: the count is compared below.
    stickers.reserveCapacity(min(file.listed.stickerCount, 100_000))
    while try statement.step() {
      stickers.append(try sticker(statement, file: file.listed.fileName))
    }
    guard stickers.count == file.listed.stickerCount else {
      throw LibraryError.fileDamaged(
        fileName: file.listed.fileName, sticker: nil,
        reason: "it says it has \(file.listed.stickerCount) stickers, but has \(stickers.count)")
    }
    do {
      let surroundings = try SurroundingsRows.read(of: file, in: database)
      let line = StickerSequence(stickers)
      let map = try surroundings.isEmpty ? StreamMap(line) : StreamMap(line, surroundings)
      guard map.leadTime == file.listed.leadTime else {
        throw LibraryError.fileDamaged(
          fileName: file.listed.fileName, sticker: nil,
          reason: "it says it takes \(file.listed.leadTime.seconds) seconds, but its stickers take "
            + "\(map.leadTime.seconds)")
      }
      return map
    } catch let error as MapError {
      throw damage(error, of: nil, in: file.listed.fileName)
    }
  }

  /// A sticker of a file by its name; nil if there is none.
  static func find(_ id: StickerID, of file: FileRow, in database: Database) throws -> StickerRow? {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM sticker WHERE fileID = ? AND number = ?", in: database)
    defer { statement.finish() }
    try statement.bind(file.id, at: 1)
    try statement.bind(id.number, at: 2)
    guard try statement.step() else { return nil }
    return StickerRow(
      fileID: file.id, rank: statement.integer(8),
      sticker: try sticker(statement, file: file.listed.fileName),
      written: statement.integerIfAny(7))
  }

  func insert(in database: Database) throws {
    let statement = try PreparedStatement(
      """
      INSERT INTO sticker(fileID, number, classification, seconds, text, fontFamily, fontSize,
        background, written, rank, symbol)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database)
    try bind(to: statement)
    try statement.run()
  }

  /// Writes all but the place of the sticker, which stays.
  func rewrite(in database: Database) throws {
    let statement = try PreparedStatement(
      """
      UPDATE sticker SET classification = ?3, seconds = ?4, text = ?5, fontFamily = ?6,
        fontSize = ?7, background = ?8, written = ?9, symbol = ?11 WHERE fileID = ?1 AND rank = ?10
      """, in: database)
    try bind(to: statement)
    try statement.run()
  }

  func delete(in database: Database) throws {
    let statement = try PreparedStatement(
      "DELETE FROM sticker WHERE fileID = ? AND rank = ?", in: database)
    try statement.bind(fileID, at: 1)
    try statement.bind(rank, at: 2)
    try statement.run()
  }

  private func bind(to statement: PreparedStatement) throws {
    try statement.bind(fileID, at: 1)
    try statement.bind(sticker.id.number, at: 2)
    try statement.bind(sticker.classification.rawValue, at: 3)
    try statement.bind(sticker.minutes.seconds, at: 4)
    try statement.bind(sticker.text, at: 5)
    try statement.bind(sticker.font.family.rawValue, at: 6)
    try statement.bind(Int64(sticker.font.size.rawValue), at: 7)
    try statement.bind(sticker.background.rawValue, at: 8)
    try statement.bind(written, at: 9)
    try statement.bind(rank, at: 10)
    if sticker.symbol == .process {
      try statement.bind(nil, at: 11)
    } else {
      try statement.bind(sticker.symbol.rawValue, at: 11)
    }
  }

  private static func sticker(_ statement: PreparedStatement, file: String) throws -> Sticker {
    let number = statement.integer(0)
    do {
      try check(number, in: StickerID.numbers, "number of a sticker", of: number, file: file)
      try check(
        statement.integer(8), in: StoredNumber.ranks, "place on a time line", of: number, file: file
      )
      if let written = statement.integerIfAny(7) {
        try check(
          written, in: StoredNumber.counted, "row of the search", of: number, file: file)
      }
      let classification = statement.text(1)
      guard let known = Classification(rawValue: classification) else {
        throw LibraryError.fileDamaged(
          fileName: file, sticker: number, reason: "\(classification) is no classification")
      }
      let seconds = statement.integer(2)
      guard 0...Minutes.longest.seconds ~= seconds else {
        throw LibraryError.fileDamaged(
          fileName: file, sticker: number, reason: "\(seconds) seconds are no time of a step")
      }
      return try Sticker(
        id: StickerID(number), classification: known, minutes: Minutes(seconds: seconds),
        text: statement.text(3),
        font: StickerFont(family: statement.text(4), size: Int(statement.integer(5))),
        background: BackgroundColour(named: statement.text(6)),
        symbol: statement.isNull(9) ? .process : StepSymbol(named: statement.text(9)))
    } catch let error as MapError {
      throw damage(error, of: number, in: file)
    }
  }

  private static func check(
    _ number: Int64, in allowed: ClosedRange<Int64>, _ what: StaticString, of sticker: Int64,
    file: String
  ) throws {
    guard allowed.contains(number) else {
      throw LibraryError.fileDamaged(
        fileName: file, sticker: sticker, reason: "\(number) is no \(what)")
    }
  }

  private static func damage(
    _ error: MapError, of sticker: Int64?, in file: String
  ) -> LibraryError {
    // The text of a sentence is put into a sentence.
    var reason = error.description
    if reason.last == "." { reason.removeLast() }
    return .fileDamaged(fileName: file, sticker: sticker, reason: reason)
  }
}
