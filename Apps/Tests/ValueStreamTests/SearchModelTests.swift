import SeededRandom
import TestSupport
import Testing

@testable import ValueStream

/// The search beside a plain scan of all names, written from its description alone.
@Suite struct SearchModelTests {
  private static let alphabets: [[Character]] = [
    Array("aab -(1"), Array("aäàbBß- _"), Array("日本語の aé"), Array("e\u{301}ſﬁxX.\"*"),
  ]

  private static func text(_ length: Int, _ random: inout SplitMix64) -> String {
    let alphabet = random.pick(alphabets)
    return String((0..<length).map { _ in random.pick(alphabet) })
  }

  @Test(arguments: [UInt64(11), 12, 13])
  func `random names are found in the same order as by a scan`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let library = try ScratchFolder().library()
    var names: [String] = []
    for _ in 0..<80 {
      let name = Self.text(1 + random.below(14), &random)
      guard let saved = try? library.saveAs(StreamMap(), named: name) else { continue }
      names.insert(saved.fileName, at: 0)
    }
    for _ in 0..<20 {
      let index = random.below(names.count)
      let name = names.remove(at: index)
      var file = try library.open(name)
      try library.save(StreamMap(), in: &file)
      names.insert(name, at: 0)
    }
    var nonEmpty = 0
    for _ in 0..<150 {
      let typed = Self.text(1 + random.below(6), &random)
      let limit = 1 + random.below(60)
      let expected = Self.scan(names, typed).prefix(limit)
      nonEmpty += expected.isEmpty ? 0 : 1
      #expect(
        try library.search(typed, limit: limit).map(\.fileName) == Array(expected), "\(typed)")
    }
    #expect(nonEmpty > 40)
  }

  @Test(arguments: [UInt64(21), 22])
  func `random stickers are found in the same order as by a scan`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let library = try ScratchFolder().library()
    // The latest written first; of a new file the first on the time line.
    var written: [(file: String, id: StickerID, text: String)] = []
    for number in 0..<40 {
      var map = StreamMap()
      for position in 0..<random.below(6) {
        try map.insert(at: position) { sticker throws(MapError) in
          try sticker.write(Self.text(random.below(10), &random))
        }
      }
      _ = try library.saveAs(map, named: "\(number)")
      written.insert(contentsOf: map.stickers.map { ("\(number)", $0.id, $0.text) }, at: 0)
    }
    for _ in 0..<100 {
      let typed = Self.text(1 + random.below(5), &random)
      let limit = 1 + random.below(20)
      var files: Set<String> = []
      var expected: [String] = []
      for stage in [Self.wordsBegin, Self.holds] {
        for sticker in written where stage(sticker.text, typed) {
          guard files.insert(sticker.file).inserted else { continue }
          expected.append("\(sticker.file) \(sticker.id.number)")
        }
      }
      #expect(
        try library.searchStickers(typed, limit: limit).map {
          "\($0.file.fileName) \($0.sticker.number)"
        } == Array(expected.prefix(limit)), "\(typed)")
    }
  }

  private static func scan(_ names: [String], _ typed: String) -> [String] {
    var found: [String] = []
    for stage in [begins, wordsBegin, holds] {
      found += names.filter { stage($0, typed) && !found.contains($0) }
    }
    return found
  }

  private static func begins(_ name: String, _ typed: String) -> Bool {
    let words = folded(typed)
    return !words.isEmpty && spaced(folded(name)).starts(with: spaced(words))
  }

  private static func wordsBegin(_ name: String, _ typed: String) -> Bool {
    let words = folded(typed)
    let text = spaced(folded(name))
    return !words.isEmpty
      && words.allSatisfy { word in
        text.indices.contains { index in
          text[index...].starts(with: word)
            && (index == 0 || text[index - 1] == " "
              || (isLetter(text[index]) && !isLetter(text[index - 1])))
        }
      }
  }

  private static func holds(_ name: String, _ typed: String) -> Bool {
    let words = folded(typed)
    let text = spaced(folded(name))
    return !words.isEmpty
      && words.allSatisfy { word in text.indices.contains { text[$0...].starts(with: word) } }
  }

  private static func folded(_ text: String) -> [[Unicode.Scalar]] { SearchText(text).words }

  private static func spaced(_ words: [[Unicode.Scalar]]) -> [Unicode.Scalar] {
    Array(words.joined(separator: [" "]))
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    Character(scalar).isLetter || Character(scalar).isNumber
      || scalar.properties.generalCategory == .nonspacingMark
  }
}
