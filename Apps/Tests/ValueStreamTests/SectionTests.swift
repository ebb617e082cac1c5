import SeededRandom
import Testing

@testable import ValueStream

@Suite struct SectionTests {
  /// A map of steps that take so many minutes.
  private func map(_ minutes: Double...) throws -> StreamMap {
    var map = StreamMap()
    for time in minutes {
      try map.insert(at: map.stickers.count) { sticker throws(MapError) in
        sticker.minutes = try Minutes(time)
      }
    }
    return map
  }

  @Test func `a map without sections is one part`() throws {
    let map = try map(1, 2, 3)
    #expect(
      map.parts == [
        StreamPart(
          name: nil, positions: 0..<3, isParallel: false, begins: .zero, totals: map.totals)
      ])
    #expect(map.longestWay == map.totals)
    #expect(StreamMap().parts == [])
    #expect(StreamMap().leadTime == .zero)
  }

  @Test func `sections have their own totals, and steps before the first are a part`() throws {
    var map = try map(1, 2, 4, 8, 16)
    try map.beginSection(" Weld ", at: 1)
    try map.beginSection("Paint", at: 3)
    #expect(map.parts.map(\.name) == [nil, "Weld", "Paint"])
    #expect(map.parts.map(\.positions) == [0..<1, 1..<3, 3..<5])
    #expect(map.parts.map(\.totals.leadTime.value) == [1, 6, 24])
    #expect(map.parts.map(\.begins.value) == [0, 1, 7])
    #expect(map.leadTime.value == 31)
    try map.beginSection("Weld and grind", at: 1)
    #expect(map.parts.map(\.name) == [nil, "Weld and grind", "Paint"])
    try map.dissolveSection(at: 1)
    #expect(map.parts.map(\.positions) == [0..<3, 3..<5])
    #expect(throws: MapError.noSection(position: 1)) { try map.dissolveSection(at: 1) }
  }

  @Test func `of parts that run in parallel the longest one counts`() throws {
    var map = try map(10, 20, 5, 7, 40)
    try map.change(at: 2) { $0.classification = .waste }
    try map.beginSection("Frame", at: 1)
    try map.beginSection("Cable", at: 2, isParallel: true)
    try map.beginSection("Final", at: 4)
    // 20 beside 5 + 7.
    #expect(map.parts.map(\.begins.value) == [0, 10, 10, 30])
    #expect(map.leadTime.value == 70)
    #expect(map.totals.leadTime.value == 82)
    #expect(map.longestWay.waste == .zero)
    try map.change(at: 3) { sticker throws(MapError) in sticker.minutes = try Minutes(16) }
    // Now 5 + 16 is longer.
    #expect(map.leadTime.value == 71)
    #expect(map.longestWay.waste.value == 5)
    #expect(map.parts.map(\.begins.value) == [0, 10, 10, 31])
    try map.change(at: 3) { sticker throws(MapError) in sticker.minutes = try Minutes(15) }
    // Of two equally long ones the first counts.
    #expect(map.longestWay.waste == .zero)
  }

  @Test func `an invalid section is refused, and the map stays as it was`() throws {
    var map = try map(1, 2)
    let before = map
    #expect(throws: MapError.noSticker(position: 2, count: 2)) { try map.beginSection("x", at: 2) }
    #expect(throws: MapError.nothingBeside) {
      try map.beginSection("x", at: 0, isParallel: true)
    }
    #expect(throws: MapError.labelBlank) { try map.beginSection("  ", at: 0) }
    #expect(throws: MapError.labelHasControlCharacter(codePoint: 10)) {
      try map.beginSection("a\nb", at: 0)
    }
    #expect(throws: MapError.labelTooLong(bytes: 256, limit: 255)) {
      try map.beginSection(String(repeating: "ü", count: 128), at: 0)
    }
    #expect(map == before)
    var long = try StreamMap(
      StickerSequence(try (1...201).map { try Sticker(id: StickerID($0)) }))
    for position in 0..<200 { try long.beginSection("\(position)", at: position) }
    #expect(throws: MapError.tooManySections(limit: 200)) { try long.beginSection("x", at: 200) }
    try long.beginSection("again", at: 199)
  }

  @Test func `a section without steps vanishes, and one parallel to it then runs by itself`()
    throws
  {
    var map = try map(1, 2, 4, 8)
    try map.beginSection("A", at: 0)
    try map.beginSection("B", at: 1)
    try map.beginSection("C", at: 2, isParallel: true)
    try map.remove(at: 1)
    #expect(map.parts.map(\.name) == ["A", "C"])
    #expect(map.parts.map(\.isParallel) == [false, false])
    try map.remove(at: 0)
    #expect(map.parts.map(\.name) == ["C"])
    // The steps before the first section go: nothing is left beside it.
    var other = try self.map(1, 2)
    try other.beginSection("B", at: 1, isParallel: true)
    try other.remove(at: 0)
    #expect(other.parts.map(\.isParallel) == [false])
    try other.remove(at: 0)
    #expect(other.surroundings.isEmpty)
  }

  /// Each step has the name of its section beside it, as a user would have it.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `sections follow their steps through random edits`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var editor = MapEditor()
    var model: [String] = []
    var past: [(map: StreamMap, model: [String])] = []
    for step in 0..<600 {
      let before = (editor.map, model)
      switch random.below(8) {
      case 0...2:
        let position = random.below(model.count + 1)
        // A new step belongs to the section of the one before it; the first one to the first
        // section, where that begins the map.
        let first = editor.map.surroundings.sections.first?.first == 0 ? model[0] : ""
        model.insert(position > 0 ? model[position - 1] : first, at: position)
        try editor.insert(at: position)
      case 3 where !model.isEmpty:
        let position = random.below(model.count)
        try editor.remove(at: position)
        model.remove(at: position)
      case 4 where !model.isEmpty, 5 where !model.isEmpty:
        let (position, target) = (random.below(model.count), random.below(model.count))
        try editor.move(from: position, to: target)
        // It joins the section of the step whose place it takes.
        let section = model[target]
        if position != target {
          model.remove(at: position)
          model.insert(section, at: target)
        }
      case 6 where !model.isEmpty:
        let position = random.below(model.count)
        try editor.focus(on: position)
        try editor.beginSection("\(step)")
        let section = model[position]
        for index in position..<model.count where model[index] == section {
          model[index] = "\(step)"
        }
      case 7 where !past.isEmpty:
        let earlier = past.removeLast()
        let later = editor.map
        try editor.undo()
        #expect(editor.map.stickers == earlier.map.stickers)
        #expect(editor.map.surroundings == earlier.map.surroundings)
        try editor.redo()
        #expect(editor.map == later)
        try editor.undo()
        model = earlier.model
        continue
      default: continue
      }
      let isEdited =
        editor.map.stickers != before.0.stickers
        || editor.map.surroundings != before.0.surroundings
      if isEdited { past.append(before) }
      let sections = editor.map.parts.flatMap { part in
        part.positions.map { _ in part.name ?? "" }
      }
      try #require(sections == model, "step \(step)")
    }
  }
}
