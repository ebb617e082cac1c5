import Testing

@testable import Charts

@Suite struct DistributionScriptTests {
  /// R: quantile(c(1, 2, 4, 8, 16, 32, 64, 128, 1000)), boxplot.stats' whiskers with type 7 hinges.
  @Test func `a box has the quartiles of R, and whiskers within 1.5 times its height`() {
    let box = BoxSummary([1000, 1, 2, 4, 8, 16, 32, 64, 128])
    #expect(box.lowerQuartile == 4 && box.median == 16 && box.upperQuartile == 64)
    #expect(box.lowWhisker == 1 && box.highWhisker == 128)
    // R: quantile(c(10, 20, 30, 40), c(0.25, 0.5, 0.75)) is 17.5, 25, 32.5.
    let even = BoxSummary([40, 10, 30, 20])
    #expect([even.lowerQuartile, even.median, even.upperQuartile] == [17.5, 25, 32.5])
    #expect(BoxSummary([7]) == BoxSummary([7, 7, 7]))
  }

  /// numpy.quantile(values, [0.25, 0.5, 0.75]); 1.5 times their distance reach from 307.35 to 315.15.
  @Test func `a box of ten runs has the quartiles of NumPy, and its whiskers leave out outliers`() {
    let box = BoxSummary([
      312.4, 309.8, 311, 318.9, 310.2, 310.9, 309.1, 311.7, 310.5, 340.2,
    ])
    let valueTexts = [box.lowerQuartile, box.median, box.upperQuartile]
    for (valueText, expected) in zip(valueTexts, [310.275, 310.95, 312.225]) {
      #expect(abs(valueText - expected) < 1e-9)
    }
    #expect(box.lowWhisker == 309.1 && box.highWhisker == 312.4)
    // Of five runs each is one value of the box.
    let five = BoxSummary([5, 1, 4, 2, 3.5])
    #expect([five.lowerQuartile, five.median, five.upperQuartile] == [2, 3.5, 4])
    #expect([five.lowWhisker, five.highWhisker] == [1, 5])
  }

  @Test func `every run is a dot within its column, and few runs have no box`() throws {
    let chart = try Examples.distributions()
    let dots = try chart.block("dots0_1")
    #expect(dots.map { $0[1] } == chart.series[1].places[0]?.values)
    #expect(dots.allSatisfy { abs($0[0] - 1) <= 0.3 })
    #expect(Set(dots.map { $0[0] }).count == dots.count)
    #expect(try chart.block("lines0_1").count == 5)
    // Four runs have a median alone, five a box, and 600 are downsampled.
    #expect(try chart.block("lines2_0").count == 1)
    #expect(try chart.block("lines2_1").count == 5)
    // Over so many dots the box is drawn once more.
    #expect(try chart.block("lines4_0").count == 9)
    let many = try chart.block("dots4_0").map { $0[1] }
    let all = try #require(chart.series[0].places[4]?.values)
    #expect(many.count == 500 && all.count == 600)
    #expect(
      DistributionChart.legend(chart.series).hasPrefix(
        "Each dot is one run, 500 of up to 600. The line"))
    #expect(DistributionChart.legend([]).hasPrefix("Each dot is one run. The line"))
    #expect(many.min() == all.min() && many.max() == all.max())
    #expect(try chart.scriptLines().contains("set logscale y"))
  }
}
