import Analysis
import Dispatch
import Foundation
import SeededRandom
import Synchronization

/// The tables of the benchmark.
struct Report: Sendable {
  private let programs: [RealPairs]
  private let count: Int
  private let commits = 128
  private let probability = 0.99
  /// How long a build takes, in pairs: 20 s beside 1 s.
  private let build = 20.0

  init(pairs file: URL, count: Int) throws {
    let suite = try RealPairs.read(file, campaign: "suite-fine1")
    let hash = try RealPairs.read(file, campaign: "hash-fine1")
    programs = suite.sorted { $0.key < $1.key }.map(\.value) + [hash["AA"]].compactMap(\.self)
    self.count = count
  }

  /// Prints rows of two pages of Docs/benchmarks, which published.py takes, and a table of stranger histories.
  func print() throws {
    Swift.print(
      "\(count) bisections of \(commits) commits each, on duets of \(programs.count) programs\n")
    Swift.print(
      "bisect-builds", "Change", "Shown, %", "Named, %", "Of these right, %", "Claimed, %",
      "Builds, mean", "In 99 of 100 at most", "Pairs", separator: "\t")
    Swift.print(
      "bisect", "Tool, on the same pairs", "+1 %: right, %", "builds", "pairs", "+2 %: right, %",
      "builds, +2 %", "pairs, +2 %", "+5 %: right, %", separator: "\t")
    var besidePeers = ["bisect", "rehearse bisect"]
    for change in [0.01, 0.02, 0.05, -0.02, 0.2] {
      let replays = try made { random in
        let culprit = random.below(commits)
        return (History(count: commits, changes: [culprit: change]), .one(culprit))
      }
      let single = SingleChange(replays)
      Swift.print((["bisect-builds", signed(change)] + single.cells).joined(separator: "\t"))
      if (0.01...0.05).contains(change) { besidePeers += single.cellsBesidePeers }
    }
    // Of +5 % the page shows only how many are right, as it does of the peers.
    Swift.print(besidePeers.prefix(9).joined(separator: "\t"))
    for (words, kind) in [
      ("+1 and +1 %", Truth.two(0.01, 0.01)), ("+2 and +3 %", .two(0.02, 0.03)),
      ("+5 and -3 %", .two(0.05, -0.03)), ("+2 % in small steps", .crept(0.02)),
      ("nothing", .nothing),
    ] {
      let replays = try made { random in kind.history(commits, &random) }
      Swift.print(row([words] + answers(replays)))
    }
  }

  /// What a history has.
  private enum Truth {
    case two(Double, Double)
    case crept(Double)
    case nothing

    func history(
      _ count: Int, _ random: inout SplitMix64
    ) -> (History, BisectionFinding.Answer?) {
      switch self {
      case .two(let a, let b):
        let first = random.below(count - 1)
        let second = first + 1 + random.below(count - 1 - first)
        return (History(count: count, changes: [first: a, second: b]), .two(first, second))
      case .crept(let change): return (History(count: count, creepingTo: change), .crept)
      case .nothing: return (History(count: count, changes: [:]), nil)
      }
    }
  }

  private func made(
    _ history: @Sendable (inout SplitMix64) -> (History, BisectionFinding.Answer?)
  ) throws -> [JudgedReplay] {
    // Each by a seed of its own, so that the order does not matter.
    let made = Mutex<[Int: Result<JudgedReplay, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let result = Result {
        var random = SplitMix64(seed: UInt64(number))
        let (history, truth) = history(&random)
        let program = programs[number % programs.count]
        let replay = try Replay(history, build: build, probability: probability, &random) {
          program.visit($0, &$1)
        }
        return JudgedReplay(replay: replay, truth: truth)
      }
      made.withLock { $0[number] = result }
    }
    return try made.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
  }

  private func answers(_ made: [JudgedReplay]) -> [String] {
    func words(_ kind: BisectionFinding.Answer?) -> String {
      switch kind {
      case .one: "one"
      case .two: "two"
      case .crept: "crept"
      case .range: "range"
      case .vanished: "vanished"
      case nil: "nothing"
      }
    }
    let counts = Dictionary(grouping: made) { words($0.replay.finding?.kind) }.mapValues(\.count)
    let right = made.count(where: \.isRight)
    let builds = made.reduce(0) { $0 + $1.replay.builds }
    return counts.sorted { $0.value > $1.value }.map {
      "\($0.key) \(percent($0.value, made.count))"
    }
      + ["right \(percent(right, made.count))", "\(tenths(Double(builds) / Double(made.count)))"]
  }

  private func percent(_ part: Int, _ all: Int) -> String {
    tenths(100 * Double(part) / Double(max(1, all))) + " %"
  }
  private func signed(_ change: Double) -> String {
    (change > 0 ? "+" : "") + "\(Int((100 * change).rounded())) %"
  }

  private func row(_ cells: [String]) -> String {
    cells.enumerated().map { place, cell in
      let width = place == 0 ? 20 : 10
      let padding = String(repeating: " ", count: max(1, width - cell.count))
      return place == 0 ? cell + padding : padding + cell
    }.joined()
  }
}
