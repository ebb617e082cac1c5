import AppStorage
import Foundation
import NoteExchange
import TestSupport
import Testing

@testable import FieldNotes

@Suite struct NoteBookTests {
  private let folder: ScratchFolder
  private let book: NoteBook

  init() throws {
    folder = try ScratchFolder()
    book = try NoteBook(
      path: folder.file("notes.sqlite"), durability: .appCrash, clock: { NoteFixture.now })
  }

  @Test(arguments: [
    (NoteMatter.text("Buy felt\nfor the roof"), "Buy felt"),
    (.text("\n \n\tslate\t\u{7}\n"), "slate"),
    (.text(""), "Text 2011-08-26 08:00:00 UTC"),
    (.picture([1]), "Picture 2011-08-26 08:00:00 UTC"),
    (.sound([1]), "Sound 2011-08-26 08:00:00 UTC"),
    (.text(String(repeating: "å", count: 300)), String(repeating: "å", count: 250)),
  ])
  func `a note without a name gets one from the app`(matter: NoteMatter, name: String) throws {
    #expect(try book.note(book.add(matter)).content.name == name)
  }

  @Test func `all kinds of notes are the same when the store is opened again`() throws {
    let text = try book.add(.text("e\u{301}\n"), name: " e\u{301} ", tags: [" idea ", "Roof"])
    let picture = try book.add(.picture([0, 255, 7]), name: "roof", tags: ["ROOF"])
    let sound = try book.add(.sound([]), name: "rain")
    try book.close()
    let again = try NoteBook(path: book.path, durability: .appCrash)
    #expect(again.device == book.device)
    let content = try again.note(text).content
    #expect(Array(content.name.unicodeScalars) == ["\u{e9}"])
    #expect(content.body == "e\u{301}\n" && content.tags == ["idea", "Roof"])
    #expect(content.created == 1_314_345_600_000)
    #expect(try again.note(picture).content.content == Data([0, 255, 7]))
    #expect(try again.note(picture).content.tags == ["Roof"])
    #expect(try again.note(sound).content.content == Data())
    #expect(
      try again.tags() == [TagCount(name: "idea", count: 1), TagCount(name: "Roof", count: 2)])
    #expect(try again.notes().map(\.id) == [sound, picture, text])
  }

  @Test func `lists of notes are filtered and sorted`() throws {
    let émile = try book.add(.text("Émile"), tags: ["a", "b"])
    let eve = try book.add(.picture([1]), name: "eve", tags: ["B"])
    let adam = try book.add(.sound([1]), name: "Adam", tags: ["c"])
    func ids(_ filter: NoteFilter, _ order: NoteOrder = .name) throws -> [NoteID] {
      try book.notes(filter, by: order).map(\.id)
    }
    #expect(try ids(NoteFilter()) == [adam, émile, eve])
    #expect(try ids(NoteFilter(), .date) == [adam, eve, émile])
    #expect(try ids(NoteFilter(kinds: [.camera, .audio])) == [adam, eve])
    #expect(try ids(NoteFilter(kinds: [])) == [])
    #expect(try ids(NoteFilter(tags: ["A", "b"])) == [émile, eve])
    #expect(try ids(NoteFilter(tags: ["A", "b", "B "], match: .all)) == [émile])
    #expect(try ids(NoteFilter(tags: ["c", "nowhere"], match: .all)) == [])
    #expect(try ids(NoteFilter(kinds: [.text], tags: ["b"])) == [émile])
    #expect(try ids(NoteFilter(isPending: true)) == [adam, émile, eve])
    try book.execute("UPDATE note SET pushedEdits = edits, sentEdits = edits WHERE name = 'eve'")
    #expect(try ids(NoteFilter(isPending: true)) == [adam, émile])
    #expect(try book.notes(by: .name).map(\.isPending) == [true, true, false])
  }

  @Test func `notes are edited, and invalid edits are refused`() throws {
    let text = try book.add(.text("old"))
    try book.edit(text, body: "new")
    try book.rename(text, to: " other ")
    try book.tag(text, "x")
    try book.tag(text, "X")
    try book.tag(text, "y")
    try book.untag(text, "Y")
    #expect(
      try book.note(text).content
        == NoteContent(
          kind: .text, name: "other", created: 1_314_345_600_000, tags: ["x"], body: "new"))
    let picture = try book.add(.picture([1]), name: "p")
    try book.replace(picture, with: [2, 3])
    #expect(try book.note(picture).content.content == Data([2, 3]))
    // The old file is gone.
    #expect(folder.files.count { $0.contains(".media/") } == 1)

    let nobody = NoteID(high: 1, low: 2)
    for (error, call) in [
      (.noSuchNote(nobody), { () throws(NoteError) in _ = try book.note(nobody) }),
      (.noSuchNote(nobody), { () throws(NoteError) in try book.delete(nobody) }),
      (.noSuchNote(nobody), { () throws(NoteError) in try book.replace(nobody, with: []) }),
      (.notAText(picture, name: "p"), { () throws(NoteError) in try book.edit(picture, body: "") }),
      (.isAText(text, name: "other"), { () throws(NoteError) in try book.replace(text, with: []) }),
      (.noSuchTag("z", name: "p"), { () throws(NoteError) in try book.untag(picture, "z") }),
      (.notAllowed(.nameBlank), { () throws(NoteError) in try book.rename(text, to: " \n") }),
      (.notAllowed(.tagBlank), { () throws(NoteError) in try book.tag(text, " ") }),
      (
        .notAllowed(.hasControl(codePoint: 0)),
        { () throws(NoteError) in try book.rename(text, to: "a\0b") }
      ),
    ] as [(NoteError, () throws(NoteError) -> Void)] {
      #expect(refusal(call) == error)
    }
    #expect(try book.tags() == [TagCount(name: "x", count: 1)])
    #expect(folder.files.count { $0.contains(".media/") } == 1)
    #expect(
      NoteError.notAllowed(.nameBlank).description
        == "Cannot keep the note: the name is blank, or begins or ends with a blank.")
  }

  @Test func `deleting a note that was never sent removes its file, too`() throws {
    let picture = try book.add(.picture([1]), tags: ["t"])
    try book.delete(picture)
    #expect(refusal { () throws(NoteError) in try book.note(picture) } == .noSuchNote(picture))
    #expect(try book.pendingCount() == 0 && book.tags().isEmpty && book.notes().isEmpty)
    #expect(!folder.files.contains { $0.contains(".media/") })
  }

  @Test func `a note with a missing file is named, and other notes are still shown`() throws {
    let lost = try book.add(.picture([1]), name: "lost")
    let well = try book.add(.picture([2]), name: "well")
    for file in try FileManager.default.contentsOfDirectory(atPath: book.media.path) {
      let path = "\(book.media.path)/\(file)"
      if FileManager.default.contents(atPath: path) == Data([1]) { unlink(path) }
    }
    guard
      case .contentMissing(lost, "lost", let path)? = refusal({ () throws(NoteError) in
        try book.note(lost)
      })
    else {
      Issue.record("the file is there")
      return
    }
    #expect(path.hasPrefix(book.media.path + "/"))
    #expect(try book.note(well).content.content == Data([2]))
    #expect(try book.notes().count == 2)
    try book.delete(lost)
  }

  @Test func `equal seeds fill equal books, and only empty books can be filled`() throws {
    let contents = try [(5, "a"), (5, "b"), (6, "c")].map { seed, name in
      let book = try NoteBook(path: folder.file(name), durability: .appCrash)
      try NoteFixture(
        notes: 60, tags: 4, cameraPercent: 20, audioPercent: 10, fileBytes: 9, seed: UInt64(seed)
      ).fill(book)
      #expect(
        refusal { () throws(NoteError) in try NoteFixture(notes: 1, seed: 1).fill(book) }
          == .notEmpty(path: book.path))
      return try book.notes().map { try book.note($0.id) }
    }
    #expect(contents[0] == contents[1] && contents[0] != contents[2])
    #expect(contents[0].count == 60 && Set(contents[0].map(\.content.kind)).count == 3)
    #expect(
      refusal { () throws(NoteError) in
        try NoteFixture(notes: 1, cameraPercent: 60, audioPercent: 50, seed: 1)
      } == .fixtureImpossible(reason: "50 % of recordings are not 0 to 40"))
  }

  @Test func `files of no note are removed when the store is opened, unless another writes`()
    throws
  {
    let picture = try book.add(.picture([1, 2]))
    try book.close()
    let media = book.media.path
    let half = "0123456789abcdef0123456789abcdef"
    // Written, and never named; and not even written to its end. A file of somebody else stays.
    for name in [half, half + ".aB3xYz", "notes.txt"] {
      try Data([7]).write(to: URL(filePath: "\(media)/\(name)"))
    }
    let writer = try #require(FolderHold(media, LOCK_SH))
    try NoteBook(path: book.path, durability: .appCrash).close()
    #expect(folder.files.count { $0.contains(".media/") } == 4)
    writer.end()
    // A process that another test is just starting keeps the lock, too, until it executes its program.
    var again = try NoteBook(path: book.path, durability: .appCrash)
    for _ in 0..<1000 where folder.files.count(where: { $0.contains(".media/") }) != 2 {
      try again.close()
      again = try NoteBook(path: book.path, durability: .appCrash)
    }
    #expect(folder.files.count { $0.contains(".media/") } == 2)
    #expect(folder.files.contains("notes.sqlite.media/notes.txt"))
    #expect(try again.note(picture).content.content == Data([1, 2]))
  }

  @Test func `a moved store keeps its device name, and a copy gets a new one`() throws {
    try book.add(.text("one"))
    try book.close()
    let moved = folder.file("moved.sqlite")
    try FileManager.default.moveItem(atPath: book.path, toPath: moved)
    let copied = folder.file("copied.sqlite")
    try FileManager.default.copyItem(atPath: moved, toPath: copied)
    let (original, copy) = (try NoteBook(path: moved), try NoteBook(path: copied))
    #expect(original.device == book.device && copy.device != book.device)
    try copy.close()
    #expect(try NoteBook(path: copied).device == copy.device)
    #expect(try original.notes() == NoteBook(path: copied).notes())
  }
}
