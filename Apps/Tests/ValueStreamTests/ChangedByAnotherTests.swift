import AppStorage
import GRDB
import Glibc
import TestSupport
import Testing

@testable import ValueStream

@Suite struct ChangedByAnotherTests {
  let folder: ScratchFolder
  let mine: MapLibrary
  let other: MapLibrary

  init() throws {
    folder = try ScratchFolder()
    mine = try folder.library()
    other = try folder.library()
  }

  /// A file open here, which the other has saved since; what it has there, and when.
  private func contested() throws -> (OpenFile, StreamMap, Timestamp) {
    let file = try mine.saveAs(try map("one", "two", "three"), named: "shared")
    var theirs = try other.open("shared")
    var changed = theirs.map
    try changed.remove(at: 0)
    try changed.insert(at: 2) { sticker throws(MapError) in try sticker.write("theirs") }
    try other.save(changed, in: &theirs)
    return (file, changed, theirs.dateUpdated)
  }

  @Test func `saving over changes of another library is refused, and nothing is lost`() throws {
    var (file, theirs, moment) = try contested()
    let edited = try map("one", "two, edited")
    #expect(throws: LibraryError.changedByAnother(fileName: "shared", at: moment)) {
      try mine.save(edited, in: &file)
    }
    #expect(try other.open("shared").map.stickers == theirs.stickers)
    #expect(file.map.texts == ["one", "two", "three"])
    // It stays refused, and can be saved as a new file.
    #expect(throws: LibraryError.self) { try mine.save(edited, in: &file) }
    let copy = try mine.saveAs(edited, named: "shared, mine")
    #expect(copy.map.texts == ["one", "two, edited"])
    #expect(try mine.open("shared").map.stickers == theirs.stickers)
    try mine.store.check()
  }

  @Test func `saving over another's changes on purpose replaces them with the saved map`() throws {
    var (file, _, _) = try contested()
    let edited = try map("three", "one", "new")
    try mine.save(edited, in: &file, overwriting: true)
    #expect(try other.open("shared").map.stickers == edited.stickers)
    #expect(try mine.searchStickers("theirs").isEmpty)
    try mine.save(try map("again"), in: &file)
    #expect(try mine.open("shared").map.texts == ["again"])
    try mine.store.check()
  }

  @Test
  func `opening a file reports whether another library changed it since it was last read here`()
    throws
  {
    let (_, theirs, moment) = try contested()
    let reopened = try mine.open("shared")
    #expect(reopened.changedByAnotherAt == moment)
    #expect(reopened.map.stickers == theirs.stickers)
    #expect(try mine.open("shared").changedByAnotherAt == nil)
    #expect(try other.open("shared").changedByAnotherAt == nil)
    #expect(try folder.library().open("shared").changedByAnotherAt == nil)
  }

  @Test func `saving a file through a second window counts as another's change, too`() throws {
    var first = try mine.saveAs(try map("a"), named: "twice")
    var second = try mine.open("twice")
    try mine.save(try map("a", "b"), in: &second)
    #expect(throws: LibraryError.changedByAnother(fileName: "twice", at: second.dateUpdated)) {
      try mine.save(try map("c"), in: &first)
    }
  }

  @Test func `a file that another library renamed is saved under its new name`() throws {
    var file = try mine.saveAs(try map("a"), named: "old")
    try other.rename("old", to: "new")
    try mine.save(try map("a", "b"), in: &file)
    #expect(file.fileName == "new")
    #expect(try mine.files().map(\.fileName) == ["new"])
    try mine.store.check()
  }

  @Test func `an earlier revision noted late does not count as another's change`() throws {
    var file = try mine.saveAs(try map("a"), named: "noted")
    let earlier = try mine.store.read { try FileRow.find(id: file.id, in: $0) }
    try mine.save(try map("b"), in: &file)
    // As when another thread had opened the file before that save, and notes it only now.
    mine.meet(try #require(earlier))
    #expect(try mine.open("noted").changedByAnotherAt == nil)
  }

  @Test func `a file is saved in its own library and in no other`() throws {
    let elsewhere = try ScratchFolder()
    let stranger = try elsewhere.library()
    var file = try mine.saveAs(try map("mine"), named: "plan")
    let theirs = try stranger.saveAs(try map("theirs"), named: "plan")
    #expect((file.id, file.revision) == (theirs.id, theirs.revision))
    let edited = try map("mine", "more")
    for overwriting in [false, true] {
      #expect(
        refusal { () throws(LibraryError) in
          try stranger.save(edited, in: &file, overwriting: overwriting)
        } == "The file \"plan\" is one of another library than \(elsewhere.store): save the map "
          + "there as a new file.")
    }
    #expect(try stranger.open("plan").map.texts == ["theirs"])
    // Another library on the same store is the same.
    try other.save(edited, in: &file)
    #expect(try mine.open("plan").map.texts == ["mine", "more"])
  }

  @Test func `a save does not overwrite the save of another process`() async throws {
    var file = try mine.saveAs(try map("mine"), named: "between processes")
    let path = folder.store
    await #expect(processExitsWith: .success) { [path = path as String] in
      let library = try MapLibrary(path: path)
      var file = try library.open("between processes")
      var map = file.map
      try map.insert(at: 1) { sticker throws(MapError) in try sticker.write("by a process") }
      try library.save(map, in: &file)
    }
    #expect(throws: LibraryError.self) { try mine.save(try map("lost?"), in: &file) }
    let opened = try mine.open("between processes")
    #expect(opened.changedByAnotherAt != nil)
    #expect(opened.map.texts == ["mine", "by a process"])
  }

  @Test func `a process killed in the middle of a save leaves the file as it was`() async throws {
    _ = try mine.saveAs(try map("whole"), named: "survivor")
    let path = folder.store
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let library = try MapLibrary(path: path)
      let file = try library.open("survivor")
      try library.store.write { database in
        let row = try #require(try FileRow.find(id: file.id, in: database))
        var writer = try StickerWriter(row, in: database)
        try writer.removeAll()
        try database.execute(sql: "UPDATE file SET stickerCount = 0")
        raise(SIGKILL)
      }
    }
    #expect(try mine.open("survivor").map.texts == ["whole"])
    #expect(try mine.searchStickers("whole").count == 1)
    try mine.store.check()
  }
}
