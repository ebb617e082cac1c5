import SeededRandom
import Testing

@testable import ValueStream

@Suite struct StickerChangesTests {
  @Test(arguments: [1, 2, 3, 4])
  func `carrying out the changes between two lines gives the later line`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var later = try line(0..<300, &random)
    var number: Int64 = 300
    for round in 1...50 {
      let earlier = later
      for _ in 0..<random.below(round) {
        switch random.below(4) {
        case 0:
          later.insert(try random.sticker(number), at: random.below(later.count + 1))
          number += 1
        case 1 where later.count > 200:
          later.remove(at: random.below(later.count))
        case 2:
          let position = random.below(later.count)
          try random.fill(&later[position])
        default:
          var moved = later.remove(at: random.below(later.count))
          if random.below(2) == 0 { try random.fill(&moved) }
          later.insert(moved, at: random.below(later.count + 1))
        }
      }
      let changes = StickerChanges(from: earlier, to: later)
      #expect(try carriedOut(changes, on: Array(earlier)) == Array(later))
      // What shares nothing with the earlier line is compared as well.
      let rebuilt = StickerChanges(from: earlier, to: StickerSequence(Array(later)))
      #expect(try carriedOut(rebuilt, on: Array(earlier)) == Array(later))
      expectSparing(changes, from: earlier, to: later)
    }
  }

  @Test func `a line and its copy have no differences`() throws {
    var random = SplitMix64(seed: 1)
    let line = try line(0..<2_000, &random)
    #expect(StickerChanges(from: line, to: line).isEmpty)
    #expect(StickerChanges(from: line, to: StickerSequence(Array(line))).isEmpty)
    #expect(StickerChanges(from: StickerSequence(), to: StickerSequence()).isEmpty)
  }

  @Test func `only the parts that an edit touched are compared`() throws {
    var random = SplitMix64(seed: 2)
    let earlier = try line(0..<10_000, &random)
    var later = earlier
    try random.fill(&later[5_000])
    later.remove(at: 100)
    let stretches = ChangedStretch.between(earlier, later)
    #expect(stretches.count == 2)
    #expect(stretches.allSatisfy { $0.earlier.count <= StickerNode.mostStickers })
  }

  @Test func `a sticker moved far away is the only one placed`() throws {
    var random = SplitMix64(seed: 3)
    let earlier = try line(0..<1_000, &random)
    var later = earlier
    var moved = later.remove(at: 10)
    try moved.write("changed on the way")
    later.insert(moved, at: 900)
    let changes = StickerChanges(from: earlier, to: later)
    #expect(changes.removed == [])
    #expect(changes.rewritten == [])
    #expect(changes.placed == [.init(sticker: moved, after: earlier[900].id)])
  }

  @Test func `a new first sticker is placed after none`() throws {
    var random = SplitMix64(seed: 4)
    let earlier = try line(0..<100, &random)
    var later = earlier
    later.insert(try random.sticker(100), at: 0)
    #expect(
      StickerChanges(from: earlier, to: later).placed == [.init(sticker: later[0], after: nil)])
  }

  @Test func `reversing a line moves all stickers but one`() throws {
    var random = SplitMix64(seed: 5)
    let earlier = try line(0..<20_000, &random)
    let later = StickerSequence(earlier.reversed())
    let changes = StickerChanges(from: earlier, to: later)
    #expect(changes.placed.count == 19_999)
    #expect(changes.removed.isEmpty && changes.rewritten.isEmpty)
  }

  @Test func `if two lines have nothing in common, one is removed and the other placed`() throws {
    var random = SplitMix64(seed: 6)
    let earlier = try line(0..<20_000, &random)
    let later = try line(20_000..<40_000, &random)
    let changes = StickerChanges(from: earlier, to: later)
    #expect(changes.removed == earlier.map(\.id))
    #expect(changes.placed.map(\.sticker) == Array(later))
    #expect(StickerChanges(from: earlier, to: StickerSequence()).removed.count == 20_000)
    #expect(StickerChanges(from: StickerSequence(), to: later).placed.count == 20_000)
  }

  private func line(
    _ numbers: Range<Int64>, _ random: inout SplitMix64
  ) throws -> StickerSequence {
    StickerSequence(try numbers.map { try random.sticker($0) })
  }

  private func carriedOut(_ changes: StickerChanges, on earlier: [Sticker]) throws -> [Sticker] {
    let removed = Set(changes.removed)
    #expect(removed.isSubset(of: earlier.map(\.id)))
    var line = earlier.filter { !removed.contains($0.id) }
    for placement in changes.placed {
      line.removeAll { $0.id == placement.sticker.id }
      var position = 0
      if let previous = placement.after {
        position = try #require(line.firstIndex { $0.id == previous }) + 1
      }
      line.insert(placement.sticker, at: position)
    }
    for sticker in changes.rewritten {
      let position = try #require(line.firstIndex { $0.id == sticker.id })
      line[position] = sticker
    }
    return line
  }

  /// No sticker is named twice, and what is rewritten really differs.
  private func expectSparing(
    _ changes: StickerChanges, from earlier: StickerSequence, to later: StickerSequence
  ) {
    let named =
      changes.removed + changes.placed.map(\.sticker.id) + changes.rewritten.map(\.id)
    #expect(Set(named).count == named.count)
    let before = Set(earlier)
    #expect(changes.rewritten.allSatisfy { !before.contains($0) })
  }
}
