import SystemPackage
import TestSupport
import Testing

@testable import ValueStream

@Suite struct PDFTests {
  private let folder: ScratchFolder
  private let file: FilePath

  init() throws {
    folder = try ScratchFolder()
    file = folder["map.pdf"]
  }

  private func write(_ stickers: [Sticker], name: String = "Roof", date: Int64 = 0) throws {
    try PrintedMap(try StreamMap(StickerSequence(stickers)), name: name)
      .writePDF(to: file.string, date: date)
  }

  private func sticker(
    _ number: Int64, _ text: String = "", minutes: Double = 0,
    _ classification: Classification = .valueAdding, size: StickerFont.Size = .points8
  ) throws -> Sticker {
    try Sticker(
      id: StickerID(number), classification: classification, minutes: Minutes(minutes), text: text,
      font: StickerFont(family: .sans, size: size))
  }

  private func text() throws -> String { try PrintedText(file: file).text() }

  private func properties() throws -> [String: String] {
    try PrintedText(file: file).properties()
  }

  @Test(arguments: [
    (0, 1), (1, 1), (10, 1), (11, 2), (15, 2), (25, 2), (26, 3), (150, 11),
  ])
  func `the totals have a page of their own if the last one is full`(
    count: Int, pages: Int
  ) throws {
    try write((0..<count).map { try sticker(Int64($0) + 1) })
    #expect(try properties()["Pages"] == "\(pages)")
    let text = try text()
    let packed = text.filter { $0 != " " }
    for page in 1...pages { #expect(packed.contains("\(page)/\(pages)\n")) }
    #expect(text.contains("Lead time"))
  }

  @Test func `pages are landscape A4, with a title and dates`() throws {
    try write([try sticker(1)], name: "Dächer & <Ziegel>\0", date: 1_480_000_000)
    let properties = try properties()
    #expect(properties["Page size"] == "841.89 x 595.276 pts (A4)")
    #expect(properties["Title"] == "Dächer & <Ziegel>\u{fffd}")
    #expect(properties["CreationDate"] == "2016-11-24T15:06:40Z")
    #expect(properties["ModDate"] == "2016-11-24T15:06:40Z")
  }

  @Test func `equal maps give equal bytes, and another date gives others`() throws {
    let stickers = try (0..<20).map { try sticker($0 + 1, "Schritt \($0)", minutes: 5) }
    try write(stickers, date: 5)
    let bytes = try folder.bytes(of: "map.pdf")
    try write(stickers, date: 5)
    #expect(try folder.bytes(of: "map.pdf") == bytes)
    try write(stickers, date: 6)
    #expect(try folder.bytes(of: "map.pdf") != bytes)
  }

  @Test func `every step shows its text, time, letter and place on the time line`() throws {
    try write([
      try sticker(1, "Prüfen: Größe & <Maß>", minutes: 90),
      try sticker(2, "Warten", minutes: 0.5, .waste),
      try sticker(3, "Fahren", minutes: 30, .auxiliary),
    ])
    let text = try text()
    for part in ["Prüfen: Größe & <Maß>", "Warten", "Fahren", "1 h 30 min", "30 s"] {
      #expect(text.contains(part), "\(part)")
    }
    // On the band, and in the legends of the page and of the totals.
    for letter in ["V", "W", "A"] {
      let words = text.split { " \n\u{c}".contains($0) }
      #expect(words.count { $0 == letter } == 3, "\(letter)")
    }
    #expect(text.contains("1 h 30 min 30 s"))
    #expect(text.contains("2 h 30 s"))
  }

  @Test func `the printed totals are those of the map`() throws {
    try write([
      try sticker(1, minutes: 30), try sticker(2, minutes: 10, .auxiliary),
      try sticker(3, minutes: 60, .waste),
    ])
    let text = try text()
    for part in [
      "1 h 40 min", "40 min", "30.0 %", "30 min, 30.0 %", "10 min, 10.0 %", "1 h, 60.0 %",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    try write([try sticker(1)])
    #expect(try self.text().contains("0 min, –"))
  }

  @Test func `a text too long for its card is cut, with an ellipsis`() throws {
    let lines = (1...40).map { "line\($0)" }
    try write([try sticker(1, lines.joined(separator: "\r\n"))])
    let text = try text()
    #expect(text.contains("line1\n") || text.contains("line1 "))
    #expect(text.contains("line5"))
    #expect(text.contains("…"))
    #expect(!text.contains("line15"))
  }

  @Test func `any text can be printed`() throws {
    let texts = [
      "検査と包装", "👩‍🔧 العربية עברית", "\u{0}\u{1}\u{1b}[31m\u{7f}\u{85}", "<b>&amp;</b>",
      String(repeating: "x", count: Sticker.longestText), String(repeating: "\n", count: 4_000),
      "e" + String(repeating: "\u{301}", count: 2_000), "\u{2028}\u{2029}\u{feff}\u{202e}",
    ]
    try write(
      try texts.enumerated().map { number, text in
        try sticker(Int64(number) + 1, text, size: StickerFont.Size.allCases[number % 6])
      }, name: String(repeating: "very long name ", count: 500))
    #expect(try text().contains("<b>&amp;</b>"))
  }

  @Test func `a date out of range becomes the nearest one in range`() throws {
    try write([], date: .max)
    #expect(try properties()["CreationDate"] == "9999-12-31T23:59:59Z")
    try write([], date: -1)
    #expect(try properties()["CreationDate"] == "1970-01-01T00:00:00Z")
  }
}
