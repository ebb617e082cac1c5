import AppStorage
import GRDB
import Synchronization
import TestSupport

@testable import ChordAccounting

/// The four activities of the account that was reckoned by hand. Prices are invented.
let constructedJSON = """
  [
    {"pos": 101, "type": "Top felt", "unit": "m2", "price": "21.35"},
    {"pos": 102, "type": "Under felt", "unit": "m2", "price": "18.40"},
    {"pos": 201, "type": "Flashing", "unit": "lbm", "price": "36.90"},
    {"pos": 301, "type": "Vents", "unit": "pcs", "price": "145.00"}
  ]
  """

extension ScratchFolder {
  var store: String { file("accounts.sqlite") }

  /// A book on the folder's store, whose clock goes a second at each look.
  func book(durability: Durability = .appCrash) throws -> AccountBook {
    let seconds = Clock()
    return try AccountBook(path: store, durability: durability, clock: seconds.tick)
  }

  /// A book with the constructed account, selected.
  func constructedBook(roofers: [String] = ["Jens Holm", "Mads Lund"]) throws -> AccountBook {
    let book = try book()
    try book.importDictionary(ActivityList(json: Array(constructedJSON.utf8)))
    let project = try book.addProject(
      named: "Havnegade 5", employer: "Tag & Søn", team: Team(roofers))
    try book.select(project.id)
    for (pos, quantity) in [(101, "125.5"), (102, "125.5"), (201, "42.75"), (301, "3")] {
      try book.addActivity(Int64(pos), quantity: quantity)
    }
    return book
  }
}

/// Starts at the fixture's time and goes on a second at each look.
final class Clock: Sendable {
  private let seconds = Mutex<Int64>(0)

  @Sendable func tick() -> Timestamp {
    seconds.withLock { seconds in
      seconds += 1
      return AccountBookFixture.now.advanced(byMilliseconds: seconds * 1000)
    }
  }
}

/// The text of the error a call throws; "" when it throws none.
func refusal<Failure: Error>(_ body: () throws(Failure) -> some Any) -> String {
  do {
    _ = try body()
    return ""
  } catch {
    return "\(error)"
  }
}

extension AccountStore {
  /// Runs statements as another program would.
  func execute(_ sql: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// Runs statements that break what the schema promises, as a defect of a disk would.
  func damage(_ sql: String) throws {
    try execute(
      "PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0; \(sql); "
        + "PRAGMA foreign_keys = 1; PRAGMA ignore_check_constraints = 0")
  }

  func text(_ sql: String) throws -> String? {
    try queue.writeWithoutTransaction { try String.fetchOne($0, sql: sql) }
  }
}
