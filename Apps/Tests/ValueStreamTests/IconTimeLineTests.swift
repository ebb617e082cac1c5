import SeededRandom
import Testing

@testable import ValueStream

@Suite struct IconTimeLineTests {
  private func stickers(
    _ steps: [(classification: Classification, minutes: Int)]
  ) throws -> StickerSequence {
    StickerSequence(
      try steps.enumerated().map { number, step in
        try Sticker(
          id: StickerID(Int64(number)), classification: step.classification,
          minutes: Minutes(Double(step.minutes)))
      })
  }

  @Test func `while there is room every sticker has an icon`() throws {
    let stickers = try stickers([(.waste, 1), (.auxiliary, 0), (.valueAdding, 5)])
    // Three icons of 12 with gaps of 2.
    let marks = try IconTimeLine(width: 40).marks(of: stickers)
    #expect(marks.map(\.classification) == [.waste, .auxiliary, .valueAdding])
    #expect(marks.map(\.x) == [0, 14, 28])
    #expect(marks.map(\.width) == [12, 12, 12])
    #expect(try IconTimeLine(width: 39.9).marks(of: stickers).count == 39)
    #expect(try IconTimeLine(width: 40).marks(of: StickerSequence()) == [])
  }

  @Test func `a column shows the class that takes the most time`() throws {
    let stickers = try stickers([
      (.valueAdding, 5), (.waste, 4), (.waste, 3),
      (.auxiliary, 9), (.valueAdding, 4), (.valueAdding, 4),
      (.valueAdding, 3), (.auxiliary, 3), (.waste, 0),
      (.auxiliary, 0), (.waste, 0), (.valueAdding, 0),
    ])
    let marks = try IconTimeLine(width: 4).marks(of: stickers)
    #expect(marks.map(\.positions) == [0..<3, 3..<6, 6..<9, 9..<12])
    #expect(marks.map(\.classification) == [.waste, .auxiliary, .auxiliary, .auxiliary])
  }

  @Test(arguments: [7, 99, 100, 101, 1_000, 5_000])
  func `columns show every sticker, in order`(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let stickers = StickerSequence(try (0..<count).map { try random.sticker(Int64($0)) })
    let marks = try IconTimeLine(width: 90).marks(of: stickers)
    #expect(marks.count == 90)
    #expect(Set(marks.flatMap(\.positions)) == Set(0..<count))
    #expect(marks.allSatisfy { !$0.positions.isEmpty })
    #expect(
      zip(marks, marks.dropFirst()).allSatisfy {
        $0.positions.lowerBound <= $1.positions.lowerBound && $0.x + 1 == $1.x
      })
    for mark in marks {
      var times: [Classification: Int64] = [:]
      for sticker in stickers[mark.positions] {
        times[sticker.classification, default: 0] += sticker.minutes.seconds
      }
      if let most = times.values.max(), most > 0 {
        #expect(times[mark.classification] == most)
      }
    }
  }

  @Test func `the icon time line marks the part that the main view shows`() throws {
    let stickers = try stickers(Array(repeating: (.waste, 1), count: 200))
    let view = try IconTimeLine(width: 100)
    #expect(view.part(showing: 50..<60, of: stickers) == 25...30)
    #expect(view.part(showing: 190..<900, of: stickers) == 95...100)
    #expect(view.part(showing: 0..<0, of: stickers) == nil)
    let wide = try IconTimeLine(width: 5_000)
    #expect(wide.part(showing: 1..<3, of: stickers) == 14...40)
  }
}
