import AppStorage
import SeededRandom
import TestSupport
import Testing

@testable import ValueStream

@Suite struct SavingTests {
  let folder: ScratchFolder
  let library: MapLibrary

  init() throws {
    folder = try ScratchFolder()
    library = try folder.library()
  }

  @Test func `a saved map is the same when its file is opened again`() throws {
    var map = StreamMap()
    var position = 0
    for classification in Classification.allCases {
      for background in BackgroundColour.allCases {
        for family in StickerFont.Family.allCases {
          for size in StickerFont.Size.allCases {
            try map.insert(at: position) { sticker throws(MapError) in
              sticker.classification = classification
              sticker.background = background
              sticker.font = StickerFont(family: family, size: size)
              sticker.minutes = try Minutes(Double(position) * 0.5)
              try sticker.write("Schritt \(position)\n\"é\" 'é' 日本 👩‍👩‍👧\u{0}")
            }
            position += 1
          }
        }
      }
    }
    try map.insert(at: 0) { sticker throws(MapError) in sticker.minutes = .longest }
    try map.insert(at: 1) { sticker throws(MapError) in
      try sticker.write(String(repeating: "é", count: Sticker.longestText / 2))
    }
    let saved = try library.saveAs(map, named: "all kinds")
    try library.close()

    let opened = try folder.library().open("all kinds")
    #expect(opened.map.stickers == map.stickers)
    #expect(
      opened.map.stickers.map { Array($0.text.utf8) } == map.stickers.map { Array($0.text.utf8) })
    #expect(opened.dateCreated == saved.dateCreated)
    #expect(opened.dateUpdated == saved.dateUpdated)
    #expect(opened.changedByAnotherAt == nil)
  }

  @Test func `an empty map can be saved and opened`() throws {
    _ = try library.saveAs(StreamMap(), named: "nothing yet")
    #expect(try library.open("nothing yet").map == StreamMap())
    #expect(try library.files().map(\.stickerCount) == [0])
  }

  @Test func `a save writes only the rows that changed`() throws {
    let large = try MapFixture(stickers: 1_000, seed: 7).map()
    var file = try library.saveAs(large, named: "large")
    var map = file.map

    try map.change(at: 500) { sticker throws(MapError) in try sticker.write("other") }
    #expect(try writes(map, &file) == ["UPDATE": 1])
    try map.insert(at: 300)
    #expect(try writes(map, &file) == ["INSERT": 1])
    try map.remove(at: 10)
    #expect(try writes(map, &file) == ["DELETE": 1])
    try map.move(from: 0, to: 999)
    #expect(try writes(map, &file) == ["DELETE": 1, "INSERT": 1])
    #expect(try writes(map, &file) == [:])
    for _ in 0..<5 { try map.insert(at: 700) }
    #expect(try writes(map, &file) == ["INSERT": 5])
    #expect(try library.open("large").map.stickers == map.stickers)
    try library.store.check()
  }

  private func writes(_ map: StreamMap, _ file: inout OpenFile) throws -> [String: Int] {
    try library.store.stickerWrites { try library.save(map, in: &file) }
  }

  @Test func `the number of rows written does not grow with the map`() throws {
    var totals: [Int] = []
    for size in [100, 5_000] {
      var file = try library.saveAs(
        try MapFixture(stickers: size, seed: 7).map(), named: "\(size)")
      var map = file.map
      try map.change(at: size / 2) { sticker throws(MapError) in sticker.minutes = .zero }
      let before = try library.store.number("SELECT total_changes()")
      try library.save(map, in: &file)
      totals.append(try library.store.number("SELECT total_changes()") - before)
    }
    #expect(totals[0] < 40)
    #expect(abs(totals[0] - totals[1]) <= 10)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `random edits are saved, and the store stays consistent`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var file = try library.saveAs(try MapFixture(stickers: 40, seed: seed).map(), named: "edited")
    var map = file.map
    for round in 0..<60 {
      for _ in 0...random.below(12) {
        let count = map.stickers.count
        switch random.below(5) {
        case 0, 1:
          try map.insert(at: random.below(count + 1)) { sticker throws(MapError) in
            try sticker.write(random.below(3) == 0 ? "" : "neu \(round)")
          }
        case 2 where count > 0: try map.remove(at: random.below(count))
        case 3 where count > 0: try map.move(from: random.below(count), to: random.below(count))
        case 4 where count > 0:
          try map.change(at: random.below(count)) { sticker throws(MapError) in
            try sticker.write(random.below(3) == 0 ? "" : "anders \(round)")
          }
        default: break
        }
      }
      if round % 10 == 9 { map = try StreamMap(StickerSequence(map.stickers.reversed())) }
      try library.save(map, in: &file)
      #expect(try library.open("edited").map.stickers == map.stickers)
    }
    try library.store.check()
    let files = try library.files()
    #expect(files.map(\.stickerCount) == [map.stickers.count])
    #expect(files.map(\.leadTime) == [map.totals.leadTime])
  }

  @Test func `saving keeps the date of creation and sets the date of the update`() throws {
    var file = try library.saveAs(try map("a"), named: "dated")
    let first = file.dateUpdated
    #expect(file.dateCreated == first)
    try library.save(try map("b"), in: &file)
    #expect(file.dateCreated == first)
    #expect(file.dateUpdated == first.advanced(byMilliseconds: 1000))
    #expect(try library.open("dated").dateUpdated == file.dateUpdated)
  }

  @Test func `saving a map whose file was deleted is refused, but works as a new file`() throws {
    var file = try library.saveAs(try map("kept"), named: "gone")
    try library.delete("gone")
    #expect(
      refusal { () throws(LibraryError) in try library.open("gone") }
        == "There is no file \"gone\".")
    let edited = try map("kept", "more")
    #expect(
      refusal { () throws(LibraryError) in try library.save(edited, in: &file) }
        == "There is no file \"gone\".")
    #expect(
      refusal { () throws(LibraryError) in try library.save(edited, in: &file, overwriting: true) }
        == "There is no file \"gone\".")
    #expect(file.map.texts == ["kept"])
    // A file of the same name made later is another file.
    _ = try library.saveAs(try map("other"), named: "gone")
    #expect(
      refusal { () throws(LibraryError) in try library.save(edited, in: &file) }
        == "There is no file \"gone\".")
    _ = try library.saveAs(edited, named: "gone 2")
    #expect(try library.open("gone 2").map.texts == ["kept", "more"])
    try library.store.check()
  }
}
