import SeededRandom
import Testing

@testable import ValueStream

/// A line does what a plain array does that gets the same edits.
@Suite struct StickerSequenceTests {
  @Test(arguments: [1, 2, 3, 4])
  func `a sequence matches an array through random edits`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var line = StickerSequence()
    var model: [Sticker] = []
    // It grows, shrinks to nothing, and grows again.
    for number in 1...4_000 {
      let isGrowing = (number / 1_000).isMultiple(of: 2)
      switch random.below(10) {
      case 0..<(isGrowing ? 6 : 2):
        let sticker = try random.sticker(Int64(number))
        let position = random.below(model.count + 1)
        line.insert(sticker, at: position)
        model.insert(sticker, at: position)
      case 6, 7:
        guard !model.isEmpty else { continue }
        let position = random.below(model.count)
        try random.fill(&model[position])
        line[position] = model[position]
      default:
        guard !model.isEmpty else { continue }
        let position = random.below(model.count)
        #expect(line.remove(at: position) == model.remove(at: position))
      }
      if number.isMultiple(of: 100) { try expect(line, equals: model, &random) }
    }
    try expect(line, equals: model, &random)
  }

  @Test(arguments: [0, 1, 23, 24, 25, 32, 33, 384, 385, 5_000])
  func `a line made at once equals one made sticker by sticker`(count: Int) throws {
    var random = SplitMix64(seed: 7)
    let stickers = try (0..<count).map { try random.sticker(Int64($0)) }
    let line = StickerSequence(stickers)
    try expect(line, equals: stickers, &random)
    var grown = StickerSequence()
    for sticker in stickers { grown.insert(sticker, at: grown.count) }
    #expect(grown == line)
    #expect(grown.hashValue == line.hashValue)
  }

  @Test func `earlier copies of a sequence stay as they were`() throws {
    var random = SplitMix64(seed: 5)
    var line = StickerSequence(try (0..<500).map { try random.sticker(Int64($0)) })
    var copies: [(line: StickerSequence, stickers: [Sticker])] = []
    for number in 500..<900 {
      copies.append((line, Array(line)))
      line.insert(try random.sticker(Int64(number)), at: random.below(line.count + 1))
      line.remove(at: random.below(line.count))
      line[random.below(line.count)] = line[0]
    }
    for copy in copies { #expect(Array(copy.line) == copy.stickers) }
  }

  /// All that can be asked of a line, and what its nodes promise.
  private func expect(
    _ line: StickerSequence, equals model: [Sticker], _ random: inout SplitMix64
  ) throws {
    try #require(line.count == model.count)
    #expect(Array(line) == model)
    #expect(model.indices.allSatisfy { line[$0] == model[$0] })
    #expect(line == StickerSequence(model))
    var sum = Totals.none
    for (position, sticker) in model.enumerated() {
      try #require(line.totals(before: position) == sum)
      sum = sum + Totals(of: sticker)
    }
    #expect(line.totals == sum)
    #expect(line.totals(before: model.count) == sum)
    let start = random.below(model.count + 1)
    #expect(Array(IteratorSequence(line.iterator(from: start))) == Array(model[start...]))
    #expect(height(of: line.root) != nil)
  }

  /// The height of a node; nil where leaves are not all equally deep, or a node is too full.
  private func height(of node: StickerNode) -> Int? {
    switch node.contents {
    case .leaf(let stickers): return stickers.count <= StickerNode.mostStickers ? 0 : nil
    case .inner(let children):
      guard (2...StickerNode.mostChildren).contains(children.count) else { return nil }
      let heights = Set(children.map { height(of: $0) })
      guard heights.count == 1, let height = heights.first else { return nil }
      return height.map { $0 + 1 }
    }
  }
}
