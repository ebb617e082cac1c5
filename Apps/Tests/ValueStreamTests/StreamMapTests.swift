import SeededRandom
import Testing

@testable import ValueStream

@Suite struct StreamMapTests {
  @Test func `no sticker number is given twice`() throws {
    var map = try StreamMap(
      StickerSequence([try Sticker(id: StickerID(7)), try Sticker(id: StickerID(3))]))
    try map.insert(at: 0)
    try map.remove(at: 0)
    try map.insert(at: 2)
    #expect(map.stickers.map(\.id.number) == [7, 3, 9])
  }

  @Test func `a map refuses stickers with equal numbers or numbers out of range`() throws {
    func map(_ numbers: Int64...) throws -> StreamMap {
      try StreamMap(StickerSequence(try numbers.map { try Sticker(id: StickerID($0)) }))
    }
    #expect(throws: MapError.nameTwice(number: 5)) { try map(5, 5) }
    #expect(throws: MapError.nameTwice(number: 5)) { try map(5, 7, 5) }
    #expect(throws: MapError.nameTwice(number: 2)) { try map(9, 2, 3, 2) }
    for number in [0, -1, .min, 1 << 62, .max] as [Int64] {
      #expect(throws: MapError.nameNotAllowed(number: number)) { try map(1, number) }
    }
    #expect(try map((1 << 62) - 1, 1).stickers.count == 2)
  }

  @Test func `a sticker keeps its number whatever replaces it`() throws {
    var map = StreamMap()
    let first = try map.insert(at: 0)
    let other = try Sticker(id: first.id, classification: .waste)
    let second = try map.insert(at: 1) { $0 = other }
    #expect(second == (try Sticker(id: StickerID(2), classification: .waste)))
    let (_, changed) = try map.change(at: 1) { $0 = first }
    #expect(changed == (try Sticker(id: StickerID(2))))
    #expect(Array(map.stickers) == [first, changed])
    // The name alone is no change.
    let before = map
    try map.change(at: 1) { $0 = first }
    #expect(ChangedStretch.between(before.stickers, map.stickers).isEmpty)
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

  @Test func `setting a property to its current value keeps the stickers shared`() throws {
    var random = SplitMix64(seed: 1)
    let before = try StreamMap(
      StickerSequence(try (1...200).map { try random.sticker(Int64($0)) }))
    var after = before
    try after.change(at: 100) { $0.background = .yellow }
    #expect(ChangedStretch.between(before.stickers, after.stickers).isEmpty)
    try after.change(at: 100) { $0.background = .blue }
    #expect(ChangedStretch.between(before.stickers, after.stickers).count == 1)
  }
}
