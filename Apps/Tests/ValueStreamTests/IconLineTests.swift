import Testing

@testable import ValueStream

@Suite struct IconLineTests {
  private func stickers(_ texts: [String]) throws -> StickerSequence {
    StickerSequence(
      try texts.enumerated().map { number, text in
        try Sticker(
          id: StickerID(Int64(number) + 1), classification: Classification.allCases[number % 3],
          text: text)
      })
  }

  @Test func `an icon has the source's size, its sticker's colour and its name`() throws {
    #expect(StickerIcon.width == 55)
    #expect(StickerIcon.height == 35)
    #expect(StickerIcon.cornerRadius == 5)
    #expect(StickerIcon.nameSize == 8)
    #expect(StickerIcon.nameBox == (2, 1, 50, 30))
    let icons = try IconLine(length: 200).icons(
      of: stickers(["Weld\nC/T 39 s", "\n \n  Wait  ", "", "Paint"]), focus: 1)
    // The middle is 100; an icon has 55, a gap 5.
    #expect(icons.map(\.x) == [72.5, 132.5, 192.5])
    #expect(icons.map(\.y) == [0, 0, 0])
    #expect(icons.map(\.name) == ["Weld", "Wait", ""])
    #expect(icons.map(\.classification) == [.valueAdding, .auxiliary, .waste])
    #expect(icons.map(\.isFocused) == [false, true, false])
  }

  @Test func `the icon line scrolls from the first icon to the last`() throws {
    let stickers = try stickers((0..<100).map { "\($0)" })
    var line = try IconLine(length: 200)
    line.scroll(by: 90, over: stickers)
    #expect(line.icons(of: stickers).map(\.position) == [0, 1, 2, 3])
    #expect(line.icons(of: stickers).map(\.x) == [-17.5, 42.5, 102.5, 162.5])
    line.scroll(by: .infinity, over: stickers)
    #expect(line.scrollOffset(over: stickers) == 99 * 60)
    #expect(line.icons(of: stickers).map(\.position) == [97, 98, 99])
    line.scroll(by: -1_000_000, over: stickers)
    #expect(line.scrollOffset(over: stickers) == 0)
    line.centre(on: 50, of: stickers)
    #expect(line.icons(of: stickers).first { $0.position == 50 }?.x == 72.5)
    #expect(line.icons(of: StickerSequence()) == [])
  }

  @Test func `the icon line keeps its middle icon when turned into a column`() throws {
    let stickers = try stickers((0..<100).map { "\($0)" })
    var line = try IconLine(length: 200)
    line.centre(on: 50, of: stickers)
    try line.resize(length: 100, axis: .column)
    // 35 high, 5 apart.
    let icons = line.icons(of: stickers)
    #expect(icons.map(\.position) == [49, 50, 51])
    #expect(icons.map(\.y) == [-7.5, 32.5, 72.5])
    #expect(icons.map(\.x) == [0, 0, 0])
    try line.resize(length: 200, axis: .row)
    #expect(line.scrollOffset(over: stickers) == 50 * 60)
    #expect(throws: ViewError.lengthNotAllowed(points: 0, allowed: 1...100_000)) {
      try line.resize(length: 0, axis: .column)
    }
    #expect(line.axis == .row)
    #expect(throws: ViewError.self) { try IconLine(length: .nan) }
  }
}
