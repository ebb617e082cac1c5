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

  func print() throws {
    Swift.print(
      "\(count) bisections of \(commits) commits each, on duets of \(programs.count) programs\n")
    Swift.print(
      row([
        "change", "shown", "named", "right", "claimed", "other", "builds", "99 in 100", "pairs",
      ]))
    for change in [0.01, 0.02, 0.05, -0.02, 0.2] {
      let replays = try made { random in
        let culprit = random.below(commits)
        return (History(count: commits, changes: [culprit: change]), .one(culprit))
      }
      Swift.print(row([signed(change)] + cells(replays)))
    }
    Swift.print()
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

  private struct Made: Sendable {
    let replay: Replay
    let truth: BisectionFinding.Answer?
  }

  private func made(
    _ history: @Sendable (inout SplitMix64) -> (History, BisectionFinding.Answer?)
  ) throws -> [Made] {
    // Each by a seed of its own, so that the order does not matter.
    let made = Mutex<[Int: Result<Made, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let result = Result {
        var random = SplitMix64(seed: UInt64(number))
        let (history, truth) = history(&random)
        let program = programs[number % programs.count]
        let replay = try Replay(history, build: build, probability: probability, &random) {
          program.visit($0, &$1)
        }
        return Made(replay: replay, truth: truth)
      }
      made.withLock { $0[number] = result }
    }
    return try made.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
  }

  private func cells(_ made: [Made]) -> [String] {
    let shown = made.filter { $0.replay.finding != nil }
    let named = shown.filter {
      if case .one? = $0.replay.finding?.kind { true } else { false }
    }
    let right = named.count { $0.replay.finding?.kind == $0.truth }
    let claimed = named.reduce(0) { $0 + ($1.replay.finding?.probability ?? 0) }
    let builds = shown.map(\.replay.builds).sorted()
    let pairs = shown.reduce(0) { $0 + $1.replay.pairs }
    return [
      percent(shown.count, made.count), percent(named.count, shown.count),
      percent(right, named.count), share(claimed / Double(max(1, named.count))),
      "\(shown.count - named.count)",
      tenths(Double(builds.reduce(0, +)) / Double(max(1, builds.count))),
      "\(builds.isEmpty ? 0 : builds[builds.count * 99 / 100])",
      tenths(Double(pairs) / Double(max(1, shown.count))),
    ]
  }

  private func answers(_ made: [Made]) -> [String] {
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
    let right = made.count { $0.replay.finding?.kind == $0.truth }
    let builds = made.reduce(0) { $0 + $1.replay.builds }
    return counts.sorted { $0.value > $1.value }.map {
      "\($0.key) \(percent($0.value, made.count))"
    }
      + ["right \(percent(right, made.count))", "\(tenths(Double(builds) / Double(made.count)))"]
  }

  private func percent(_ part: Int, _ all: Int) -> String {
    share(Double(part) / Double(max(1, all)))
  }
  private func share(_ share: Double) -> String { tenths(100 * share) + " %" }
  private func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
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
