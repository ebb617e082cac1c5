import Testing

@testable import Charts

@Suite struct ShareScriptTests {
  @Test
  func `the bars of shares begin at 0, are listed from the top, and are drawn level by level`()
    throws
  {
    let chart = try Examples.guideline()
    // x, y, both ends across, both ends down.
    let high = try chart.block("shares0")
    #expect(high.map { $0[3] } == [16.13, 12.9, 9.68])
    #expect(high.allSatisfy { $0[2] == 0 && $0[4] < $0[1] && $0[1] < $0[5] })
    let (middle, low) = try (chart.block("shares1"), chart.block("shares2"))
    #expect(middle.count == 2 && low.map { $0[3] } == [1.21])
    let heights = (high + middle + low).map { $0[1] }
    #expect(heights == heights.sorted())
    let lines = try chart.scriptLines()
    #expect(lines.contains("set xrange [0:16.6139]"))
    #expect(lines.contains { $0.contains("keyentry with boxes") && $0.contains("'crucial'") })
    #expect(!lines.contains { $0.hasPrefix("$intervals") })
  }

  @Test func `the range of a share is a line with two caps, and unused levels have no legend`()
    throws
  {
    let chart = try Examples.shares()
    let intervals = try chart.block("intervals")
    #expect(intervals.count == 15)
    #expect(intervals[0][0] == 15 && intervals[0][2] == 30)
    #expect(intervals[2][0] == 45 && intervals[2][3] == 8)
    let lines = try chart.scriptLines()
    #expect(lines.contains("set xrange [0:46.35]"))
    #expect(!lines.contains { $0.contains("'crucial'") })
  }

  @Test func `a share chart grows with its bars, and is refused without any`() throws {
    #expect(try Examples.shares().size().height == 320)
    func chart(_ count: Int) throws -> ShareChart {
      try ShareChart(
        title: "t", axis: ChartAxis("a"), levels: [:],
        bars: (0..<count).map {
          ShareBar(label: "\($0)", bar: try Bar(0), valueText: "0", level: .low)
        })
    }
    #expect(try chart(40).size().height - chart(30).size().height == 240)
    #expect(throws: ChartError.self) { try chart(1000).size() }
    #expect(throws: ChartError.noData("share chart \"t\"")) { try chart(0) }
  }
}
