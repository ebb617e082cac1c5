import Testing

@testable import ValueStream

@Suite struct ComparingTests {
  @Test func `the totals of the current map match its source`() throws {
    let map = try BracketStream.current()
    // 23.6 days of 920 minutes, and 188 seconds of processing.
    #expect(map.totals.waste.value == 21_730)
    #expect((map.totals.waste.value / 920 * 10).rounded() / 10 == 23.6)
    #expect(map.totals.valueAdding.seconds == 188)
  }

  @Test func `waste is listed by size, with each sticker's share and the running share`() throws {
    let waste = try BracketStream.current().wasteBySize
    #expect(
      waste.map(\.sticker.name) == [
        "Stamping stock", "Coils", "Finished goods", "Spot weld 2 stock", "Assembly 1 stock",
        "Spot weld 1 stock",
      ])
    #expect(waste.map(\.position) == [2, 0, 10, 6, 8, 4])
    #expect(waste.map(\.sticker.minutes.value) == [7_000, 4_600, 4_140, 2_450, 1_840, 1_700])
    // Of 21,730 minutes.
    #expect(waste[0].share == 7_000.0 / 21_730)
    #expect(waste[1].runningShare == 11_600.0 / 21_730)
    #expect(waste[5].runningShare == 1)
  }

  @Test func `equal waste stays in the order of the line, and waste without time has no share`()
    throws
  {
    var map = StreamMap()
    for (name, kind) in [("a", Classification.waste), ("b", .auxiliary), ("c", .waste)] {
      try map.insert(at: map.stickers.count) { sticker throws(MapError) in
        sticker.classification = kind
        try sticker.write(name)
      }
    }
    #expect(map.wasteBySize.map(\.position) == [0, 2])
    #expect(map.wasteBySize.map(\.runningShare) == [0, 0])
    #expect(StreamMap().wasteBySize == [])
  }

  @Test(arguments: StepMatching.allCases)
  func `comparing the current map with the future one shows the time saved`(matching: StepMatching)
    throws
  {
    let difference = MapDifference(
      from: try BracketStream.current(), to: try BracketStream.future(), matching: matching)
    #expect(difference.current.leadTime.seconds == 21_730 * 60 + 188)
    // 1,380 + 1,380 + 1,840 minutes of stock, 2 of bringing, and 1 + 39 + 46 + 62 + 28 seconds.
    #expect(difference.future.leadTime.seconds == 4_602 * 60 + 176)
    #expect(difference.future.valueAdding.seconds == 176)
    #expect(difference.currentSteps == 11)
    #expect(difference.futureSteps == 9)
    #expect(
      difference.changes.map(\.name) == [
        "Stamping stock", "Coils", "Spot weld 2 stock", "Finished goods", "Assembly 1 stock",
        "Spot weld 1 stock", "Bring to the lorry", "Assembly 2",
      ])
    #expect(
      difference.changes.map(\.kind) == [
        .shorter, .shorter, .eliminated, .shorter, .eliminated, .eliminated, .added, .shorter,
      ])
    let saved: [Double] = [5_620, 3_220, 2_450, 2_300, 1_840, 1_700, -2, 0.2]
    #expect(difference.changes.map(\.saved.value) == saved)
    #expect(difference.changes.map(\.position) == [2, 0, 6, 10, 8, 4, 7, 9])
    #expect(
      difference.waste.map { $0.after?.minutes.value } == [1_380, 1_380, 1_840, nil, nil, nil])
  }

  @Test func `a step can change without taking more or less time`() throws {
    let current = try BracketStream.current()
    func difference(
      _ change: (inout Sticker) throws(MapError) -> Void
    ) throws -> MapDifference {
      var future = current
      try future.change(at: 0, change)
      return MapDifference(from: current, to: future)
    }
    for difference in [
      try difference { $0.classification = .auxiliary },
      try difference { $0.symbol = .transport },
      try difference { sticker throws(MapError) in try sticker.write("Coils\nby the door") },
    ] {
      #expect(difference.changes.map(\.kind) == [.altered])
      #expect(difference.changes.map(\.saved) == [.zero])
    }
    // Paper and font are no part of the stream, nor is a place on the line.
    var future = current
    try future.change(at: 0) { sticker throws(MapError) in
      sticker.background = .pink
      sticker.font = StickerFont(family: .serif, size: .points24)
    }
    try future.move(from: 3, to: 1)
    #expect(MapDifference(from: current, to: future).changes == [])
    #expect(MapDifference(from: current, to: current).changes == [])
    #expect(MapDifference(from: StreamMap(), to: StreamMap()).changes == [])
  }

  @Test func `a step that takes longer is listed after larger changes`() throws {
    let current = try BracketStream.current()
    var future = current
    try future.change(at: 1) { sticker throws(MapError) in sticker.minutes = try Minutes(3) }
    try future.remove(at: 4)
    let difference = MapDifference(from: current, to: future)
    #expect(difference.changes.map(\.kind) == [.eliminated, .longer])
    #expect(difference.changes.map(\.saved.seconds) == [1_700 * 60, -179])
  }

  @Test func `steps of independent maps are matched by name, and equal names in order`() throws {
    let current = try map("Wait", "Weld", "Wait", "Pack")
    let future = try map("Weld", "Wait", "Paint")
    let pairs = StepMatching.name.pairs(current.stickers, future.stickers)
    #expect(pairs.map(\.0) == [0, 1])
    #expect(pairs.map(\.1) == [1, 0])
    let byName = MapDifference(from: current, to: future, matching: .name)
    #expect(byName.changes.map(\.kind) == [.eliminated, .eliminated, .added])
    #expect(byName.changes.map(\.name) == ["Wait", "Pack", "Paint"])
    // By number the first is the first, whatever it is called.
    let byNumber = MapDifference(from: current, to: future)
    #expect(byNumber.changes.map(\.kind) == [.altered, .altered, .altered, .eliminated])
  }
}
