import AppPages
import SystemPackage
import TestSupport
import Testing

@testable import ValueStream

/// Symbols, those around the line, information and sections on paper and in pictures.
@Suite struct SurroundingsPrintTests {
  private let folder: ScratchFolder
  private let printed: PrintedText

  init() throws {
    folder = try ScratchFolder()
    printed = PrintedText(file: folder["map.pdf"])
  }

  private func write(_ map: StreamMap) throws {
    try PrintedMap(map, name: "Bracket").writePDF(to: printed.file.string, date: 0)
  }

  /// A map of steps of so many minutes.
  private func map(_ minutes: [Double]) throws -> StreamMap {
    try StreamMap(
      StickerSequence(
        try minutes.enumerated().map { number, time in
          try Sticker(id: StickerID(Int64(number) + 1), minutes: Minutes(time))
        }))
  }

  @Test func `the parties around the line and their information are printed`() throws {
    var map = try BracketStream.current()
    try BracketStream.surround(&map)
    try write(map)
    let text = try printed.text()
    for part in [
      "Michigan Steel Co.", "Supplier", "Production control (MRP)", "Control",
      "State Street Assembly", "Customer", "90/60/30-day forecasts", "Daily order",
      "6-week forecast", "Weekly fax", "from Michigan Steel Co.", "to State Street Assembly",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    // Each process has its schedule, where it stands.
    let schedules = text.ranges(of: "Weekly schedule (from Production control").count
    #expect(schedules == 5)
    // Six triangles with an I.
    #expect(try printed.words().count { $0 == "I" } == 6)
  }

  @Test func `a map without surroundings prints none`() throws {
    try write(try map([1, 2]))
    let text = try printed.text()
    for part in ["Supplier", "Customer", "from", "parallel", "longest"] {
      #expect(!text.contains(part), "\(part)")
    }
  }

  @Test func `a flow between two steps is printed at both`() throws {
    var map = try ValueStreamTests.map("Pack", "Weld")
    let ids = map.stickers.map(\.id)
    try map.add(InformationFlow(from: .step(ids[0]), to: .step(ids[1]), "Kanban"))
    try write(map)
    let text = try printed.text()
    #expect(text.contains("Kanban (to Weld)"))
    #expect(text.contains("Kanban (from Pack)"))
  }

  @Test func `sections have headings with their own totals, and parallel ones begin together`()
    throws
  {
    var map = try map([10, 20, 5, 7, 40])
    try map.change(at: 3) { $0.classification = .waste }
    try map.beginSection("Frame", at: 1)
    try map.beginSection("Cable", at: 2, isParallel: true)
    try map.beginSection("Final", at: 4)
    try write(map)
    let text = try printed.text()
    for part in [
      "Frame", "1 step lead time 20 min process time 20 min waste 0.0 %",
      "Cable, parallel to Frame", "2 steps lead time 12 min process time 5 min waste 58.3 %",
      "Lead time of the longest way", "1 h 10 min", "Work of all ways", "1 h 22 min",
    ] {
      let packed = text.split(separator: " ").joined(separator: " ")
      #expect(packed.contains(part), "\(part)")
    }
    // On the time line both begin after 10 minutes: "10 min" is also the first step's time and where
    // its part ends.
    let ticks = try printed.text().split(separator: "\n").filter { $0.contains("15 min") }
    #expect(ticks.contains { $0.contains("10 min") && $0.contains("22 min") })
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
  func `a page has two rows with headings`(sections: Int, pages: Int) throws {
    // From 72 to 556 points; such a row takes 174, the totals 140.
    var map = try map(Array(repeating: 1, count: sections * 5))
    for section in 0..<sections { try map.beginSection("S\(section)", at: section * 5) }
    try write(map)
    #expect(try printed.properties()["Pages"] == "\(pages)")
    let words = try printed.words()
    for section in 0..<sections { #expect(words.contains("S\(section)")) }
  }

  @Test func `names of any text can be printed`() throws {
    var map = try map([1, 2])
    let name = String(repeating: "検査 👩‍🔧 العربية <b>& ", count: 6).prefix(60)
    try map.beginSection(String(name), at: 0)
    try map.beginSection(String(name), at: 1, isParallel: true)
    for party in Party.allCases { try map.put(party, named: String(name)) }
    for (from, to) in [
      (Party.supplier, Party.customer), (.customer, .control), (.control, .supplier),
    ] {
      for way in InformationFlow.Way.allCases + InformationFlow.Way.allCases {
        try map.add(
          InformationFlow(from: .party(from), to: .party(to), way: way, String(name)))
        let step = map.stickers[0].id
        if map.surroundings.flows.count(where: { $0.touches(.step(step)) }) < 4 {
          try map.add(InformationFlow(from: .step(step), to: .party(from), way: way, String(name)))
        }
      }
    }
    try write(map)
    #expect(try printed.properties()["Pages"] == "2")
  }

  @Test func `a picture that would be too high is refused, and a narrower one is drawn`() throws {
    var map = try map(Array(repeating: 1, count: 200))
    for position in 0..<200 { try map.beginSection("S", at: position) }
    // 18 columns are 2,868.3 points wide; 200 rows of 174 and the rest 35,048 high.
    #expect(throws: ExportError.heightNotAllowed(pixels: 50_050, allowed: 1...16_384)) {
      try PrintedMap(map, name: "").writePNG(to: folder["map.png"].string, width: 4_096)
    }
    #expect(folder.files == [])
    try PrintedMap(map, name: "").writePNG(to: folder["map.png"].string, width: 200)
    let bytes = try folder.bytes(of: "map.png")
    #expect(bytes[20..<24].reduce(0) { $0 << 8 | Int($1) } == 2_444)
  }
}
