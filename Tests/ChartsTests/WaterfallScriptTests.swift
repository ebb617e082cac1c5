import Testing

@testable import Charts

@Suite struct WaterfallScriptTests {
  @Test func `steps share one time axis, and are filled as far as they used the CPU`() throws {
    let chart = try StepWaterfall(
      title: "t", steps: ["a", "b ×3"],
      series: [
        ChartSeries<WaterfallSpan>(
          name: "x",
          places: [
            WaterfallSpan(start: 0, end: 2, cpu: 0.5), WaterfallSpan(start: 2, end: 3, cpu: 4),
          ])
      ])
    #expect(try chart.block("whole0").map { Array($0[2...3]) } == [[0, 2], [2, 3]])
    // Of several threads CPU time may be more than the step took.
    #expect(try chart.block("busy0").map { Array($0[2...3]) } == [[0, 0.5], [2, 3]])
    let text = try chart.script(as: .svg).text()
    #expect(text.contains("'2 s, CPU 25 %'") && text.contains("'1 s, CPU 400 %'"))
    #expect(text.contains("set label 'b ×3' at screen "))
  }

  @Test func `a long step name is cut, but its number of repetitions is kept`() throws {
    let text = try Examples.steps().script(as: .svg).text()
    #expect(text.contains("set label 'lend comment=For the lecture"))
    #expect(text.contains("… ×600' at screen "))
    let endless = try StepWaterfall(
      title: "t", steps: ["s ×" + String(repeating: "9", count: 10_000)],
      series: [ChartSeries(name: "x", places: [WaterfallSpan(start: 0, end: 1, cpu: 1)])])
    #expect(try endless.script(as: .svg).text().utf8.count < 10_000)
  }

  @Test func `of very many steps only the longest are drawn`() throws {
    let chart = try StepWaterfall(
      title: "t", steps: (0..<100).map { "step \($0)" },
      series: [
        ChartSeries<WaterfallSpan>(
          name: "x",
          places: (0..<100).map {
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
