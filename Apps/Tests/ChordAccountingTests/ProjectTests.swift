import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct ProjectTests {
  private let folder: ScratchFolder
  private let book: AccountBook

  init() throws {
    folder = try ScratchFolder()
    book = try folder.constructedBook()
  }

  private func words(_ body: () throws(AccountingError) -> some Any) -> String { refusal(body) }

  @Test func `projects are listed with the latest first, and one is selected`() throws {
    let other = try book.addProject(named: " Vestergade 1 ", employer: "B", team: Team(["Ida"]))
    #expect(try book.projects.all().map(\.name) == ["Vestergade 1", "Havnegade 5"])
    #expect(try book.projects.project(other.id) == other)
    #expect(try book.activities().count == 4)
    try book.select(other.id)
    #expect(try book.activities().isEmpty)
    #expect(try book.account().total.description == "0.00")
    #expect(try book.projects.activities(of: ProjectID(1)).count == 4)
  }

  @Test func `a call about the selected project is refused if none is selected`() throws {
    let fresh = try folder.book()
    #expect(fresh.selection == nil)
    let texts = [
      words { () throws(AccountingError) in try fresh.addActivity(101, quantity: "1") },
      words { () throws(AccountingError) in try fresh.setQuantity(of: 101, to: "1") },
      words { () throws(AccountingError) in try fresh.removeActivity(101) },
      words { () throws(AccountingError) in try fresh.activities() },
      words { () throws(AccountingError) in try fresh.account() },
      words { () throws(AccountingError) in try fresh.addPhoto(png: []) },
    ]
    #expect(
      texts == [String](repeating: "No project is selected; select one first.", count: 6))
  }

  @Test func `an activity of the dictionary is added to a project only once`() throws {
    #expect(
      words { () throws(AccountingError) in try book.addActivity(101, quantity: "1") }
        == "The project \"Havnegade 5\" has activity 101 already; change its quantity.")
    #expect(
      words { () throws(AccountingError) in try book.addActivity(999, quantity: "1") }
        == "The dictionary has no activity 999.")
    #expect(
      words { () throws(AccountingError) in try book.addActivity(.min, quantity: "1") }
        == "The dictionary has no activity -9223372036854775808.")
    try book.removeActivity(301)
    #expect(
      words { () throws(AccountingError) in try book.addActivity(301, quantity: "0.5") }
        == "The quantity is \"0.5\"; allowed are whole pieces, 1 to 999999.")
    #expect(try book.activities().map(\.entry.pos.number) == [101, 102, 201])
    #expect(try book.account().sum.description == "6566.10")
  }

  @Test func `changing a quantity changes only the amount of its activity`() throws {
    let before = try book.activities()
    #expect(try book.setQuantity(of: 101, to: "100").amount.description == "2135.00")
    let after = try book.activities()
    #expect(after[0].amount.description == "2135.00" && after[0].entry == before[0].entry)
    #expect(after.dropFirst() == before.dropFirst())
    #expect(try book.account().total.description == "6456.68")
    for text in ["0", "-5", "1e3", ""] {
      #expect(throws: AccountingError.self) { try book.setQuantity(of: 101, to: text) }
    }
    #expect(
      words { () throws(AccountingError) in try book.setQuantity(of: 999, to: "1") }
        == "The project \"Havnegade 5\" has no activity 999.")
    #expect(
      words { () throws(AccountingError) in try book.removeActivity(999) }
        == "The project \"Havnegade 5\" has no activity 999.")
    #expect(try book.activities() == after)
  }

  @Test func `a project keeps its prices when the dictionary changes`() throws {
    let before = try book.account()
    let dearer = "[{\"pos\": 101, \"type\": \"Felt\", \"unit\": \"pcs\", \"price\": \"99.00\"}]"
    try book.importDictionary(ActivityList(json: Array(dearer.utf8)))
    #expect(try book.account() == before)
    // It is in the unit it was added in that a quantity is changed.
    #expect(try book.setQuantity(of: 101, to: "100.5").amount.description == "2145.675")
    try book.removeActivity(101)
    #expect(try book.addActivity(101, quantity: "2").amount.description == "198.00")
    #expect(throws: AccountingError.noSuchActivity(102)) {
      try book.addActivity(102, quantity: "1")
    }
  }

  @Test func `removing a project removes all it had, and its number is not used again`() throws {
    try book.addPhoto(png: AccountBookFixture.photo(width: 40, height: 30))
    try book.removeProject(ProjectID(1))
    #expect(book.selection == nil)
    #expect(try book.projects.all().isEmpty)
    for table in ["activity", "photo"] {
      #expect(try book.store.text("SELECT count(*) FROM \(table)") == "0")
    }
    let next = try book.addProject(named: "A", employer: "B", team: Team(["C"]))
    #expect(next.id == ProjectID(2))
    let gone = "There is no project 1."
    #expect(words { () throws(AccountingError) in try book.select(ProjectID(1)) } == gone)
    #expect(
      words { () throws(AccountingError) in try book.removeProject(ProjectID(1)) } == gone)
    #expect(book.selection == nil)
  }

  @Test func `a project that another program removed accepts no changes`() throws {
    try folder.book().removeProject(ProjectID(1))
    let gone = "There is no project 1."
    #expect(
      words { () throws(AccountingError) in try book.addActivity(101, quantity: "1") } == gone)
    #expect(
      words { () throws(AccountingError) in try book.setQuantity(of: 101, to: "1") } == gone)
    #expect(words { () throws(AccountingError) in try book.account() } == gone)
    let photo = try AccountBookFixture.photo(width: 4, height: 3)
    #expect(words { () throws(AccountingError) in try book.addPhoto(png: photo) } == gone)
  }

  @Test func `invalid texts and teams are refused`() throws {
    func add(_ name: String, _ employer: String = "B", _ roofers: [String] = ["C"]) -> String {
      words { () throws(AccountingError) in
        try book.addProject(named: name, employer: employer, team: Team(roofers))
      }
    }
    #expect(add(" \t") == "The project's name is empty.")
    #expect(add("A", "") == "The employer's name is empty.")
    #expect(add("A", "B", ["C", " "]) == "The roofer's name is empty.")
    #expect(
      add("A\nB")
        == "The project's name holds the control character U+000A; it is one line of text.")
    #expect(
      add("A\u{2028}")
        == "The project's name holds the control character U+2028; it is one line of text.")
    #expect(
      add(String(repeating: "å", count: 101))
        == "The project's name has 202 bytes; allowed are 200.")
    #expect(add("A", "B", []) == "A team is one roofer or two, not 0.")
    #expect(add("A", "B", ["C", "D", "E"]) == "A team is one roofer or two, not 3.")
    #expect(try book.projects.all().count == 1)
  }

  @Test func `a project with its account and photos is unchanged after a restart`() throws {
    try book.addPhoto(png: AccountBookFixture.photo(width: 40, height: 30))
    let account = try book.account()
    let photos = try book.photos.all(of: book.selected())
    try book.close()
    let again = try folder.book()
    #expect(again.selection == nil)
    try again.select(account.project.id)
    #expect(try again.account() == account)
    #expect(try again.photos.all(of: again.selected()) == photos)
    #expect(try again.dictionary.count() == 4)
  }
}
