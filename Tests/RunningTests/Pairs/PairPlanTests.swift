import Recording
import Running
import Testing

@Suite struct PairPlanTests {
  private func plan(
    _ stories: [String] = ["login", "list", "lend"], rounds: ClosedRange<Int> = 1...12,
    layouts: Int = 1, after position: Int = 0, seed: UInt64 = 2020
  ) -> PairPlan {
    PairPlan(
      stories: stories, baseline: "a", candidate: "b", rounds: rounds, layouts: layouts,
      after: position, seed: seed)
  }

  @Test func `each round has a pair of each story, and rounds follow each other`() {
    let pairs = plan().pairs
    #expect(pairs.map(\.round) == pairs.map(\.round).sorted())
    for round in 1...12 {
      #expect(
        pairs.filter { $0.round == round }.map(\.story).sorted() == ["lend", "list", "login"])
    }
  }

  @Test func `neither stories nor sides keep a fixed order`() {
    let pairs = plan().pairs
    let firstStories = Set((1...12).map { round in pairs.first { $0.round == round }?.story })
    #expect(firstStories.count == 3)
    for story in ["login", "list", "lend"] {
      let first = pairs.filter { $0.story == story }.map(\.first)
      #expect(first.contains(.baseline) && first.contains(.candidate))
    }
  }

  @Test func `the order is the same on every machine`() {
    let order = plan(rounds: 1...2).pairs.map { "\($0.story) \($0.first)" }
    // By the same rule in Python.
    #expect(
      order == [
        "login baseline", "lend candidate", "list baseline",
        "list candidate", "lend candidate", "login candidate",
      ])
  }

  @Test func `the same seed gives the same order, and another seed another`() {
    #expect(plan() == plan())
    #expect(plan(seed: 1) != plan(seed: 2))
  }

  @Test func `a plan continued with some stories keeps the order of the whole plan`() {
    let whole = plan(rounds: 1...15).pairs.filter { $0.round > 10 && $0.story != "list" }
    let further = plan(["login", "lend"], rounds: 11...15, after: 60).pairs
    #expect(further.map(\.story) == whole.map(\.story))
    #expect(further.map(\.first) == whole.map(\.first))
    #expect(further.map(\.round) == whole.map(\.round))
    #expect(further.map(\.position) == Array(stride(from: 61, to: 81, by: 2)))
  }

  @Test func `rounds rotate through the layouts`() {
    let pairs = plan(rounds: 1...4, layouts: 3).pairs
    #expect(
      (1...4).map { round in Set(pairs.filter { $0.round == round }.map(\.layout)) }
        == [[1], [2], [3], [1]])
  }

  @Test func `the runs of a pair follow each other, beginning with the first side`() throws {
    for pair in plan().pairs {
      let runs = [
        pair.run(of: pair.first, kind: .duet), pair.run(of: pair.first.other, kind: .duet),
      ]
      #expect(runs.map(\.position) == [pair.position, pair.position + 1])
      #expect(runs[0].build == (pair.first == .baseline ? "a" : "b"))
    }
  }
}
