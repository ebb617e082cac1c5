import SeededRandom
import Testing

@testable import ValueStream

@Suite struct TimeLineTests {
  private func stickers(_ count: Int) throws -> StickerSequence {
    StickerSequence(try (0..<count).map { try Sticker(id: StickerID(Int64($0))) })
  }

  @Test func `a new view has the first sticker in its middle`() throws {
    let view = try TimeLine(length: 400)
    let frames = view.frames(of: try stickers(10))
    // The middle is 200; a sticker has 120, a gap 16.
    #expect(frames.map(\.position) == [0, 1])
    #expect(frames.map(\.x) == [140, 276])
    #expect(frames.map(\.side) == [120, 120])
    #expect(frames.map(\.y) == [30, 30])
  }

  @Test func `the focused sticker is half as large again and pushes the others aside`() throws {
    var view = try TimeLine(length: 600)
    let stickers = try stickers(10)
    view.centre(on: 5, of: stickers)
    let frames = view.frames(of: stickers, focus: 5)
    #expect(frames.map(\.position) == [3, 4, 5, 6, 7])
    // 300 - 90; the neighbours keep their gap of 16.
    #expect(frames.map(\.x) == [-62, 74, 210, 406, 542])
    #expect(frames.map(\.side) == [120, 120, 180, 120, 120])
    #expect(frames[2].y == 0)
    #expect(frames[1].right == frames[2].x - 16)
    #expect(frames[3].x == frames[2].right + 16)
  }

  @Test func `the time line scrolls from the first sticker to the last`() throws {
    var view = try TimeLine(length: 400)
    let stickers = try stickers(10)
    view.scroll(by: -50, over: stickers)
    #expect(view.scrollOffset(over: stickers) == 0)
    view.scroll(by: 100, over: stickers)
    #expect(view.scrollOffset(over: stickers) == 100)
    view.scroll(by: .infinity, over: stickers)
    #expect(view.scrollOffset(over: stickers) == 9 * 136)
    view.scroll(by: .nan, over: stickers)
    #expect(view.scrollOffset(over: stickers) == 9 * 136)
    #expect(view.visiblePositions(of: stickers) == 8..<10)
    view.centre(on: 1_000, of: stickers)
    #expect(view.scrollOffset(over: stickers) == 9 * 136)
    view.centre(on: -1, of: stickers)
    #expect(view.scrollOffset(over: stickers) == 0)
  }

  @Test func `when the map becomes shorter, the view shows its new end`() throws {
    var view = try TimeLine(length: 400)
    view.centre(on: 99, of: try stickers(100))
    #expect(view.frames(of: try stickers(3)).map(\.position) == [1, 2])
    #expect(view.frames(of: StickerSequence()) == [])
  }

  @Test func `exactly the visible stickers have frames`() throws {
    var random = SplitMix64(seed: 1)
    let stickers = try stickers(60)
    for _ in 0..<500 {
      var view = try TimeLine(length: Double(1 + random.below(900)))
      view.scroll(by: Double(random.below(9_000)), over: stickers)
      let focus = random.below(3) == 0 ? nil : random.below(60)
      // A view wide enough for all has the same middle.
      var wide = try TimeLine(length: 100_000)
      wide.scroll(by: view.scrollOffset(over: stickers), over: stickers)
      let shift = (wide.length - view.length) / 2
      let expected = wide.frames(of: stickers, focus: focus).filter {
        $0.x - shift < view.length && $0.right - shift > 0
      }
      let frames = view.frames(of: stickers, focus: focus)
      #expect(frames.map(\.position) == expected.map(\.position))
      #expect(frames.allSatisfy { $0.sticker == stickers[$0.position] })
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.right < $1.x })
    }
  }

  @Test func `a column lays out from top to bottom what a row does from left to right`() throws {
    var row = try TimeLine(length: 600)
    var column = try TimeLine(length: 600, axis: .column)
    let stickers = try stickers(10)
    row.centre(on: 5, of: stickers)
    column.centre(on: 5, of: stickers)
    let frames = column.frames(of: stickers, focus: 5)
    #expect(frames.map(\.y) == [-62, 74, 210, 406, 542])
    #expect(frames.map(\.x) == [30, 30, 0, 30, 30])
    #expect(frames.map(\.y) == row.frames(of: stickers, focus: 5).map(\.x))
  }

  @Test func `turning the tablet keeps the focused sticker in the middle`() throws {
    var view = try TimeLine(length: 1_280)
    let stickers = try stickers(100)
    view.centre(on: 40, of: stickers)
    try view.resize(length: 800, axis: .column)
    var focused = view.frames(of: stickers, focus: 40).first { $0.position == 40 }
    #expect(focused?.y == 310)
    #expect(view.scrollOffset(over: stickers) == 40 * 136)
    try view.resize(length: 1_280, axis: .row)
    focused = view.frames(of: stickers, focus: 40).first { $0.position == 40 }
    #expect(focused?.x == 550)
    #expect(throws: ViewError.lengthNotAllowed(points: -1, allowed: 1...100_000)) {
      try view.resize(length: -1, axis: .column)
    }
    #expect(view.axis == .row)
    #expect(view.length == 1_280)
  }

  @Test(arguments: [0, -1, 100_001, .nan, .infinity] as [Double])
  func `a view of an impossible length is refused`(width: Double) {
    let error = #expect(throws: ViewError.self) { try TimeLine(length: width) }
    #expect(
      error?.description
        == "A view can't be \(width) points long: allowed are 1.0 to 100000.0.")
    #expect(throws: ViewError.self) { try IconTimeLine(width: width) }
  }
}
