import AppStorage
import GRDB

extension SearchTable {
  /// More rows than this are left to FTS5 to rank: to find out that there are must cost little
  /// beside the search that follows.
  private static let few = 2 * MapLibrary.searchLimit

  /// Goes through what fits, best stage first, within each the row written last first. `select`
  /// reads what is wanted of a row, from this table and others joined to it; the row's number comes
  /// first. `take` reads the row that a statement stands at, and returns false when it has enough.
  func find(
    _ expression: SearchExpression, select: String, in database: Database,
    take: (PreparedStatement) throws -> Bool
  ) throws {
    // Every stage goes through all texts that hold a part of what was typed, unless there is enough
    // before. Of one word there mostly is. Of several, a frequent one makes the way long, and a rare
    // one the result short: then one way is better than three.
    if let few = try fewRows(for: expression, in: database) {
      let statement = try PreparedStatement("\(select) WHERE \(rawValue).rowid = ?", in: database)
      defer { statement.finish() }
      for row in few {
        statement.finish()
        try statement.bind(row, at: 1)
        guard try !statement.step() || take(statement) else { return }
      }
      return
    }
    let statement = try PreparedStatement(latestFirst(select), in: database)
    defer { statement.finish() }
    var rows: Set<Int64> = []
    for stage in expression.stages(in: self) {
      statement.finish()
      try statement.bind(stage.expression, at: 1)
      while try statement.step() {
        let row = statement.integer(0)
        guard try stage.isExact || stage.fits(indexed(at: row, in: database)) else { continue }
        // What an earlier stage has found, a later one finds too.
        guard rows.insert(row).inserted else { continue }
        guard try take(statement) else { return }
      }
    }
  }

  /// Without a LIMIT: SQLite delivers row by row, and whoever has enough stops asking.
  func latestFirst(_ select: String) -> String {
    "\(select) WHERE \(rawValue) MATCH ? ORDER BY \(rawValue).rowid DESC"
  }

  /// All rows that fit several words, ranked by what they hold; nil where there are too many, or
  /// where one word was typed.
  private func fewRows(
    for expression: SearchExpression, in database: Database
  ) throws -> [Int64]? {
    guard let search = expression.severalWords else { return nil }
    let statement = try PreparedStatement(
      latestFirst("SELECT rowid FROM \(rawValue)"), in: database)
    defer { statement.finish() }
    try statement.bind(search.expression, at: 1)
    var rows: [Int64] = []
    while try statement.step() {
      guard rows.count < Self.few else { return nil }
      rows.append(statement.integer(0))
    }
    let stages = expression.stages(in: self)
    var ranked = stages.map { _ in [Int64]() }
    for row in rows {
      let text = try indexed(at: row, in: database)
      guard let rank = stages.firstIndex(where: { $0.fits(text) }) else { continue }
      ranked[rank].append(row)
    }
    return ranked.flatMap { $0 }
  }

  private func indexed(at row: Int64, in database: Database) throws -> String {
    let statement = try PreparedStatement(
      "SELECT text FROM \(rawValue) WHERE rowid = ?", in: database)
    defer { statement.finish() }
    try statement.bind(row, at: 1)
    return try statement.step() ? statement.text(0) : ""
  }
}
