import Analysis
import Foundation
import Metrics
import Recording
import Reports
import Tables
import TestSupport
import Testing

struct PeakTableTests {
  /// The tables 12 to 15 of the source, as its text prints them, from the runs of its appendix.
  @Test func `the means of 2015 match the published tables`() throws {
    let builds = ["swift", "objc"]
    var runs: [Run] = []
    var stories: [String] = []
    for build in builds {
      var seen: Set<String> = []
      for row in try Self.rows("\(build)_measurements.csv") {
        // Table 51 lists one run twice.
        guard seen.insert(row[0...3].joined(separator: ",")).inserted else { continue }
        if !stories.contains(row[1]) { stories.append(row[1]) }
        let metric = row[0] == "memory_mb" ? Metric.peakMemory : .peakCPU
        let value = try #require(Double(row[4])) * (metric == .peakMemory ? 1e6 : 1)
        runs.append(
          Run(
            build: build, story: row[1], round: seen.count, position: seen.count, pid: nil,
            startedAt: Date(timeIntervalSince1970: 0), ending: .passed, steps: [],
            timeline: .empty, measurements: [metric: value]))
      }
    }
    let experiment = Experiment(
      name: "2015", title: "2015", source: .import, scenario: "",
      startedAt: Date(timeIntervalSince1970: 0), seed: 0, rounds: 10,
      stories: stories.map { .init(name: $0, title: $0) },
      builds: builds.map { BuildRecord(name: $0, recipe: "imported") }, environment: nil,
      version: "0")
    let table = try Table.peaks(ExperimentAnalysis(experiment, runs: runs))
    #expect(
      table.columns.map(\.heading) == ["Story", "swift", "± (swift)", "objc", "± (objc)"])
    #expect(table.sections.map(\.heading) == ["Peak memory, MB", "Peak CPU, %"])
    var found: [String: Double] = [:]
    for (metric, section) in zip(["memory_mb", "cpu_percent"], table.sections) {
      for row in section.rows {
        guard case .text(let story) = row[0].content else { continue }
        for (build, cell) in zip(builds, [row[1], row[3]]) {
          if case .number(let mean, _) = cell.content {
            found["\(build) \(metric) \(story)"] = mean
          }
        }
      }
    }
    let overStories = found.filter { $0.key.hasSuffix("all stories") }
    for (name, expected) in [
      ("swift memory_mb", 6.59375), ("swift cpu_percent", 58.9), ("objc memory_mb", 7.1775),
      ("objc cpu_percent", 46.7125),
    ] {
      let mean = try #require(overStories["\(name) all stories"])
      #expect(abs(mean - expected) < 1e-12, "\(name)")
    }
    let printed = try Self.rows("reported_peaks.csv")
    #expect(found.count == printed.count + overStories.count && !printed.isEmpty)
    for row in printed {
      let name = row[1...3].joined(separator: " ")
      // Table 12 prints 4.33 where the runs of table 18 give 5.33.
      let expected = name == "swift memory_mb US2" ? 5.33 : Double(row[4])
      let mean = try #require(found[name])
      #expect(abs(mean - (expected ?? .nan)) < 0.0051, "\(name)")
    }
  }

  private static func rows(_ file: String) throws -> [[String]] {
    try Results2015.text(of: file).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").map(String.init)
    }
  }
}
