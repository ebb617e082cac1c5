import Dispatch
import Foundation
import SeededRandom
import Statistics
import Synchronization

/// The tables of the benchmark.
struct Report: Sendable {
  private let programs: [RecordedDuets]
  private let histories: Int
  private let commits = 500
  private let counts = [10, 15, 20]
  /// The change that is looked for, and how many commits have it when it is.
  private let change = 0.015
  private let commitsWithChange = 3
  private let commitsBefore = 100
  /// What is called one and the same step, seen at another time.
  private let reach = 3

  init(pairs file: URL, histories: Int) throws {
    programs = try RecordedDuets.read(file)
    self.histories = histories
  }

  /// Prints a table of spreads, and rows of the page 'history', which published.py takes.
  func print() throws {
    Swift.print(
      "\(histories) histories of \(commits) commits, \(programs.count) stories each, on measured duets\n"
    )
    try printSpreads()
    Swift.print(
      "history", "Rule", "Pairs", "False steps in \(commits) commits",
      "+\(change * 100) % found within \(commitsWithChange) commits, %", "False, changing machines",
      "Found, changing machines, %", separator: "\t")
    for rule in StepRule.allCases {
      for pairs in rule == .anchored ? counts : [10] {
        let cells = try [Fleet.one, .changing].flatMap { fleet in
          let wrong = try falseSteps(rule, pairs: pairs, on: fleet)
          let found = try foundShare(rule, pairs: pairs, on: fleet)
          return [
            String(format: wrong < 1 ? "%.2f" : wrong < 10 ? "%.1f" : "%.0f", wrong),
            String(format: found < 1 ? "%.1f" : "%.0f", found * 100),
          ]
        }
        Swift.print((["history", rule.rawValue, "\(pairs)"] + cells).joined(separator: "\t"))
      }
    }
    Swift.print(
      "\nAims: at most 1 false step in 500 commits; +1.5 % within 3 commits in 95 %; a spread of 0.6 %."
    )
  }

  /// The standard deviation of an unchanged commit's ratio.
  private func printSpreads() throws {
    Swift.print(row(["pairs", "spread, all", "median story", "worst story"]))
    for pairs in counts + [RecordedDuets.longest] {
      let variances = try made(commits: commits, pairs: pairs, on: .changing) { series, _ in
        let values = series.ratios.map(\.value)
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
      }
      let stories = variances.map { ($0.reduce(0, +) / Double($0.count)).squareRoot() }.sorted()
      let all = (stories.reduce(0) { $0 + $1 * $1 } / Double(stories.count)).squareRoot()
      Swift.print(
        row(
          ["\(pairs)"]
            + [all, stories[stories.count / 2], stories[stories.count - 1]].map {
              String(format: "%.2f %%", $0 * 100)
            }))
    }
  }

  /// The steps in a history without one, judged anew after each commit; the mean over stories.
  private func falseSteps(_ rule: StepRule, pairs: Int, on fleet: Fleet) throws -> Double {
    let counts = try made(commits: commits, pairs: pairs, on: fleet) { series, _ in
      var seen: [Int] = []
      for count in 1...series.ratios.count {
        for step in try rule.steps(in: series, first: count)
        where !seen.contains(where: { abs($0 - step) <= reach }) {
          seen.append(step)
        }
      }
      return Double(seen.count)
    }.flatMap(\.self)
    return counts.reduce(0, +) / Double(counts.count)
  }

  /// The share of changes that are shown where they are, at the latest by the third commit with it.
  private func foundShare(_ rule: StepRule, pairs: Int, on fleet: Fleet) throws -> Double {
    let place = commitsBefore
    let trials = 25
    let found = try made(
      commits: place + commitsWithChange, pairs: pairs, on: fleet, change: (place, change),
      times: trials
    ) { series, _ in
      let isFound = try (1...commitsWithChange).contains { more in
        try rule.steps(in: series, first: place + more).contains { abs($0 - place) <= 1 }
      }
      return isFound ? 1 : 0
    }.flatMap(\.self)
    return found.reduce(0, +) / Double(found.count)
  }

  /// What is found of each history, by program. Each has a seed of its own, so that the order in which they
  /// are made does not matter.
  private func made(
    commits: Int, pairs: Int, on fleet: Fleet, change: (place: Int, size: Double)? = nil,
    times: Int = 1, _ body: @Sendable (CommitSeries, Int) throws -> Double
  ) throws -> [[Double]] {
    let each = histories * times
    let results = Mutex<[Int: Result<Double, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: programs.count * each) { number in
      let result = Result {
        var random = SplitMix64(seed: UInt64(number))
        let series = try CommitSeries(
          of: programs[number / each], commits, pairs: pairs, on: fleet, change: change, &random)
        return try body(series, number)
      }
      results.withLock { $0[number] = result }
    }
    let values = try results.withLock { $0 }.mapValues { try $0.get() }
    return programs.indices.map { program in
      (0..<each).compactMap { values[program * each + $0] }
    }
  }

  private func row(_ cells: [String]) -> String {
    cells.enumerated().map { index, text in
      let padding = String(repeating: " ", count: max(0, 20 - text.count))
      return index == 0 ? text + padding : padding + text
    }.joined(separator: " ")
  }
}
