import AppStorage
import GRDB
import SeededRandom

/// A library made up from a seed: equal arguments give equal files, of equal names, dates and maps,
/// on every machine and build. The store that holds them has its own identity, as each has.
///
/// ```swift
/// let library = try MapLibrary(path: path, durability: .appCrash)
/// try LibraryFixture(files: 10_000, stickersPerFile: 10, seed: 2016).fill(library)
/// ```
public struct LibraryFixture: Sendable {
  /// 2016-05-02 08:00 UTC: the files of a fixture were saved before it, a minute apart.
  public static let now = Timestamp(milliseconds: 1_462_176_000_000)
  private static let minute: Int64 = 60_000
  /// The memory in which FTS5 collects before it writes: what the whole fixture takes, up to this.
  private static let pendingBytes = 16_000_000
  /// FTS5's own setting.
  private static let usualPendingBytes = 1_048_576

  /// The number of files.
  public let files: Int
  /// The number of stickers in each file.
  public let stickersPerFile: Int
  /// The seed that all else follows from.
  public let seed: UInt64

  /// A fixture to be filled into any number of libraries.
  /// - Throws: ``LibraryError/fixtureImpossible(reason:)`` for numbers out of range.
  public init(files: Int, stickersPerFile: Int, seed: UInt64) throws(LibraryError) {
    guard 0...1_000_000 ~= files else {
      throw .fixtureImpossible(reason: "\(files) files are not 0 to 1,000,000")
    }
    guard 0...1_000_000 ~= stickersPerFile else {
      throw .fixtureImpossible(reason: "\(stickersPerFile) stickers are not 0 to 1,000,000")
    }
    self.files = files
    self.stickersPerFile = stickersPerFile
    self.seed = seed
  }

  /// Fills the library, in one transaction.
  ///
  /// The store is left as one that was opened a while ago: all in the main file, the log empty, no
  /// page in the cache, the search in one piece. What follows is then measured without the
  /// filling's remains.
  /// - Throws: ``LibraryError/notEmpty(path:)`` and the store's errors.
  public func fill(_ library: MapLibrary) throws(LibraryError) {
    let path = library.path
    try library.store.write { database in
      let isFilled = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM file)")
      guard isFilled != true else { throw LibraryError.notEmpty(path: path) }
      try Self.setPending(Self.pendingBytes, in: database)
      try fill(database)
      for table in [SearchTable.files, .stickers] {
        try database.execute(
          sql: "INSERT INTO \(table.rawValue)(\(table.rawValue)) VALUES ('optimize')")
      }
      try Self.setPending(Self.usualPendingBytes, in: database)
    }
    try library.store.settle()
  }

  private func fill(_ database: Database) throws {
    var random = SplitMix64(seed: seed)
    // Two searches share what FTS5 collects, and it writes out when a row does not ascend; names
    // and stickers ascend each in their own table.
    for number in 0..<files {
      let age = Int64(files - number)
      let date = Self.now.advanced(byMilliseconds: -age * Self.minute)
      let name = try FileName(ProcessNames.fileName(number + 1, &random))
      let map = try MapFixture.map(stickers: stickersPerFile, &random)
      let revision = try FileRow.nextRevision(in: database)
      let row = FileRow(
        saved: try SaveOrder.key(at: date, in: database), id: revision, revision: revision,
        fileName: name.text, dateCreated: date, dateUpdated: date, map: map)
      try row.insert(in: database)
      var writer = try StickerWriter(row, in: database)
      try writer.insertAll(map)
    }
  }

  private static func setPending(_ bytes: Int, in database: Database) throws {
    for table in [SearchTable.files, .stickers] {
      try database.execute(
        sql: "INSERT INTO \(table.rawValue)(\(table.rawValue), rank) VALUES ('hashsize', ?)",
        arguments: [bytes])
    }
  }
}
