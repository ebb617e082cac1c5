import Analysis
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

struct SavedBaselineTests {
  private static let page = 4096.0
  private static let gates = [Gate(metric: .peakAnonymousMemory), Gate(metric: .instructions)]

  /// Three runs of each kind; the baseline's measurements but for what is added.
  private func runs(
    _ story: String = "list", memory: Double = 0, instructions: Double = 0, steps: String = "list",
    cpu: Double = 7e6
  ) -> [Run] {
    let kinds: [(RunKind, [Metric: Double])] = [
      (.fixedAddresses, [.peakAnonymousMemory: 20_480_000 + memory]),
      (.counted, [.instructions: 1_000_000 + instructions]), (.solo, [.cpuTime: cpu]),
    ]
    return kinds.flatMap { kind, measurements in
      (1...3).map { round in
        var step = Replay.step(of: story)
        step.label = steps
        return Replay.run(story, on: "b", kind: kind, round: round, measurements, steps: [step])
      }
    }
  }

  private func judgement(
    _ runs: [Run], stories: [String] = ["list"], against baseline: Baseline = Replay.baseline(),
    _ gates: [Gate] = gates, isForced: Bool = false, changedStories: Set<String> = []
  ) throws -> Judgement {
    let experiment = Replay.experiment(stories: stories, builds: Replay.builds("b"), rounds: 3)
    let candidate = StoredPair.StoredBuild(
      ExperimentAnalysis(experiment, runs: runs), build: "b", named: "b")
    let saved = Decision.Saved(name: "main", baseline: baseline, isForced: isForced)
    let decision = Decision(
      purpose: .comparison, baseline: saved.side, candidate: "b", rule: .standard, saved: saved)
    return try Judgement(
      StoredPair.analysis(saved: StoredPair.StoredBuild(saved), candidate, decision: decision),
      baseline: "saved main", candidate: "b", gates: gates,
      saved: SavedTerms(saved, candidate: runs, changedStories: changedStories))
  }

  @Test func `memory and instructions that repeat are judged by their repeats`() throws {
    let same = try judgement(runs())
    #expect(same.verdicts == [.unchanged, .unchanged] && same.outcome == .passed)
    let grown = try judgement(runs(memory: 6 * Self.page, instructions: 2000))
    #expect(grown.verdicts == [.regressed, .regressed] && grown.outcome == .regression)
    let kinds = grown.gated.map { $0.outcome.result?.kind }
    #expect(kinds == [.fixedAddresses, .counted])
  }

  @Test
  func `resident memory is not compared with a saved baseline, and the gate names an alternative`()
    throws
  {
    var runs = runs()
    for index in runs.indices { runs[index].measurements[.peakMemory] = 30e6 }
    let baseline = Replay.baseline([
      Replay.story("list", [.solo: [.peakMemory: [30e6, 30e6, 30e6]]])
    ])
    let judgement = try judgement(runs, against: baseline, [Gate(metric: .peakMemory)])
    #expect(judgement.gated[0].outcome == .missing(.residentAtAnotherTime))
    #expect(judgement.outcome == .notComparable)
    expectSnapshot(
      [NoRatio.residentAtAnotherTime.description], named: "resident-memory",
      stating: "peak-anonymous-memory")
    let forced = try self.judgement(
      runs, against: baseline, [Gate(metric: .peakMemory)], isForced: true)
    #expect(forced.gated[0].outcome.result?.kind == .solo)
  }

  @Test
  func `the threshold for a saved peak that was given back is the size of the kernel's batches`()
    throws
  {
    var story = Replay.story("list")
    story.peakIsBatched = true
    let judgement = try judgement(runs(memory: 100 * Self.page), against: Replay.baseline([story]))
    #expect(judgement.verdicts == [.withinGate, .unchanged])
    let more = try self.judgement(runs(memory: 129 * Self.page), against: Replay.baseline([story]))
    #expect(more.verdicts == [.regressed, .unchanged])
  }

  @Test func `times of another day are not compared unless that is forced`() throws {
    let gates = [Gate(metric: .cpuTime)]
    let refused = try judgement(runs(cpu: 3e7), gates)
    #expect(refused.gated[0].outcome == .missing(.anotherTime))
    #expect(refused.outcome == .notComparable)
    let forced = try judgement(runs(cpu: 3e7), gates, isForced: true)
    #expect(forced.gated[0].outcome.result?.evidence == .acrossTimes(2))
    // Five runs can be told into sides of two and three in ten ways: that shows nothing at 1 %.
    #expect(forced.verdicts == [.inconclusive])
    #expect(forced.gated[0].outcome.result?.pValue == 0.1)
  }

  @Test func `runs that do not repeat are not compared unless that is forced`() throws {
    var runs = runs()
    for index in runs.indices where runs[index].kind == .fixedAddresses {
      runs[index].measurements[.peakAnonymousMemory]? += Double(index) * 3 * Self.page
    }
    let refused = try judgement(runs)
    #expect(refused.gated[0].outcome == .missing(.notRepeated))
    #expect(refused.outcome == .notComparable)
    let forced = try judgement(runs, isForced: true)
    #expect(forced.gated[0].outcome.result?.evidence == .acrossTimes(3))
  }

  // In pages above 5000, of which five more do not count.
  @Test(arguments: [
    ([0.0, 0], [0.0, 0, 0, 0, 0], Verdict.unchanged as Verdict?),
    ([0, 0], [6, 6, 6, 6, 6], .regressed), ([0, 0], [6, 6, 6], .regressed),
    ([0, 0], [-6, -6, -6], .improved), ([0, 0, 0], [6, 6], .regressed),
    // Three must all be the same, and so must two; one is too few.
    ([0, 0], [0, 0, 8], nil), ([0, 8], [0, 0, 0], nil), ([0], [6, 6, 6], nil),
  ])
  func `two saved runs for memory do if they repeat each other, and so do those of three or five`(
    _ before: [Double], _ now: [Double], _ expected: Verdict?
  ) throws {
    func sizes(_ pages: [Double]) -> [Double] { pages.map { 20_480_000 + $0 * Self.page } }
    let measured = sizes(now).enumerated().map { index, size in
      Replay.run(
        "list", on: "b", kind: .fixedAddresses, round: index + 1, [.peakAnonymousMemory: size])
    }
    let baseline = Replay.baseline([
      Replay.story("list", [.fixedAddresses: [.peakAnonymousMemory: sizes(before)]])
    ])
    let judgement = try judgement(
      runs().filter { $0.kind == .counted } + measured, against: baseline,
      [Gate(metric: .peakAnonymousMemory)])
    #expect(judgement.verdicts == [expected])
    if expected == nil { #expect(judgement.gated[0].outcome == .missing(.notRepeated)) }
  }

  @Test(arguments: [false, true])
  func `a story that either side lacks is missing, even if the comparison is forced`(
    _ isForced: Bool
  ) throws {
    let renamed = try judgement(
      runs("lend"), stories: ["lend"], [Gate(metric: .peakAnonymousMemory)], isForced: isForced)
    #expect(
      renamed.gated.map(\.outcome) == [
        .missing(.missing(build: "saved main")), .missing(.missing(build: "b")),
      ])
    #expect(renamed.gated.map(\.name.story) == ["lend", "list"])
    #expect(renamed.outcome == .notComparable)
  }

  @Test func `a metric that the baseline lacks is missing, not new`() throws {
    let baseline = Replay.baseline([
      Replay.story(
        "list", [.fixedAddresses: [.peakAnonymousMemory: [20_480_000, 20_480_000, 20_480_000]]])
    ])
    let judgement = try judgement(runs(), against: baseline)
    #expect(judgement.verdicts == [.unchanged, nil])
    #expect(judgement.gated[1].outcome == .missing(.missing(build: "saved main")))
    #expect(judgement.outcome == .notComparable)
  }

  @Test func `a story with other steps, or that does something else, is not compared`() throws {
    for judgement in [
      try judgement(runs(steps: "list ×2")), try judgement(runs(), changedStories: ["list"]),
    ] {
      #expect(
        judgement.gated.map(\.outcome) == [.missing(.changedSteps), .missing(.changedSteps)])
    }
  }

  @Test func `gated steps are missing, since a saved baseline has no steps`() throws {
    let judgement = try judgement(runs(), [Gate(metric: .peakAnonymousMemory, steps: true)])
    #expect(judgement.verdicts == [.unchanged, nil])
    #expect(judgement.gated[1].outcome == .missing(.stepsNotSaved))
  }

  @Test func `a budget needs nothing from the baseline`() throws {
    let judgement = try judgement(runs(), [Gate(metric: .cpuTime, limit: .budget(8e6))])
    #expect(judgement.verdicts == [.withinGate] && judgement.outcome == .passed)
  }

  @Test func `a crash is a failure of the app, not a regression`() throws {
    let crashed = Replay.run("list", on: "b", kind: .fixedAddresses, round: 4, failed: .crashed)
    let judgement = try judgement(runs() + [crashed])
    #expect(judgement.gated[0].outcome == .failed(build: "b", count: 1, of: 10))
    #expect(judgement.outcome == .appFailed)
  }
}
