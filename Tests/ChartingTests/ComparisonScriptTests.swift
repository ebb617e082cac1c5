import Foundation
import Testing

@testable import Charting

@Suite struct ComparisonScriptTests {
  private func lines(_ chart: some Chart) throws -> [Substring] {
    try chart.script(as: .svg, size: chart.size()).text().split(separator: "\n")
  }

  /// The rows of a block of data.
  private func block(_ name: String, of chart: some Chart) throws -> [[Double]] {
    let lines = try lines(chart)
    let begin = try #require(lines.firstIndex(of: "$\(name) << e"))
    return lines[(begin + 1)...].prefix { $0 != "e" }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
  }

  @Test func `ratios stand on an axis of logarithms, from the top down`() throws {
    let row = { (label: String, ratio: RatioInterval) in
      try RatioRow(label: label, ratio: ratio, figure: label, marker: .more, verdict: "more")
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
    let points = try block("ratios0", of: chart)
    #expect(points.map { $0[0] } == [log(2), -log(2)])
    #expect(points[0][1] < points[1][1])
    // A line from the ratio to each end, each with a cap.
    let intervals = try block("intervals", of: chart)
    #expect(intervals.count == 8)
    #expect(intervals[0] == [log(2), points[0][1], -log(2), 0])
    #expect(
      try lines(chart).contains {
        $0.hasPrefix("set xtics nomirror (") && $0.contains("'+100 %%' ")
      })
    #expect(try !lines(chart).contains { $0.hasPrefix("$cut") })
  }

  @Test func `an interval without end is an arrow to the edge`() throws {
    let chart = try RatioChart(
      title: "t", axis: "a",
      sections: [
        RatioSection(
          "s",
          rows: [
            RatioRow(
              label: "l", ratio: RatioInterval(1.1, low: 0, high: .infinity), figure: "f",
              marker: .open, verdict: "v")
          ])
      ])
    let cut = try block("cut", of: chart)
    let range = RatioRange(chart.rows)
    #expect(cut.map { $0[0] + $0[2] } == [range.low, range.high])
    #expect(try !lines(chart).contains { $0.hasPrefix("$intervals") })
  }

  @Test func `a ratio chart grows with its lines, and says when it can't`() throws {
    #expect(try Examples.verdicts().size().height < Examples.manyRatios().size().height)
    let row = try RatioRow(
      label: "l", ratio: RatioInterval(1, low: 1, high: 1), figure: "f", marker: .same,
      verdict: "v")
    let chart = try RatioChart(
      title: "t", axis: "a",
      sections: [RatioSection("s", rows: Array(repeating: row, count: 1000))])
    #expect(throws: ChartDataError.self) { try chart.size() }
  }

  @Test(arguments: [
    (0.999, 1.001, ["-0.1 %", "0 %"]), (0.98, 1.02, ["-1 %", "0 %", "+1 %"]),
    (0.5, 2, ["-50 %", "0 %", "+100 %"]), (0.9, 50, ["0 %", "+900 %", "+4900 %"]),
  ])
  func `tics of ratios are round, and keep their distance`(
    _ low: Double, _ high: Double, _ expected: [String]
  ) throws {
    let row = try RatioRow(
      label: "l", ratio: RatioInterval(1, low: low, high: high), figure: "f", marker: .open,
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

  /// R: quantile(c(1, 2, 4, 8, 16, 32, 64, 128, 1000)), boxplot.stats' whiskers with type 7 hinges.
  @Test func `a box has the quartiles of R, and whiskers within 1.5 times its height`() {
    let box = BoxFigures([1000, 1, 2, 4, 8, 16, 32, 64, 128])
    #expect(box.lowerQuartile == 4 && box.median == 16 && box.upperQuartile == 64)
    #expect(box.lowWhisker == 1 && box.highWhisker == 128)
    // R: quantile(c(10, 20, 30, 40), c(0.25, 0.5, 0.75)) is 17.5, 25, 32.5.
    let even = BoxFigures([40, 10, 30, 20])
    #expect([even.lowerQuartile, even.median, even.upperQuartile] == [17.5, 25, 32.5])
    #expect(BoxFigures([7]) == BoxFigures([7, 7, 7]))
  }

  @Test func `every run is a dot within its column, few runs have no box`() throws {
    let chart = try Examples.distributions()
    let dots = try block("dots0_1", of: chart)
    #expect(dots.map { $0[1] } == chart.series[1].runs[0]?.values)
    #expect(dots.allSatisfy { abs($0[0] - 1) <= 0.3 })
    #expect(Set(dots.map { $0[0] }).count == dots.count)
    #expect(try block("lines0_1", of: chart).count == 5)
    // Five runs have a median alone, and 600 are thinned.
    #expect(try block("lines2_0", of: chart).count == 1)
    let many = try block("dots4_0", of: chart).map { $0[1] }
    let all = try #require(chart.series[0].runs[4]?.values)
    #expect(many.count == 500)
    #expect(many.min() == all.min() && many.max() == all.max())
    #expect(try lines(chart).contains("set logscale y"))
  }

  @Test func `steps stand on one axis, filled as far as the processor worked`() throws {
    let chart = try StepWaterfall(
      title: "t", steps: ["a", "b ×3"],
      series: [
        WaterfallSeries(
          name: "x",
          spans: [
            WaterfallSpan(start: 0, end: 2, cpu: 0.5), WaterfallSpan(start: 2, end: 3, cpu: 4),
          ])
      ])
    #expect(try block("whole0", of: chart).map { Array($0[2...3]) } == [[0, 2], [2, 3]])
    // Of several threads CPU time may be more than the step took.
    #expect(try block("busy0", of: chart).map { Array($0[2...3]) } == [[0, 0.5], [2, 3]])
    let text = try chart.script(as: .svg).text()
    #expect(text.contains("'2.00 s, CPU 25 %'") && text.contains("'1.00 s, CPU 400 %'"))
    #expect(text.contains("set label 'b ×3' at screen "))
  }

  @Test func `a step's name is cut, but not how often it was repeated`() throws {
    let text = try Examples.steps().script(as: .svg).text()
    #expect(text.contains("set label 'lend comment=For the lecture"))
    #expect(text.contains("… ×600' at screen "))
    let endless = try StepWaterfall(
      title: "t", steps: ["s ×" + String(repeating: "9", count: 10_000)],
      series: [WaterfallSeries(name: "x", spans: [WaterfallSpan(start: 0, end: 1, cpu: 1)])])
    #expect(try endless.script(as: .svg).text().utf8.count < 10_000)
  }

  @Test func `of very many steps the longest are drawn`() throws {
    let chart = try StepWaterfall(
      title: "t", steps: (0..<100).map { "step \($0)" },
      series: [
        WaterfallSeries(
          name: "x",
          spans: (0..<100).map {
            try WaterfallSpan(start: 0, end: $0.isMultiple(of: 2) ? 9 : Double($0) / 100, cpu: 0)
          })
      ])
    #expect(chart.drawn.count == 60)
    #expect(chart.drawn == chart.drawn.sorted())
    #expect(chart.drawn.filter { $0.isMultiple(of: 2) }.count == 50)
    #expect(chart.drawn.contains(99) && !chart.drawn.contains(1))
    let text = try chart.script(as: .svg).text()
    #expect(text.contains("time since the run began (s); 40 short steps are not drawn"))
  }
}
