import AppExchange
import Foundation
import NoteExchange
import TestSupport
import Testing

@testable import FieldNotes

/// A note that two devices had alike, and then changed or did not.
@Suite struct ConflictTests {
  enum Change: String, CaseIterable { case unchanged, edited, deleted }

  private let world: NoteWorld
  private let phone: Phone
  private let tablet: Phone
  private let id: NoteID

  init() throws {
    world = try NoteWorld()
    phone = try world.phone("phone")
    tablet = try world.phone("tablet")
    id = try phone.book.add(.text("old"), name: "n", tags: ["t"])
    try phone.sync()
    try tablet.sync()
  }

  private func make(_ change: Change, on phone: Phone, _ body: String) throws {
    switch change {
    case .unchanged: break
    case .edited: try phone.book.edit(id, body: body)
    case .deleted: try phone.book.delete(id)
    }
  }

  // The rule of each of the nine pairs: what was done here, what another device has done before, what
  // is there afterwards on all sides, and what the synchronisation says of it.
  @Test(arguments: [
    (Change.unchanged, Change.unchanged, ["n: old"], [0, 0, 0, 0]),
    (.unchanged, .edited, ["n: theirs"], [0, 1, 0, 0]),
    (.unchanged, .deleted, [], [0, 0, 1, 0]),
    (.edited, .unchanged, ["n: ours"], [1, 0, 0, 0]),
    (.edited, .edited, ["n: theirs", "n (conflict): ours"], [1, 1, 0, 1]),
    (.edited, .deleted, ["n: ours"], [1, 0, 0, 0]),
    (.deleted, .unchanged, [], [1, 0, 0, 0]),
    (.deleted, .edited, ["n: theirs"], [0, 1, 0, 0]),
    (.deleted, .deleted, [], [0, 0, 0, 0]),
  ])
  func `each combination of changes on two devices follows its conflict rule`(
    ours: Change, theirs: Change, texts: [String], counts: [Int]
  ) throws {
    try make(theirs, on: tablet, "theirs")
    try tablet.sync()
    try make(ours, on: phone, "ours")
    let report = try phone.sync()
    #expect([report.sent, report.received, report.removed, report.conflicts] == counts)
    #expect(try phone.texts() == texts)
    try expectAllInStep(texts)
  }

  // The same, where the other device's push comes between our pull and our push.
  @Test(arguments: [
    (Change.edited, Change.edited, ["n: theirs", "n (conflict): ours"]),
    (.edited, .deleted, ["n: ours"]), (.deleted, .edited, ["n: theirs"]),
    (.deleted, .deleted, []),
  ])
  func `conflict rules also hold if both devices push at the same time`(
    ours: Change, theirs: Change, texts: [String]
  ) throws {
    try make(theirs, on: tablet, "theirs")
    try make(ours, on: phone, "ours")
    let other = tablet.synchroniser
    phone.line.meanwhile { request in
      if request.method == "GET" { _ = try? other.run() }
    }
    try phone.sync()
    phone.line.meanwhile(nil)
    #expect(try phone.texts() == texts)
    try expectAllInStep(texts)
  }

  private func expectAllInStep(_ texts: [String]) throws {
    // The tablet may not have heard of ours yet, and then nothing is left to say.
    try tablet.sync()
    let new = try world.phone("new")
    try new.sync()
    for side in [phone, tablet, new] {
      #expect(try side.texts() == texts)
      #expect(try side.book.pendingCount() == 0)
      #expect(try side.sync() == SyncReport())
      for note in try side.book.notes() {
        #expect(try side.book.note(note.id).content.tags == ["t"])
      }
    }
  }

  @Test func `the same edit on both sides is no conflict`() throws {
    for side in [tablet, phone] {
      try side.book.edit(id, body: "same")
      try side.book.tag(id, side.book === phone.book ? "NEW" : "new")
    }
    try tablet.sync()
    #expect(try phone.sync().conflicts == 0)
    #expect(try phone.texts() == ["n: same"])
    #expect(try phone.sync() == SyncReport())
  }

  @Test func `both sides of a conflict keep their picture, and a long name is shortened`() throws {
    let name = String(repeating: "é", count: 250)
    let id = try phone.book.add(.picture([0]), name: name)
    try phone.sync()
    try tablet.sync()
    try tablet.book.replace(id, with: [1])
    try tablet.sync()
    try phone.book.replace(id, with: [2])
    #expect(try phone.sync().conflicts == 1)
    try tablet.sync()
    for side in [phone, tablet] {
      let pictures = try side.book.notes(NoteFilter(kinds: [.camera]), by: .name)
      let contents = try pictures.map { try side.book.note($0.id).content }
      // " (conflict)" has 11 bytes.
      #expect(contents.map(\.name) == [String(repeating: "é", count: 244) + " (conflict)", name])
      #expect(contents.map(\.content) == [Data([2]), Data([1])])
    }
  }

  @Test func `in a conflict a note whose file is gone takes the server's version`() throws {
    let id = try phone.book.add(.picture([0]), name: "p")
    try phone.sync()
    try tablet.sync()
    try tablet.book.replace(id, with: [1])
    try tablet.sync()
    try phone.book.rename(id, to: "q")
    try FileManager.default.removeItem(atPath: phone.book.media.path)
    #expect(try phone.sync().conflicts == 0)
    #expect(try phone.book.note(id).content.content == Data([1]))
  }

  @Test func `many edits on three devices leave all in step, and each device's last edit survives`()
    throws
  {
    let third = try world.phone("third")
    try third.sync()
    let sides = [phone, tablet, third]
    for round in 0..<5 {
      for (number, side) in sides.enumerated() {
        try side.book.edit(id, body: "\(number) in round \(round)")
        if (round + number).isMultiple(of: 2) { try side.sync() }
      }
    }
    for _ in 0..<2 { for side in sides { try side.sync() } }
    // Copies of one name are in the order in which each device heard of them.
    let texts = try phone.texts().sorted()
    for side in sides {
      #expect(try side.texts().sorted() == texts)
      #expect(try side.sync() == SyncReport())
    }
    // The last edit of each device is there, under whichever name.
    for number in 0..<3 {
      #expect(texts.contains { $0.hasSuffix(": \(number) in round 4") })
    }
  }

  @Test func `a copied store counts as another device, and edits in both survive`() throws {
    let world = try NoteWorld()
    let phone = try world.phone("phone")
    let id = try phone.book.add(.text("one"), name: "n")
    try phone.sync()
    // What is on its way when the copy is made, too.
    let pending = try phone.book.add(.text("two"), name: "p")
    phone.line.breaks(.losesAnswers)
    #expect(refusal(phone.sync) != nil)
    phone.line.breaks(.none)
    try phone.book.settle()
    try FileManager.default.copyItem(
      atPath: phone.book.path, toPath: world.folder.file("copy.sqlite"))
    let copy = try world.phone("copy")
    try phone.book.edit(id, body: "from the phone")
    try copy.book.edit(id, body: "from the copy")
    try phone.sync()
    #expect(try copy.sync().conflicts == 1)
    try phone.sync()
    #expect(try phone.texts() == ["n: from the phone", "n (conflict): from the copy", "p: two"])
    #expect(try copy.texts() == phone.texts())
    #expect(try phone.book.pendingCount() == 0 && copy.book.pendingCount() == 0)
    #expect(try phone.book.note(pending).content.body == "two")
  }
}
