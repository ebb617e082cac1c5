import AppStorage
import GRDB

/// The rows of what surrounds the line of a file: its sections, parties and flows. Most files have
/// none, and no statement is run for them; the others have few, which are written anew as a whole.
enum SurroundingsRows {
  private static let tables = ["section", "party", "flow"]

  /// What surrounds a file's line.
  static func read(of file: FileRow, in database: Database) throws -> Surroundings {
    guard file.surroundings > 0 else { return .none }
    var surroundings = Surroundings.none
    surroundings.sections = try rows(
      "SELECT first, isParallel, label FROM section WHERE fileID = ? ORDER BY first", of: file,
      in: database
    ) { row in
      // Its place on the line is compared with the line by the map.
      StreamSection(
        label: try Label(row.text(2)), first: Int(row.integer(0)), isParallel: row.integer(1) != 0)
    }
    let parties = try rows(
      "SELECT kind, label FROM party WHERE fileID = ?", of: file, in: database
    ) { (try party($0.text(0), of: file), try Label($0.text(1))) }
    surroundings.parties = Dictionary(parties, uniquingKeysWith: { first, _ in first })
    surroundings.flows = try rows(
      """
      SELECT fromParty, fromStep, toParty, toStep, way, label FROM flow WHERE fileID = ?
      ORDER BY place
      """, of: file, in: database
    ) { row in
      let way = row.text(4)
      guard let known = InformationFlow.Way(rawValue: way) else {
        throw damage("\(way) is no way of information", of: file)
      }
      return try InformationFlow(
        from: end(row, 0, of: file), to: end(row, 2, of: file), way: known, row.text(5))
    }
    let count = surroundings.count
    guard count == file.surroundings else {
      throw damage(
        "it says it has \(file.surroundings) sections, parties and flows, but has \(count)",
        of: file)
    }
    return surroundings
  }

  /// Writes what surrounds a file's line in the place of what the store has.
  static func replace(
    _ surroundings: Surroundings, of file: FileRow, in database: Database
  ) throws {
    try remove(of: file, in: database)
    for section in surroundings.sections {
      let statement = try PreparedStatement(
        "INSERT INTO section(fileID, first, isParallel, label) VALUES (?, ?, ?, ?)", in: database)
      try statement.bind(file.id, at: 1)
      try statement.bind(Int64(section.first), at: 2)
      try statement.bind(section.isParallel ? 1 : 0, at: 3)
      try statement.bind(section.label.text, at: 4)
      try statement.run()
    }
    for (party, label) in surroundings.parties {
      let statement = try PreparedStatement(
        "INSERT INTO party(fileID, kind, label) VALUES (?, ?, ?)", in: database)
      try statement.bind(file.id, at: 1)
      try statement.bind(party.rawValue, at: 2)
      try statement.bind(label.text, at: 3)
      try statement.run()
    }
    for (place, flow) in surroundings.flows.enumerated() {
      let statement = try PreparedStatement(
        """
        INSERT INTO flow(fileID, place, fromParty, fromStep, toParty, toStep, way, label)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, in: database)
      try statement.bind(file.id, at: 1)
      try statement.bind(Int64(place), at: 2)
      try bind(flow.from, to: statement, at: 3)
      try bind(flow.to, to: statement, at: 5)
      try statement.bind(flow.way.rawValue, at: 7)
      try statement.bind(flow.label.text, at: 8)
      try statement.run()
    }
  }

  /// Takes away what surrounds a file's line.
  static func remove(of file: FileRow, in database: Database) throws {
    for table in tables {
      let statement = try PreparedStatement("DELETE FROM \(table) WHERE fileID = ?", in: database)
      try statement.bind(file.id, at: 1)
      try statement.run()
    }
  }

  private static func rows<Value>(
    _ sql: String, of file: FileRow, in database: Database,
    _ value: (PreparedStatement) throws -> Value
  ) throws -> [Value] {
    let statement = try PreparedStatement(sql, in: database)
    defer { statement.finish() }
    try statement.bind(file.id, at: 1)
    var values: [Value] = []
    while try statement.step() { values.append(try value(statement)) }
    return values
  }

  private static func end(
    _ row: PreparedStatement, _ column: Int32, of file: FileRow
  ) throws -> InformationFlow.End {
    if let step = row.integerIfAny(column + 1) { return .step(StickerID(step)) }
    return .party(try party(row.text(column), of: file))
  }

  private static func party(_ kind: String, of file: FileRow) throws -> Party {
    guard let party = Party(rawValue: kind) else {
      throw damage("\(kind) is no party", of: file)
    }
    return party
  }

  private static func bind(
    _ end: InformationFlow.End, to statement: PreparedStatement, at parameter: Int32
  ) throws {
    switch end {
    case .party(let party):
      try statement.bind(party.rawValue, at: parameter)
      try statement.bind(nil, at: parameter + 1)
    case .step(let id):
      try statement.bind(nil, at: parameter)
      try statement.bind(id.number, at: parameter + 1)
    }
  }

  private static func damage(_ reason: String, of file: FileRow) -> LibraryError {
    .fileDamaged(fileName: file.listed.fileName, sticker: nil, reason: reason)
  }
}

extension Surroundings {
  /// How many sections, parties and flows there are.
  var count: Int { sections.count + parties.count + flows.count }
}
