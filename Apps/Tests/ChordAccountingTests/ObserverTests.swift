import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct ObserverTests {
  private let book: AccountBook

  init() throws {
    book = try ScratchFolder().constructedBook()
  }

  /// What observers of all events hear during a body, in its order.
  private func heard(_ body: () throws -> Void) rethrows -> [Change] {
    final class Log { var changes: [Change] = [] }
    let log = Log()
    for kind in ChangeKind.allCases { book.observers.add(for: kind) { log.changes.append($0) } }
    try body()
    return log.changes
  }

  @Test func `the source's four events come in its order, one for each change`() throws {
    #expect(
      Array(ChangeKind.allCases.prefix(4))
        == [.selectedProject, .newActivity, .activityQuantityChanged, .newProjectAdded])
    let changes = try heard {
      try book.select(ProjectID(1))
      try book.removeActivity(301)
      try book.addActivity(301, quantity: "5")
      try book.setQuantity(of: 301, to: "6")
      try book.addProject(named: "A", employer: "B", team: Team(["C"]))
    }
    let vents = try #require(PositionNumber(301))
    let one = ProjectID(1)
    #expect(
      changes == [
        .selectedProject(one), .activityRemoved(vents, from: one), .newActivity(vents, in: one),
        .activityQuantityChanged(vents, in: one), .newProjectAdded(ProjectID(2)),
      ])
  }

  @Test func `observers hear of removals, photos and dictionaries, too`() throws {
    let one = ProjectID(1)
    let changes = try heard {
      let photo = try book.addPhoto(png: AccountBookFixture.photo(width: 4, height: 3))
      try book.removePhoto(photo.id)
      try book.importDictionary(ActivityList(json: Array(constructedJSON.utf8)))
      try book.removeProject(one)
    }
    #expect(
      changes == [
        .newPhoto(PhotoID(1), of: one), .photoRemoved(PhotoID(1), of: one),
        .newDictionary(count: 4), .projectRemoved(one), .selectedProject(nil),
      ])
  }

  @Test func `a refused call raises no event`() throws {
    let changes = heard {
      _ = try? book.select(ProjectID(9))
      _ = try? book.addActivity(101, quantity: "1")
      _ = try? book.setQuantity(of: 101, to: "0")
      _ = try? book.removeActivity(9)
      _ = try? book.addPhoto(png: [1])
      _ = try? book.removePhoto(PhotoID(9))
      _ = try? book.removeProject(ProjectID(9))
    }
    #expect(changes.isEmpty)
    #expect(book.selection == ProjectID(1))
  }

  @Test func `observers of an event are called in the order in which they were added`() throws {
    final class Log { var names: [String] = [] }
    let log = Log()
    for name in ["list", "total", "list"] {
      book.observers.add(for: .newActivity) { _ in log.names.append(name) }
    }
    book.observers.add(for: .activityRemoved) { _ in log.names.append("other") }
    try book.removeActivity(301)
    try book.addActivity(301, quantity: "1")
    #expect(log.names == ["other", "list", "total", "list"])
  }

  @Test func `an observer sees the change already made`() throws {
    final class Log { var quantities: [String] = [] }
    let log = Log()
    book.observers.add(for: .activityQuantityChanged) { [book] _ in
      log.quantities += (try? book.activities().map(\.quantity.description)) ?? []
    }
    try book.setQuantity(of: 101, to: "7.5")
    #expect(log.quantities == ["7.5", "125.5", "42.75", "3"])
  }
}
