import Analysis
import Charts
import Foundation
import Metrics
import Recording
import Store
import Tables
import TestSupport
import Testing

@testable import Reports

/// What reports say of the measurements of 2015. Expected values: scipy, and the source's appendix.
struct Tables2015Tests {
  private static let stories = ["US1", "US2", "US3A", "US3B", "US4A", "US4B", "US5", "US7"]

  private static func analysis(source: Experiment.Source = .import) throws -> ExperimentAnalysis {
    var measurements = ImportedMeasurements()
    for build in ["swift", "objc"] {
      let file = "\(build)_measurements.csv"
      try measurements.add(Results2015.text(of: file), file: file, build: build)
    }
    let experiment = Experiment(
      name: "2015", title: "2015", source: source, scenario: "",
      startedAt: Date(timeIntervalSince1970: 0), seed: 0, rounds: 10,
      stories: measurements.stories.map { .init(name: $0, title: $0) },
      builds: measurements.builds.map { BuildRecord(name: $0, recipe: "imported") },
      environment: nil, version: "0")
    return ExperimentAnalysis(experiment, runs: measurements.runs)
  }

  private static func numbers(_ row: [Table.Cell]) -> [Double] {
    row.compactMap { cell in
      if case .number(let value, _) = cell.content { value } else { nil }
    }
  }

  private static func text(_ cell: Table.Cell) -> String? {
    if case .text(let text) = cell.content { text } else { nil }
  }

  @Test
  func `memory correlates with CPU over Swift's stories, but not shown to over Objective-C's`()
    throws
  {
    let table = try #require(
      try Table.correlations(Self.analysis(), .peakCPU, .peakMemory))
    let rows = try #require(table.sections.first).rows
    #expect(
      rows.map { $0.prefix(3).map { Self.text($0) ?? "" } } == [
        ["swift", "stories", "8"], ["swift", "runs", "80"], ["objc", "stories", "8"],
        ["objc", "runs", "80"],
      ])
    let expected = [
      [0.7937, 0.2021, 0.9609, 0.4551, -0.4051, 0.8879],
      [0.4893, 0.3021, 0.6402, 0.2987, 0.0796, 0.4902],
      [0.3188, -0.4976, 0.8357, 0.0476, -0.6801, 0.7281],
      [0.1978, -0.0229, 0.4001, -0.0863, -0.3007, 0.1364],
    ]
    #expect(rows.map { Self.numbers($0).map { ($0 * 1e4).rounded() / 1e4 } } == expected)
    #expect(table.notes.joined().contains("read the rows over stories"))
  }

  @Test func `the scatter chart says how strongly memory and CPU correlate`() throws {
    let chart = try ScatterChart(Self.analysis(), cpu: .peakCPU, memory: .peakMemory)
    expectSnapshot(
      [chart.note], named: "scatter-note", stating: "swift 0.79 (0.20 to 0.96)",
      "objc 0.32 (-0.50 to 0.84)")
    #expect(chart.series.map(\.points.count) == [80, 80])
  }

  @Test func `three stories are too few for a correlation`() throws {
    let stories = ["a", "b", "c"]
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: stories, builds: ["x"]),
      runs: SampleRuns.runs(stories: stories, builds: ["x"]))
    #expect(try Table.correlations(analysis, .cpuTime, .peakMemory) == nil)
  }

  @Test func `four stories in one order, as by chance, have no interval without a width`() throws {
    let runs = zip(["a", "b", "c", "d"], [(1.0, 1.0), (2, 3), (3, 4), (4, 9)]).map { story, pair in
      Replay.run(story, on: "x", [.cpuTime: pair.0 * 1e6, .peakMemory: pair.1 * 1e6])
    }
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: runs.map(\.story), builds: ["x"]), runs: runs)
    let table = try #require(try Table.correlations(analysis, .cpuTime, .peakMemory))
    let row = table.sections.flatMap(\.rows)[0]
    let none = Table.Cell.missing("all agree, which 4 may do by chance: no interval")
    #expect(row[7] == none && row[8] == none)
    #expect(Self.numbers(row).count == 4 && Self.numbers(row)[3] == 1)
  }

  @Test func `in 2015 others used half a CPU while Swift's US4A and US4B were measured`() throws {
    let table = try #require(try Table.others(Self.analysis()))
    #expect(
      table.columns.map(\.heading) == [
        "Story", "swift", "disturbed (swift)", "objc", "disturbed (objc)",
      ])
    let rows = try #require(table.sections.first).rows
    #expect(rows.compactMap { Self.text($0[0]) } == Self.stories)
    let means = rows.map { Self.numbers($0).map { ($0 * 10).rounded() / 10 } }
    #expect(means.map { $0[0] } == [8.8, 12.4, 7.5, 13.6, 55.8, 49.2, 8.1, 8.9])
    #expect(means.map { $0[1] } == [8.2, 6.1, 8.6, 8.4, 10.3, 8.6, 5.8, 6.6])
    #expect(
      rows.compactMap { Self.text($0[2]) } == [1, 4, 2, 4, 10, 10, 2, 3].map { "\($0) of 10" })
    #expect(
      rows.compactMap { Self.text($0[4]) } == [1, 0, 2, 1, 2, 1, 1, 1].map { "\($0) of 10" })
  }

  @Test func `today's rule counts 45 of 160 runs of 2015 as disturbed`() throws {
    try expectSnapshot(
      Self.analysis().findings.map(\.description), named: "disturbed-runs",
      stating: "45 of 160 runs", "10 %", "'US4A' on 'swift', 'US4B' on 'swift'")
  }

  @Test func `an experiment that Rehearse measured has no table of what others used`() throws {
    #expect(try Table.others(Self.analysis(source: .replay)) == nil)
  }
}
