import GRDB
import TestSupport
import Testing

@testable import ValueStream

/// What surrounds the line, symbols and the look chosen last, in the store.
@Suite struct SurroundingsStoreTests {
  private let folder: ScratchFolder
  private let library: MapLibrary

  init() throws {
    folder = try ScratchFolder()
    library = try folder.library()
  }

  private func bracket() throws -> StreamMap {
    var map = try BracketStream.current()
    try BracketStream.surround(&map)
    try map.beginSection("Stamping", at: 0)
    try map.beginSection("Weld", at: 3)
    try map.beginSection("Assembly", at: 7, isParallel: true)
    return map
  }

  private func rows() throws -> [Int] {
    try ["section", "party", "flow"].map {
      try library.store.number("SELECT count(*) FROM \($0)")
    }
  }

  @Test func `a map is opened with the surroundings it was saved with`() throws {
    let map = try bracket()
    var file = try library.saveAs(map, named: "Bracket")
    #expect(try library.open("Bracket").map == map)
    #expect(try rows() == [3, 3, 9])
    // The list has the lead time of the longest way.
    #expect(try library.files().map(\.leadTime) == [map.leadTime])
    #expect(map.leadTime < map.totals.leadTime)
    var edited = map
    try edited.remove(.customer)
    try edited.dissolveSection(at: 3)
    try edited.change(at: 1) { $0.symbol = .transport }
    try library.save(edited, in: &file)
    #expect(try library.open("Bracket").map == edited)
    #expect(try rows() == [2, 2, 7])
    try library.delete("Bracket")
    #expect(try rows() == [0, 0, 0])
    try library.store.check()
  }

  @Test func `surroundings that did not change are not written again`() throws {
    var file = try library.saveAs(try bracket(), named: "Bracket")
    var map = file.map
    try map.change(at: 0) { sticker throws(MapError) in try sticker.write("Coils, now fewer") }
    let before = try library.store.number("SELECT total_changes()")
    try library.save(map, in: &file)
    let changed = try library.store.number("SELECT total_changes()") - before
    try map.put(.customer, named: "Detroit")
    let middle = try library.store.number("SELECT total_changes()")
    try library.save(map, in: &file)
    // All 15 rows anew.
    #expect(try library.store.number("SELECT total_changes()") - middle >= 30)
    #expect(changed < 30)
    #expect(try library.open("Bracket").map.surroundings.parties[.customer]?.text == "Detroit")
  }

  @Test func `overwriting another's changes saves the surroundings, too`() throws {
    var mine = try library.saveAs(try bracket(), named: "Bracket")
    var theirs = try library.open("Bracket")
    var map = theirs.map
    try map.remove(.control)
    try folder.library().save(map, in: &theirs)
    #expect(throws: LibraryError.self) { try library.save(mine.map, in: &mine) }
    let whole = mine.map
    try library.save(whole, in: &mine, overwriting: true)
    #expect(try library.open("Bracket").map == whole)
  }

  @Test(arguments: [
    (
      "DELETE FROM party WHERE kind = 'supplier'",
      "it says it has 15 sections, parties and flows, but has 14"
    ),
    ("UPDATE party SET kind = 'rival' WHERE kind = 'supplier'", "rival is no party"),
    ("UPDATE flow SET fromParty = 'rival' WHERE place = 0", "rival is no party"),
    ("UPDATE flow SET way = 'pigeon' WHERE place = 0", "pigeon is no way of information"),
    ("UPDATE flow SET toStep = 77 WHERE place = 5", "No step has the number 77"),
    (
      "UPDATE flow SET fromParty = toParty WHERE place = 0",
      "Information can't flow from one to itself"
    ),
    (
      "UPDATE section SET first = 11 WHERE first = 7",
      "There is no sticker at position 11: the map has 11"
    ),
    (
      "UPDATE section SET isParallel = 1 WHERE first = 0",
      "The first step can't run beside others: there are none before it"
    ),
    ("UPDATE section SET label = '' WHERE first = 3", "A label needs a text"),
    (
      "UPDATE file SET surroundings = -1 WHERE surroundings > 0",
      "-1 is no count of sections, parties and flows"
    ),
    (
      "UPDATE section SET isParallel = 0 WHERE first = 7",
      "it says it takes 1054903 seconds, but its stickers take 1303988"
    ),
  ])
  func `surroundings that can't be make only their file damaged`(change: String, reason: String)
    throws
  {
    _ = try library.saveAs(try bracket(), named: "hurt")
    _ = try library.saveAs(try map("a"), named: "well")
    try library.store.damage(change)
    #expect(
      refusal { () throws(LibraryError) in try library.open("hurt") }
        == "The file \"hurt\" is damaged: \(reason).")
    #expect(try library.open("well").map.texts == ["a"])
    try library.delete("hurt")
  }

  @Test func `a sticker with an unknown symbol makes its file damaged`() throws {
    _ = try library.saveAs(try map("a", "b"), named: "hurt")
    let change = "UPDATE sticker SET symbol = 'kanban' WHERE number = 2"
    #expect(throws: DatabaseError.self) { try library.store.execute(change) }
    try library.store.damage(change)
    #expect(
      refusal { () throws(LibraryError) in try library.open("hurt") }
        == "The file \"hurt\" is damaged at sticker 2: There is no symbol \"kanban\": the list has "
        + "process, inventory, transport.")
  }

  @Test func `the look chosen last is kept when the library is closed`() throws {
    #expect(try library.style() == .standard)
    let style = StickerStyle(
      font: StickerFont(family: .monospace, size: .points18), background: .violet)
    try library.keep(style)
    try library.close()
    let again = try folder.library()
    #expect(try again.style() == style)
    try again.store.damage("UPDATE library SET background = 'red'")
    #expect(
      refusal { () throws(LibraryError) in try again.style() }
        == "Cannot use the library \(again.path): the file is damaged or no database (the style: "
        + "There is no colour \"red\": the list has yellow, white, blue, pink, grey, violet.).")
  }
}
