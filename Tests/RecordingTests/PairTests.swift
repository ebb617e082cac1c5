import Recording
import TestSupport
import Testing

struct PairTests {
  @Test func `sides of one round are a pair, in the order of rounds, the first of several`() {
    let pairs = Pair.all(
      baseline: [(3, "a3"), (1, "a1"), (1, "again"), (2, "alone")],
      candidate: [(1, "b1"), (3, "b3"), (3, "again"), (4, "alone")], round: \.0)
    #expect(pairs.map { "\($0.baseline.1) \($0.candidate.1)" } == ["a1 b1", "a3 b3"])
  }

  @Test func `both runs come in the order in which they were started`() {
    var pair = Pair(
      baseline: Replay.run("list", on: "a", round: 1),
      candidate: Replay.run("list", on: "b", round: 1))
    (pair.baseline.position, pair.candidate.position) = (2, 1)
    #expect(pair.inOrder.map(\.build) == ["b", "a"])
  }
}
