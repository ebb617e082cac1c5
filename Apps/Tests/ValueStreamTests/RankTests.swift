import GRDB
import TestSupport
import Testing

@testable import ValueStream

@Suite struct RankTests {
  @Test(arguments: ["front", "middle", "end", "after the last inserted"])
  func `inserting stickers one by one at the same place moves few others`(place: String) throws {
    let library = try ScratchFolder().library()
    var file = try library.saveAs(try MapFixture(stickers: 150, seed: 1).map(), named: "typed")
    var map = file.map
    let insertions = 150
    let writes = try library.store.stickerWrites {
      for number in 0..<insertions {
        let position =
          switch place {
          case "front": 0
          case "middle": 100
          case "end": map.stickers.count
          default: 100 + number
          }
        try map.insert(at: position)
        try library.save(map, in: &file)
      }
    }
    #expect(writes["INSERT"] == insertions)
    // Fewer than the logarithm of the map's 300 stickers for each.
    #expect(writes["UPDATE", default: 0] < insertions * 8)
    #expect(writes["DELETE"] == nil)
    #expect(try library.open("typed").map.stickers == map.stickers)
    let ranks = try library.store.number("SELECT count(DISTINCT rank) FROM sticker")
    #expect(ranks == 300)
  }

  @Test func `more stickers can be inserted at once than the gap has ranks`() throws {
    let library = try ScratchFolder().library()
    var file = try library.saveAs(try map("a", "b", "c"), named: "crowded")
    try library.store.execute("UPDATE sticker SET rank = number WHERE fileID = 1")
    var crowded = file.map
    for number in 0..<1_000 {
      try crowded.insert(at: 1 + number) { sticker throws(MapError) in
        try sticker.write("\(number)")
      }
    }
    try library.save(crowded, in: &file)
    #expect(try library.open("crowded").map.stickers == crowded.stickers)
    try library.store.check()
  }

  @Test func `stickers can be inserted next to ranks at both ends of their range`() throws {
    let library = try ScratchFolder().library()
    var file = try library.saveAs(try map("a", "b"), named: "ends")
    let limit = Int64(1) << 62
    try library.store.execute("UPDATE sticker SET rank = \(-limit) WHERE number = 1")
    try library.store.execute("UPDATE sticker SET rank = \(limit - 1) WHERE number = 2")
    for (number, rank) in [(1, -limit - 1), (1, .min), (2, limit), (2, .max)] {
      #expect(throws: DatabaseError.self) {
        try library.store.execute("UPDATE sticker SET rank = \(rank) WHERE number = \(number)")
      }
    }
    var map = file.map
    for _ in 0..<3 {
      try map.insert(at: 0)
      try map.insert(at: map.stickers.count)
      try map.insert(at: 2)
      try library.save(map, in: &file)
      #expect(try library.open("ends").map.stickers == map.stickers)
    }
  }

  @Test(arguments: [true, false])
  func `stickers can be inserted where ranks are crowded at an end of the range`(isFirst: Bool)
    throws
  {
    let library = try ScratchFolder().library()
    var file = try library.saveAs(try MapFixture(stickers: 60, seed: 1).map(), named: "crowded")
    let limit = Int64(1) << 62
    let lowest = isFirst ? -limit : limit - 60
    try library.store.execute("UPDATE sticker SET rank = \(lowest) + number - 1")
    var map = file.map
    for length in [1, 1, 7, 500] {
      for _ in 0..<length { try map.insert(at: isFirst ? 0 : map.stickers.count) }
      try library.save(map, in: &file)
      #expect(try library.open("crowded").map.stickers == map.stickers)
    }
    try library.store.check()
  }
}
