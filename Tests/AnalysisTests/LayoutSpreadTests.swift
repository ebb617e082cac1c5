import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

struct LayoutSpreadTests {
  private let cell = Cell(story: "list", build: "checked", metric: .cpuTime)

  /// Measurements by round, the rounds taking turns in the layouts; nil where the run failed.
  private func spread(_ measurements: [Double?], layouts: Int) -> LayoutSpread? {
    let runs = measurements.enumerated().map { index, value in
      Replay.run(
        "list", on: "checked", round: index + 1, layout: index % layouts + 1,
        value.map { [.cpuTime: $0] } ?? [:], failed: value == nil ? .crashed : nil)
    }
    return ExperimentAnalysis(
      Replay.experiment(rounds: measurements.count, layouts: layouts), runs: runs
    ).layoutSpread(of: cell)
  }

  @Test func `spreads are in percent of the mean of the layouts' means`() throws {
    // Layout 1: 90, 94; layout 2: 106, 110. Means 92 and 108, mean 100; within 8, between
    // 128 - 8 / 2 = 124.
    let found = try #require(spread([90, 106, 94, 110], layouts: 2))
    #expect(found.layouts.map(\.number) == [1, 2])
    #expect(found.layouts.map(\.mean) == [92, 108])
    #expect(found.layouts.map(\.runs) == [2, 2])
    #expect(found.mean == 100)
    #expect(abs(try #require(found.overRuns) - 8.0.squareRoot()) < 1e-12)
    #expect(abs(try #require(found.overLayouts) - 124.0.squareRoot()) < 1e-12)
    #expect(found.minimum == 0.92 && found.greatest == 1.08)
  }

  @Test func `failed runs count in no layout`() throws {
    let found = try #require(spread([90, nil, 95, 94, nil, 97], layouts: 3))
    #expect(found.layouts.map(\.number) == [1, 3])
    #expect(found.layouts.map(\.runs) == [2, 2])
  }

  @Test func `one run per layout gives the means of layouts, but no spread`() throws {
    let found = try #require(spread([90, 110], layouts: 2))
    #expect(found.minimum == 0.9 && found.greatest == 1.1)
    #expect(found.overRuns == nil && found.overLayouts == nil)
  }

  @Test func `without a second layout there is no spread`() {
    #expect(spread([90, 110], layouts: 1) == nil)
    #expect(spread([90, nil, 94, nil], layouts: 2) == nil)
    #expect(spread([], layouts: 2) == nil)
    #expect(spread([0, 0, 0, 0], layouts: 2) == nil)
  }
}
