import Recording
import Running
import Testing

@Suite struct RunPlanTests {
  private let stories = ["login", "list", "lend"]
  private let builds = ["checked", "unchecked", "debug"]

  private func plan(rounds: Int = 8, seed: UInt64 = 2015) -> RunPlan {
    RunPlan(stories: stories, builds: builds, rounds: rounds, seed: seed)
  }

  @Test func `each block holds one story with each build once`() {
    let runs = plan().runs
    #expect(runs.count == 8 * 3 * 3)
    for start in stride(from: 0, to: runs.count, by: builds.count) {
      let block = runs[start..<start + builds.count]
      #expect(Set(block.map(\.story)).count == 1)
      #expect(Set(block.map(\.round)).count == 1)
      #expect(block.map(\.build).sorted() == builds.sorted())
    }
  }

  @Test func `rounds rotate through the layouts, with one layout for all builds and stories`() {
    let runs = RunPlan(stories: stories, builds: builds, rounds: 8, layouts: 3, seed: 2015).runs
    let layouts = (1...8).map { round in Set(runs.filter { $0.round == round }.map(\.layout)) }
    #expect(layouts == [[1], [2], [3], [1], [2], [3], [1], [2]])
    #expect(plan().runs.allSatisfy { $0.layout == 1 })
  }

  @Test func `rounds that count instructions come last, on the first layout`() {
    let measured = RunPlan(stories: stories, builds: builds, rounds: 8, layouts: 3, seed: 2015).runs
    let runs = RunPlan(
      stories: stories, builds: builds, rounds: 8, layouts: 3, countedRounds: 2, seed: 2015
    ).runs
    #expect(Array(runs.prefix(measured.count)) == measured)
    #expect(measured.allSatisfy { $0.kind == .solo })
    let counted = runs.dropFirst(measured.count)
    #expect(counted.count == 2 * stories.count * builds.count)
    #expect(counted.allSatisfy { $0.kind == .counted && $0.layout == 1 })
    #expect(counted.map(\.round) == Array(repeating: 1, count: 9) + Array(repeating: 2, count: 9))
    #expect(runs.map(\.position) == Array(1...runs.count))
  }

  @Test func `a plan made in parts equals the whole plan`() {
    let whole = RunPlan(stories: stories, builds: builds, rounds: 8, countedRounds: 2, seed: 2015)
    let parts =
      RunPlan(stories: stories, builds: builds, rounds: 3, seed: 2015).rounds(1...3).runs
      + RunPlan(stories: stories, builds: builds, rounds: 8, seed: 2015).rounds(4...8).runs
      + whole.counting.runs
    #expect(parts == whole.runs)
  }

  @Test func `layouts do not change the order`() {
    let runs = RunPlan(stories: stories, builds: builds, rounds: 8, layouts: 3, seed: 2015).runs
    #expect(runs.map(\.story) == plan().runs.map(\.story))
    #expect(runs.map(\.build) == plan().runs.map(\.build))
  }

  @Test func `each round holds each story on each build once, and the rounds follow each other`() {
    let runs = plan().runs
    #expect(runs.map(\.round) == runs.map(\.round).sorted())
    for round in 1...8 {
      let cells = runs.filter { $0.round == round }.map { "\($0.story) on \($0.build)" }
      #expect(Set(cells).count == 9 && cells.count == 9)
    }
  }

  @Test func `positions count from 1 without a gap`() {
    #expect(plan().runs.map(\.position) == Array(1...72))
  }

  @Test func `the same seed gives the same order, and another seed another`() {
    #expect(plan() == plan())
    #expect(plan(seed: 1) != plan(seed: 2))
  }

  @Test func `the order is the same on every machine`() {
    let order = plan(rounds: 1).runs.map { "\($0.story) \($0.build)" }
    #expect(
      order == [
        "lend debug", "lend unchecked", "lend checked", "list unchecked", "list checked",
        "list debug", "login unchecked", "login debug", "login checked",
      ])
  }

  @Test func `neither stories nor builds keep a fixed order`() {
    let runs = plan().runs
    let first = (1...8).map { round in runs.first { $0.round == round } }
    #expect(Set(first.map { $0?.story }).count > 1)
    #expect(Set(first.map { $0?.build }).count > 1)
  }

  @Test func `a plan without stories or builds is empty`() {
    #expect(RunPlan(stories: [], builds: builds, rounds: 3, seed: 1).runs == [])
    #expect(RunPlan(stories: stories, builds: [], rounds: 3, seed: 1).runs == [])
  }
}
