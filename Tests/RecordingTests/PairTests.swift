import Recording
import TestSupport
import Testing

struct PairTests {
  @Test func `the first run of each side in a round makes a pair, and pairs are sorted by round`() {
    let pairs = Pair.all(
      baseline: [(3, "a3"), (1, "a1"), (1, "again"), (2, "alone")],
      candidate: [(1, "b1"), (3, "b3"), (3, "again"), (4, "alone")], round: \.0)
    #expect(pairs.map { "\($0.baseline.1) \($0.candidate.1)" } == ["a1 b1", "a3 b3"])
  }

  @Test func `the runs of a pair are listed in the order in which they started`() {
    var pair = Pair(
      baseline: Replay.run("list", on: "a", round: 1),
      candidate: Replay.run("list", on: "b", round: 1))
    (pair.baseline.position, pair.candidate.position) = (2, 1)
    #expect(pair.inOrder.map(\.build) == ["b", "a"])
  }
}
