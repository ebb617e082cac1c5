import Foundation
import Testing

@testable import Charts

@Suite struct RatioScriptTests {
  @Test func `ratios are drawn on a logarithmic axis, from the top down`() throws {
    func row(_ label: String, _ ratio: RatioInterval) throws -> RatioRow {
      try RatioRow(label: label, ratio: ratio, valueText: label, marker: .more, verdict: "more")
    }
    let chart = try RatioChart(
      title: "t", axis: "a",
      sections: [
        RatioSection(
          "s",
          rows: [
            row("twice", RatioInterval(2, low: 1, high: 4)),
            row("half", RatioInterval(0.5, low: 0.25, high: 1)),
          ])
      ])
    let points = try chart.block("ratios0_0")
    #expect(points.map { $0[0] } == [log(2), -log(2)])
    #expect(points[0][1] < points[1][1])
    // A line from the ratio to each end, each with a cap.
    let intervals = try chart.block("intervals0")
    #expect(intervals.count == 8)
    #expect(intervals[0] == [log(2), points[0][1], -log(2), 0])
    #expect(
      try chart.scriptLines().contains {
        $0.hasPrefix("set xtics nomirror (") && $0.contains("'+100 %%' ")
      })
    #expect(try !chart.scriptLines().contains { $0.hasPrefix("$cut0") })
  }

  @Test func `every section of a ratio chart has an axis of its own`() throws {
    let sections = try [("time", 1.2), ("memory", 1.001)].map { title, point in
      RatioSection(
        title,
        rows: [
          try RatioRow(
            label: "l", ratio: RatioInterval(point, low: point, high: point), valueText: "f",
            marker: .more, verdict: "v")
        ])
    }
    let chart = try RatioChart(title: "t", axis: "a", sections: sections)
    let ranges = try chart.scriptLines().filter { $0.hasPrefix("set xrange") }
    #expect(Set(ranges).count == 3, "the heading's and two more: \(ranges)")
    #expect(try chart.block("ratios1_0") != chart.block("ratios0_0"))
    #expect(try chart.scriptLines().count { $0.hasPrefix("set xlabel") } == 1)
  }

  @Test func `an unbounded interval is an arrow to the edge`() throws {
    let chart = try RatioChart(
      title: "t", axis: "a",
      sections: [
        RatioSection(
          "s",
          rows: [
            RatioRow(
              label: "l", ratio: RatioInterval(1.1, low: 0, high: .infinity), valueText: "f",
              marker: .open, verdict: "v")
          ])
      ])
    let cut = try chart.block("cut0")
    let range = RatioRange(chart.rows)
    #expect(cut.map { $0[0] + $0[2] } == [range.low, range.high])
    #expect(try !chart.scriptLines().contains { $0.hasPrefix("$intervals0") })
  }

  @Test func `a ratio chart grows with its lines, and too many lines are refused`() throws {
    #expect(try Examples.verdicts().size().height < Examples.manyRatios().size().height)
    let row = try RatioRow(
      label: "l", ratio: RatioInterval(1, low: 1, high: 1), valueText: "f", marker: .same,
      verdict: "v")
    let chart = try RatioChart(
      title: "t", axis: "a",
      sections: [RatioSection("s", rows: Array(repeating: row, count: 1000))])
    #expect(throws: ChartError.self) { try chart.size() }
  }

  @Test(arguments: [
    (0.999, 1.001, ["-0.1 %", "0 %"]), (0.98, 1.02, ["-1 %", "0 %", "+1 %"]),
    (0.5, 2, ["-50 %", "0 %", "+100 %"]), (0.9, 50, ["0 %", "+900 %", "+4900 %"]),
  ])
  func `the ticks of ratios are round, and keep their distance`(
    _ low: Double, _ high: Double, _ expected: [String]
  ) throws {
    let row = try RatioRow(
      label: "l", ratio: RatioInterval(1, low: low, high: high), valueText: "f", marker: .open,
      verdict: "v", floor: low...high)
    let range = RatioRange([row])
    let tics = RatioTics(range, length: 420).tics
    for label in expected { #expect(tics.contains { $0.label == label }, "\(tics)") }
    #expect(tics.count < 12)
    let scale = 420 / (range.high - range.low)
    for (one, next) in zip(tics, tics.dropFirst()) {
      let room = TextMetrics.width(one.label + next.label, size: ChartStyle.smallSize) / 2
      #expect((next.place - one.place) * scale > room)
    }
  }
}
