import Testing

@testable import ValueStream

@Suite struct TotalsTests {
  @Test func `shares are parts of the lead time`() throws {
    var map = StreamMap()
    try map.insert(at: 0) { sticker throws(MapError) in sticker.minutes = try Minutes(30) }
    try map.insert(at: 1) { sticker throws(MapError) in
      sticker.minutes = try Minutes(10)
      sticker.classification = .auxiliary
    }
    try map.insert(at: 2) { sticker throws(MapError) in
      sticker.minutes = try Minutes(60)
      sticker.classification = .waste
    }
    #expect(map.totals.leadTime.value == 100)
    #expect(map.totals.processTime.value == 40)
    #expect(map.totals.valueAddedRatio == 0.3)
    #expect(map.totals.share(of: .auxiliary) == 0.1)
    #expect(map.totals.share(of: .waste) == 0.6)
  }
}
