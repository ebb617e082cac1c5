import GRDB
import Testing

@testable import AppStorage

@Suite struct PreparedStatementTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
  }

  @Test(arguments: [.min, -1, 0, .max, nil] as [Int64?])
  func `an integer or NULL comes back as it was bound`(_ number: Int64?) throws {
    try queue.read { database in
      let statement = try PreparedStatement("SELECT ?", in: database)
      defer { statement.finish() }
      try statement.bind(number, at: 1)
      #expect(try statement.step())
      #expect(statement.isNull(0) == (number == nil))
      #expect(statement.integerIfAny(0) == number)
      #expect(statement.integer(0) == number ?? 0)
      #expect(try !statement.step())
    }
  }

  @Test(arguments: ["", "Prüfung 🏭", "a\0b"])
  func `text and bytes come back as they were bound, and are not NULL`(_ text: String) throws {
    try queue.read { database in
      let statement = try PreparedStatement("SELECT ?1, ?2", in: database)
      defer { statement.finish() }
      try statement.bind(text, at: 1)
      try statement.bind(Array(text.utf8) + [0xff], at: 2)
      #expect(try statement.step())
      #expect(!statement.isNull(0) && statement.text(0) == text)
      #expect(statement.bytes(1) == Array(text.utf8) + [0xff])
    }
  }

  @Test func `an error of SQLite is thrown with its own words`() throws {
    try queue.read { database in
      let statement = try PreparedStatement("SELECT abs(?)", in: database)
      let range = #expect(throws: DatabaseError.self) { try statement.bind(1, at: 2) }
      #expect(range?.resultCode == .SQLITE_RANGE)
      #expect(range?.message == "column index out of range")
      // The smallest integer has no counterpart above 0.
      try statement.bind(.min, at: 1)
      let overflow = #expect(throws: DatabaseError.self) { try statement.step() }
      #expect(overflow?.resultCode == .SQLITE_ERROR)
      #expect(overflow?.message == "integer overflow")
      try statement.bind(-3, at: 1)
      #expect(try statement.step() && statement.integer(0) == 3)
    }
  }
}
