import SystemPackage
import TestSupport
import Testing

@testable import ValueStream

/// The current map against the future one on paper and as a picture.
@Suite struct DifferencePrintTests {
  private let folder: ScratchFolder
  private let printed: PrintedText

  init() throws {
    folder = try ScratchFolder()
    printed = PrintedText(file: folder["difference.pdf"])
  }

  private func write(_ difference: MapDifference, date: Int64 = 0) throws {
    try PrintedDifference(difference, current: "Bracket now", future: "Bracket then")
      .writePDF(to: printed.file.string, date: date)
  }

  /// The lines of text with one blank between words.
  private func lines() throws -> [String] {
    try printed.text().split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `the page has the totals of both maps, the changes, and the waste by size`() throws {
    try write(
      MapDifference(from: try BracketStream.current(), to: try BracketStream.future()))
    let lines = try lines()
    for line in [
      "Bracket now → Bracket then",
      "Current 362 h 13 min 8 s 3 min 8 s 0 min 362 h 10 min 0.0144 % 11",
      "Future 76 h 44 min 56 s 2 min 56 s 2 min 76 h 40 min 0.0637 % 9",
      "Change −79 % −6 % +2 min −79 % +0.0493 points −2",
      "What changes, by time Waste of the current map, by size",
      "W ↓ Stamping stock 116 h 40 min 23 h 93 h 40 min W Stamping stock 116 h 40 min 23 h 32.2 %",
      "W × Spot weld 2 stock 40 h 50 min gone 40 h 50 min W Finished goods 69 h 30 h 40 min 72.4 %",
      "A + Bring to the lorry new 2 min −2 min",
    ] {
      #expect(lines.contains { $0.contains(line) }, "\(line)")
    }
    #expect(try printed.properties()["Title"] == "Bracket now → Bracket then")
  }

  @Test func `the page of two equal maps says that nothing changes`() throws {
    try write(MapDifference(from: StreamMap(), to: StreamMap()))
    let lines = try lines()
    #expect(lines.contains { $0.contains("Nothing changes.") && $0.contains("There is none.") })
    #expect(lines.contains { $0.contains("Change ±0 ±0 ±0 ±0 – ±0") })
  }

  @Test(arguments: [(17, 1), (18, 2), (44, 2), (45, 3)])
  func `long lists continue on further pages`(changes: Int, pages: Int) throws {
    // 17 lines fit below the figures, 27 on each page after.
    let current = try StreamMap(
      StickerSequence(
        try (1...changes).map { try Sticker(id: StickerID(Int64($0)), text: "step\($0)") }))
    try write(MapDifference(from: current, to: StreamMap()))
    #expect(try printed.properties()["Pages"] == "\(pages)")
    let words = try printed.words()
    for number in 1...changes { #expect(words.count { $0 == "step\(number)" } == 1) }
  }

  @Test func `equal differences give equal bytes, as PDF and as PNG`() throws {
    let difference = MapDifference(
      from: try BracketStream.current(), to: try BracketStream.future(), matching: .name)
    let png = folder["difference.png"]
    func bytes() throws -> [[UInt8]] {
      try write(difference, date: 5)
      try PrintedDifference(difference, current: "a", future: "b")
        .writePNG(to: png.string, width: 842)
      return [try folder.bytes(of: "difference.pdf"), try folder.bytes(of: "difference.png")]
    }
    let first = try bytes()
    #expect(try bytes() == first)
    #expect(first[1].starts(with: [0x89, 0x50, 0x4e, 0x47]))
    // 842 points wide, 436 high: the lists begin at 270, and have 8 lines of 16.
    #expect(first[1][20..<24].reduce(0) { $0 << 8 | Int($1) } == 461)
  }
}
