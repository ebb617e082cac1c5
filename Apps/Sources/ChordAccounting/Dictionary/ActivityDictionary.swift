import AppStorage
import GRDB

/// The dictionary of activities: what a roofer looks up instead of the handbook.
///
/// It is imported as a whole, in the place of the one before, and changed in no other way; the
/// projects keep the prices at which they added. ``AccountBook/importDictionary(_:)`` does so.
public struct ActivityDictionary: Sendable {
  /// The default number of hits that a search shows.
  public static let searchLimit = 50

  let store: AccountStore

  /// The number of entries.
  public func count() throws(AccountingError) -> Int {
    try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") ?? 0 }
  }

  /// The entry of a number; nil where there is none.
  public func entry(_ pos: Int64) throws(AccountingError) -> DictionaryEntry? {
    try store.read { try EntryRow.find(pos, in: $0) }
  }

  /// Entries by their names and numbers, for every key typed.
  ///
  /// Case, accents and width of letters make no difference. Of several words each must be there.
  /// First come the entries in which a word begins like each word typed, then those that hold each
  /// of them anywhere (from three letters on); within each by their numbers.
  /// - Returns: nothing where no letter or digit was typed.
  public func search(
    _ typed: String, limit: Int = ActivityDictionary.searchLimit
  ) throws(AccountingError) -> [DictionaryEntry] {
    let words = SearchWords(typed)
    guard !words.isEmpty, limit > 0 else { return [] }
    return try store.read { database in
      let statement = try PreparedStatement(Self.query, in: database)
      defer { statement.finish() }
      try statement.bind(words.beginnings, at: 1)
      var found: [DictionaryEntry] = []
      while found.count < limit, try statement.step() {
        found.append(try EntryRow.entry(statement))
      }
      guard found.count < limit, let anywhere = words.anywhere else { return found }
      statement.finish()
      try statement.bind(anywhere, at: 1)
      // Both come in the order of numbers, and the first are all among the second.
      var known = found[...]
      while found.count < limit, try statement.step() {
        if statement.integer(0) == known.first?.pos.number {
          known.removeFirst()
        } else {
          found.append(try EntryRow.entry(statement))
        }
      }
      return found
    }
  }

  // CROSS JOIN keeps the search outside, whose order is the result's. Without a LIMIT: SQLite delivers
  // row by row, and whoever has enough stops asking. The benchmark runs the same text from C.
  package static let query = """
    SELECT \(EntryRow.columns) FROM entrySearch CROSS JOIN entry ON entry.pos = entrySearch.rowid
    WHERE entrySearch MATCH ? ORDER BY entrySearch.rowid
    """

  /// Puts a list into the place of all entries.
  func replace(with list: ActivityList) throws(AccountingError) {
    try store.write { database in
      try database.execute(
        sql: "DELETE FROM entry; INSERT INTO entrySearch(entrySearch) VALUES ('delete-all')")
      let insert = try PreparedStatement(
        "INSERT INTO entry(pos, type, unit, price) VALUES (?, ?, ?, ?)", in: database)
      let index = try PreparedStatement(
        "INSERT INTO entrySearch(rowid, text) VALUES (?, ?)", in: database)
      // The index is written in one go where its rows ascend.
      for entry in list.entries.sorted(by: { $0.pos < $1.pos }) {
        try EntryRow.bind(entry, to: insert, from: 1)
        try insert.run()
        try index.bind(entry.pos.number, at: 1)
        try index.bind(SearchWords("\(entry.pos) \(entry.type)").indexed, at: 2)
        try index.run()
      }
      try database.execute(sql: "INSERT INTO entrySearch(entrySearch) VALUES ('optimize')")
    }
  }
}

/// The columns that an entry has, in the dictionary and in a project.
package enum EntryRow {
  static let columns = "pos, type, unit, price"

  /// The entry in the first columns of the row a statement stands at.
  /// - Throws: `DatabaseError` of damage where it can be none.
  static func entry(_ statement: PreparedStatement) throws -> DictionaryEntry {
    let number = statement.integer(0)
    guard let pos = PositionNumber(number) else {
      throw DatabaseError.damage("\(number) is no position")
    }
    guard let unit = ActivityUnit(rawValue: statement.text(2)) else {
      throw DatabaseError.damage("\(statement.text(2)) is no unit of activity \(pos)")
    }
    guard let price = Price(oere: statement.integer(3)) else {
      throw DatabaseError.damage("\(statement.integer(3)) øre are no price of activity \(pos)")
    }
    return DictionaryEntry(pos: pos, type: statement.text(1), unit: unit, price: price)
  }

  /// Sets four parameters.
  static func bind(
    _ entry: DictionaryEntry, to statement: PreparedStatement, from index: Int32
  ) throws {
    try statement.bind(entry.pos.number, at: index)
    try statement.bind(entry.type, at: index + 1)
    try statement.bind(entry.unit.rawValue, at: index + 2)
    try statement.bind(entry.price.oere, at: index + 3)
  }

  static func find(_ pos: Int64, in database: Database) throws -> DictionaryEntry? {
    let statement = try PreparedStatement(look, in: database)
    defer { statement.finish() }
    try statement.bind(pos, at: 1)
    return try statement.step() ? entry(statement) : nil
  }

  package static let look = "SELECT \(columns) FROM entry WHERE pos = ?"
}
