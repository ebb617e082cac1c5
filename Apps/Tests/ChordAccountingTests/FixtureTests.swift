import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct FixtureTests {
  @Test func `equal seeds give equal books, the same on every build`() throws {
    func total(seed: UInt64) throws -> [String] {
      let book = try ScratchFolder().book()
      try AccountBookFixture(entries: 500, projects: 3, activities: 20, photos: 2, seed: seed)
        .fill(book)
      let projects = try book.projects.all()
      #expect(projects.count == 3)
      #expect(try book.photos.all(of: projects[0].id).count == 2)
      #expect(try book.photos.all(of: projects[1].id).isEmpty)
      return try projects.map { try book.projects.account(of: $0.id).total.description }
    }
    // As a program in another language draws and adds them.
    let totals = try total(seed: 2018)
    #expect(totals == ["511191.38", "269792.71", "340573.69"])
    #expect(try total(seed: 2019) != totals)
  }

  @Test func `the fixture's JSON reads back as its dictionary`() throws {
    let fixture = try AccountBookFixture(entries: 300, seed: 1)
    #expect(try ActivityList(json: fixture.json) == fixture.list)
  }

  @Test func `impossible fixtures, and filling a book that is not empty, are refused`() throws {
    #expect(
      refusal { () throws(AccountingError) in try AccountBookFixture(entries: -1, seed: 1) }
        == "Cannot make a fixture: -1 entries are not 0 to 100000.")
    let folder = try ScratchFolder()
    let book = try folder.constructedBook()
    #expect(
      refusal { () throws(AccountingError) in
        try AccountBookFixture(entries: 1, seed: 1).fill(book)
      } == "Cannot fill the account book \(folder.store) with a fixture: it is not empty.")
  }
}
