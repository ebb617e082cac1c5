import Testing

@testable import Charts

@Suite struct LayoutTests {
  @Test func `a line of 100,000 points makes a small picture and keeps its peak`() async throws {
    let line = try (0..<100_000).map { index -> ChartPoint in
      let y: Double = index == 54_321 ? 777 : Double(5 + index % 7)
      return try ChartPoint(x: Double(index) / 1000, y: y)
    }
    let kept = line.keepingPeaks()
    #expect(kept.count <= 2000)
    #expect(kept.contains(line[54_321]))
    #expect(kept.first == line.first && kept.last == line.last)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.x <= $1.x })

    let panel = try TimelinePanel(axis: ChartAxis("memory", unit: "MB"), own: line)
    let chart = try TimelineChart(title: "long", memory: panel, cpu: panel, steps: [])
    #expect(chart.alternativeText.contains("777 MB"))
    let picture = try await ChartRenderer().draw(chart, as: .svg)
    #expect(picture.count < 150_000)
  }

  @Test func `a cloud of 100,000 points keeps its outermost points`() throws {
    var cloud = try (0..<100_000).map { index -> ChartPoint in
      let (x, y): (Int, Int) = (index * 7919 % 10_007, index * 104_729 % 9973)
      return try ChartPoint(x: Double(x), y: Double(y))
    }
    cloud += [try ChartPoint(x: -500, y: 3), try ChartPoint(x: 3, y: 1e5)]
    let kept = cloud.downsampled()
    #expect(kept.count <= 2000)
    #expect(kept.map(\.x).min() == -500 && kept.map(\.y).max() == 1e5)
  }

  @Test func `a short series keeps all its points`() throws {
    let line = try (0..<2000).map { try ChartPoint(x: Double($0), y: 1) }
    #expect(line.keepingPeaks() == line)
    #expect(line.downsampled() == line)
  }

  @Test func `names that fit are broken into lines, and others are slanted`() {
    let short = GroupLabels(["US1 connect", "US3A lend from list"], slot: 100, chartHeight: 540)
    #expect(short.lines == [["US1 connect"], ["US3A lend", "from list"]])
    #expect(short.angle == 0)
    let long = GroupLabels(["US1", "synchronisation"], slot: 60, chartHeight: 540)
    #expect(long.angle == 30)
    #expect(long.lines == [["US1"], ["synchronisation"]])
  }

  @Test(arguments: [(20, 30, 1), (40, 90, 1), (100, 90, 2)])
  func `names of many groups stand upright, and those without room are left out with a word`(
    _ count: Int, _ angle: Int, _ step: Int
  ) throws {
    let groups = (0..<count).map { "story number \($0)" }
    let bars = [Bar?](repeating: try Bar(1), count: count)
    let chart = try BarChart(
      title: "t", axis: ChartAxis("a"), groups: groups,
      series: [ChartSeries(name: "b", places: bars)])
    let script = try chart.script(as: .svg).text()
    #expect(script.contains("rotate by \(angle) right"))
    let named = groups.indices.filter { script.contains("'story number \($0)' \($0)") }
    #expect(named == Array(stride(from: 0, to: count, by: step)))
    #expect(script.contains("'one of 2 names is shown'") == (step == 2))
  }

  @Test(arguments: [3, 8, 12, 60])
  func `names of steps overlap neither each other nor their lines`(_ count: Int) {
    for bunch in [1.0, 8, 40] {
      let labels = (0..<count).map { index in
        StepLabels.Label(
          name: "step \(index)", anchor: 200 + Double(index) * bunch, width: 60,
          length: Double(index % 5))
      }
      let found = StepLabels(labels, from: 0, to: 960)
      #expect(found.placed.count + found.omitted == count)
      #expect(!found.placed.isEmpty)
      let roomy = count <= 3 || count <= 12 && bunch == 40
      #expect(!roomy || found.omitted == 0)
      for (index, one) in found.placed.enumerated() {
        #expect(one.left >= 0 && one.right <= 960)
        #expect(found.placed[(index + 1)...].allSatisfy { one.agrees(with: $0) })
      }
    }
  }

  @Test func `axis ticks keep their distance`() {
    #expect(TicStep.covering(10, length: 400) == 1)
    #expect(TicStep.covering(33.6, length: 170) == 10)
    #expect(TicStep.covering(33.6, length: 20) == 20)
    #expect(abs(TicStep.covering(0.0031, length: 200) - 0.0005) < 1e-12)
    #expect(TicStep.covering(4.02, length: -5) == 2)
  }

  @Test func `values wider than their bars are drawn upright, or left out without room`() throws {
    func script(_ groups: Int, _ value: Double, error: Double) throws -> String {
      try BarChart(
        title: "t", axis: ChartAxis("memory", unit: "MB"), groups: (0..<groups).map(String.init),
        series: ["a", "b"].map { name in
          ChartSeries<Bar>(
            name: name,
            places: try (0..<groups).map { _ in
              try Bar(value, low: value - error * 2, high: value + error * 2)
            })
        }
      ).script(as: .svg).text()
    }
    #expect(try script(4, 27.5, error: 0.125).contains("set label '27.50' at -0.2,27.75 center "))
    let upright = try script(11, 27.5, error: 0.015625)
    #expect(upright.contains("set label '27.500' at -0.2,27.53125 left rotate by 90 "))
    // The axis goes on above the highest bar, so that its value does not leave the data.
    #expect(!upright.contains("set yrange [0:\(27.53125 * 1.12)]"))
    #expect(try !script(40, 27.5, error: 0.015625).contains("'27.500'"))
  }
}
