import Analysis
import Foundation
import Recording
import SeededRandom
import Statistics
import Testing

@Suite struct BisectionTests {
  /// Commits with these parents; `-1` is the good end, `-2` a commit before it.
  private func graph(_ parents: [[Int]]) -> CommitGraph {
    let commits = parents.enumerated().map { place, parents in
      Commit(
        hash: "c\(place)", parents: parents.map { $0 == -1 ? "good" : $0 < 0 ? "old" : "c\($0)" },
        author: "n", authoredAt: Date(timeIntervalSince1970: 0), subject: "")
    }
    return CommitGraph(commits, after: "good")
  }

  private func line(_ count: Int) -> CommitGraph { graph((0..<count).map { [$0 - 1] }) }

  /// Searches where each commit lies at a level, with noise of 0.3 % and one pair in 20 far off.
  private func search(
    _ graph: CommitGraph, seed: UInt64 = 1, skipping skipped: Set<Int> = [],
    level: (Int) -> Double
  ) -> (BisectionFinding, measured: Set<Int>) {
    var random = SplitMix64(seed: seed)
    func pairs(_ commit: Int, _ count: Int) -> [Double] {
      (0..<count).map { _ in
        let noise = (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.below(1_000_000)) / 1e6 }
        return level(commit) + noise * (random.below(20) == 0 ? 0.02 : 0.003)
      }
    }
    var search = Bisection(graph, probability: 0.99)
    search.add(pairs(graph.bad, 12), of: graph.bad)
    while true {
      switch search.next(build: 20, pair: 1) {
      case .end(let finding): return (finding, Set(search.pairs.keys))
      case .measure(let commit, let count):
        if skipped.contains(commit) {
          search.skip(commit)
        } else {
          search.add(pairs(commit, count), of: commit)
        }
      }
    }
  }

  /// By a program in Python that adds up the same model over levels 50 times as fine, without classes.
  @Test func `the posterior agrees with an independent summation of the model over every commit`() {
    var search = Bisection(line(6), probability: 0.9999)
    search.add([0.001, -0.002, 0.003], of: 2)
    search.add([0.019, 0.022, 0.021], of: 3)
    search.add([0.020, 0.018, 0.023, 0.021], of: 5)
    let finding = search.conclusion
    let expected = [0.00316, 0.00316, 0.00316, 0.99760, 0.00321, 0.00321]
    for (own, other) in zip(finding.culprits, expected) { #expect(abs(own - other) < 0.0005) }
    #expect(abs(finding.models.one - 0.9855) < 0.001)
    #expect(abs(finding.models.two - 0.0140) < 0.001)
    #expect(abs(finding.models.crept - 0.0005) < 0.0002)
  }

  @Test func `a search over 64 commits names the culprit and its change, whether slower or faster`()
    throws
  {
    for change in [0.02, -0.02] {
      let (finding, measured) = search(line(64)) { $0 >= 37 ? change : 0 }
      #expect(finding.kind == .one(37))
      #expect(finding.probability >= 0.99)
      let effect = try #require(finding.effects.first)
      #expect(effect.lower < change && change < effect.upper)
      #expect(effect.deviation < 0.002)
      // Log2 of 64, and the bad end.
      #expect(measured.count <= 8)
    }
  }

  @Test func `a search finds the culprit even if it is the first commit or the bad end itself`() {
    #expect(search(line(16)) { _ in 0.03 }.0.kind == .one(0))
    #expect(search(line(16)) { $0 == 15 ? 0.03 : 0 }.0.kind == .one(15))
    #expect(search(line(1)) { _ in 0.03 }.0.kind == .one(0))
  }

  /// 0 - 1 - 2 - 6 - 7, beside 0 - 3 - 4 - 5 - 6: the sixth is the merge.
  @Test func `a commit of a side branch is distinguished from the merge and from the main branch`()
  {
    let merged = graph([[-1], [0], [1], [0], [3], [4], [2, 5], [6]])
    let onBranch = search(merged) { [4, 5, 6, 7].contains($0) ? 0.03 : 0 }.0
    #expect(onBranch.kind == .one(4))
    #expect(search(merged) { $0 >= 6 ? 0.03 : 0 }.0.kind == .one(6))
    #expect(search(merged) { [2, 6, 7].contains($0) ? 0.03 : 0 }.0.kind == .one(2))
  }

  @Test
  func `commits that branched off before the good end are not measured, but reported as a range`() {
    let merged = graph([[-1], [-2], [1], [0, 2], [3]])
    #expect(merged.descendsFromGood == [true, false, false, true, true])
    let (finding, measured) = search(merged) { $0 >= 3 ? 0.03 : 0 }
    #expect(finding.kind == .range([1, 2, 3]))
    #expect(measured.isDisjoint(with: [1, 2]))
  }

  @Test func `a skipped commit is never measured, and is reported only as part of a range`() {
    let (finding, measured) = search(line(16), skipping: [6]) { $0 >= 6 ? 0.03 : 0 }
    #expect(finding.kind == .range([6, 7]))
    #expect(finding.probability >= 0.99)
    #expect(!measured.contains(6))
    #expect(search(line(16), skipping: [6]) { $0 >= 9 ? 0.03 : 0 }.0.kind == .one(9))
    let nothing = search(line(8), skipping: Set(0..<7)) { _ in 0.03 }.0
    #expect(nothing.kind == .range(Array(0..<8)))
  }

  @Test func `if two commits made a change, both are named, each with its own effect`() throws {
    let finding = search(line(32)) { $0 >= 20 ? 0.05 : $0 >= 5 ? 0.02 : 0 }.0
    #expect(finding.kind == .two(5, 20))
    #expect(finding.effects.map(\.commit) == [5, 20])
    #expect(abs(finding.effects[0].mean - 0.02) < 0.003)
    #expect(abs(finding.effects[1].mean - 0.03) < 0.003)
  }

  @Test func `a change to which every commit adds a little has no culprit`() {
    let finding = search(line(64)) { 0.04 * Double($0 + 1) / 64 }.0
    #expect(finding.kind == .crept)
    #expect(finding.effects.isEmpty)
  }

  @Test func `the bad end is not named if its change is gone when it is measured again`() {
    var search = Bisection(line(8), probability: 0.99)
    search.add(Array(repeating: 0.01, count: 10), of: 7)
    search.add(Array(repeating: -0.01, count: 50), of: 7)
    search.add(Array(repeating: 0.0, count: 60), of: 3)
    let finding = search.conclusion
    #expect(finding.kind != .one(7))
  }

  @Test func `the test of the ends asks for more pairs until a change shows, and gives up at 60`()
    throws
  {
    let none = (0..<60).map { [0.004, -0.004, 0.002, -0.002][$0 % 4] }
    #expect(try EndsTest([], tests: 1).result == .more(10))
    #expect(try EndsTest(Array(none.prefix(10)), tests: 1).result == .more(5))
    #expect(try EndsTest(Array(none.prefix(45)), tests: 1).result == .more(15))
    #expect(try EndsTest(none, tests: 1).result == .notShown)
    let changed = none.prefix(15).map { $0 + 0.03 }
    let test = try EndsTest(Array(changed), tests: 1)
    #expect(test.result == .changed)
    #expect(abs((test.change?.location ?? 0) - 0.03) < 0.001)
    // Pairs that come later don't undo it.
    let later = try EndsTest(changed + none, tests: 1)
    #expect(later.result == .changed)
    // Nor are they those of the change.
    #expect(later.pairs == test.pairs)
    #expect(later.change?.location == test.change?.location)
  }
}
