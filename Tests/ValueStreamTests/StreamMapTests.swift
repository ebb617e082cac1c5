import Testing

@testable import ValueStream

@Suite struct StreamMapTests {
  @Test func `no name is given twice`() throws {
    var map = StreamMap(
      StickerSequence([try Sticker(id: StickerID(7)), try Sticker(id: StickerID(3))]))
    try map.insert(at: 0)
    try map.remove(at: 0)
    try map.insert(at: 2)
    #expect(map.stickers.map(\.id.number) == [7, 3, 9])
  }

  @Test func `the last of all names does not end the program`() throws {
    var map = StreamMap(StickerSequence([try Sticker(id: StickerID(.max))]))
    try map.insert(at: 0)
    #expect(map.stickers.map(\.id.number) == [.min, .max])
  }

  @Test func `a refused edit changes nothing`() throws {
    var map = StreamMap()
    try map.insert(at: 0)
    let before = map
    #expect(throws: MapError.noPlace(position: 2, count: 1)) { try map.insert(at: 2) }
    #expect(throws: MapError.noPlace(position: -1, count: 1)) { try map.insert(at: -1) }
    #expect(throws: MapError.noSticker(position: 1, count: 1)) { try map.remove(at: 1) }
    #expect(throws: MapError.noSticker(position: 1, count: 1)) { try map.move(from: 0, to: 1) }
    #expect(throws: MapError.noSticker(position: .min, count: 1)) {
      try map.change(at: .min) { $0.classification = .waste }
    }
    #expect(throws: MapError.nothingFocused) {
      try map.change(at: 0) { sticker throws(MapError) in
        sticker.classification = .waste
        throw .nothingFocused
      }
    }
    #expect(map == before)
  }

  @Test func `a change to what is already there keeps the stickers shared`() throws {
    var random = SeededRandom(1)
    let before = StreamMap(StickerSequence(try (0..<200).map { try random.sticker(Int64($0)) }))
    var after = before
    try after.change(at: 100) { $0.background = .yellow }
    #expect(ChangedStretch.between(before.stickers, after.stickers).isEmpty)
    try after.change(at: 100) { $0.background = .blue }
    #expect(ChangedStretch.between(before.stickers, after.stickers).count == 1)
  }
}
