import Testing

@testable import ValueStream

/// What becomes of the line when the finger leaves it. The law of motion is that of a scroll view of
/// iOS (I. Lobanov, "Deceleration mechanics of UIScrollView", 2019): at v points a second it comes to
/// rest v / (-1000 ln 0.998) points on, which is 499.49983 for 1,000 points a second.
@Suite struct GlideTests {
  private let stickers: StickerSequence

  init() throws {
    stickers = StickerSequence(try (1...10).map { try Sticker(id: StickerID($0)) })
  }

  private func glide(from offset: Double, velocity: Double) throws -> Glide {
    var view = try TimeLine(length: 400)
    view.scroll(by: offset, over: stickers)
    return try #require(view.glide(velocity: velocity, over: stickers))
  }

  @Test func `a line that is let go comes to rest where a scroll view would`() {
    #expect(abs(Glide.restingPlace(from: 100, velocity: 1_000) - 599.49983) < 0.00001)
    #expect(abs(Glide.restingPlace(from: 100, velocity: -200) - 0.10003) < 0.00001)
    #expect(Glide.restingPlace(from: 100, velocity: 0) == 100)
  }

  @Test(arguments: [
    // Places are 136 apart: at 599.5 the nearest is 4 * 136.
    (100.0, 1_000.0, 4), (100, 0, 1), (67.9, 0, 0), (68, 0, 1), (100, -200, 0),
    (1_000, 5_000, 9), (1_000, -50_000, 0), (300, .infinity, 9), (300, -.infinity, 0),
    (300, .nan, 2),
  ])
  func `a glide ends with the nearest sticker in the middle`(
    offset: Double, velocity: Double, position: Int
  ) throws {
    let glide = try glide(from: offset, velocity: velocity)
    #expect(glide.position == position)
    #expect(glide.start == offset)
    #expect(glide.end == Double(position) * 136)
  }

  @Test func `a glide slows down by the same share each second`() throws {
    let glide = try glide(from: 100, velocity: 1_000)
    #expect(glide.offset(after: 0) == 100)
    #expect(glide.offset(after: -1) == 100)
    // 444 points are to go, of which 0.998 to the power of 1,000 is left after a second.
    #expect(abs(glide.offset(after: 1) - (544 - 444 * 0.1350647)) < 0.0001)
    #expect(abs(glide.offset(after: 2) - (544 - 444 * 0.0182425)) < 0.0001)
    // Half a point of 444 is left after ln(0.5 / 444) / ln(0.998) milliseconds.
    #expect(abs(glide.duration - 3.391_090) < 0.000_01)
    #expect(glide.offset(after: glide.duration) == 544)
    #expect(glide.offset(after: 3.39) < 543.51)
    #expect(glide.offset(after: 60) == 544)
  }

  @Test func `a glide that starts at its resting place takes no time`() throws {
    let glide = try glide(from: 272, velocity: 0)
    #expect(glide.duration == 0)
    #expect(glide.offset(after: 0) == 272)
  }

  @Test func `an empty line does not glide`() throws {
    #expect(try TimeLine(length: 400).glide(velocity: 1_000, over: StickerSequence()) == nil)
  }

  @Test func `the sticker where a glide ends can take the focus, in the middle of the view`() throws
  {
    var view = try TimeLine(length: 600)
    let glide = try #require(view.glide(velocity: 700, over: stickers))
    view.follow(glide, after: 0.1, over: stickers)
    #expect(view.scrollOffset(over: stickers) == glide.offset(after: 0.1))
    view.follow(glide, after: glide.duration, over: stickers)
    var editor = MapEditor(try StreamMap(stickers))
    try editor.focus(on: glide.position)
    // 349.65 points on is between 2 * 136 and 3 * 136, nearer to 3.
    let focused = view.frames(of: stickers, focus: editor.focus).first { $0.position == 3 }
    #expect(focused?.x == 210)
    #expect(focused?.side == 180)
  }
}
