import Analysis
import SeededRandom

/// One bisection whose measurements are taken from pairs that were made before.
struct Replay: Sendable {
  /// What it came to; nil where no change was shown between the ends.
  let finding: BisectionFinding?
  /// How many programs were made, both ends included.
  let builds: Int
  /// How many pairs were measured.
  let pairs: Int

  /// Bisects a history. A build takes as long as `build` pairs. `noise` gives pairs of two equal
  /// programs, of which a commit's level is added to each.
  init(
    _ history: History, build: Double, probability: Double, _ random: inout SplitMix64,
    noise: (Int, inout SplitMix64) -> [Double]
  ) throws {
    var search = Bisection(history.graph, probability: probability)
    func measure(_ commit: Int, _ count: Int) -> [Double] {
      noise(count, &random).map { $0 + history.levels[commit] }
    }
    var ends: [Double] = []
    while case .more(let pairs) = try EndsTest(ends, tests: 1).result {
      ends += measure(history.graph.bad, pairs)
    }
    guard case .changed = try EndsTest(ends, tests: 1).result else {
      (finding, builds, pairs) = (nil, 2, ends.count)
      return
    }
    search.add(ends, of: history.graph.bad)
    while true {
      switch search.next(build: build, pair: 1) {
      case .measure(let commit, let count): search.add(measure(commit, count), of: commit)
      case .end(let finding):
        self.finding = finding
        builds = search.pairs.count + 1
        pairs = search.pairs.values.reduce(0) { $0 + $1.count }
        return
      }
    }
  }
}
