import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import Running
import Scenarios
import Store
import SystemPackage
import TestSupport
import Testing

/// Parts, each made in a store of its own, and what they come to together.
@Suite struct MergeSessionTests {
  private let merged: SessionStage

  init() throws { merged = try SessionStage() }

  private func part(_ number: Int) async throws -> PartMachine {
    let machine = try PartMachine()
    try await machine.make(number)
    return machine
  }

  @discardableResult private func merge(
    _ machine: PartMachine, now: Date = Date()
  ) throws -> MergeSession.Taken {
    let session = try MergeSession(into: merged.store)
    return try #require(
      try session.take(machine.stage.store, named: "part.sqlite", now: now).first?.get())
  }

  /// What a merge is refused with.
  private func refusal(_ machine: PartMachine) throws -> String {
    let error = #expect(throws: Refusal.self) { try merge(machine) }
    let refusal = try #require(error)
    #expect(refusal.kind == .outcome(.notComparable))
    return refusal.description
  }

  /// A run's place in the plan, apart from the order in which a machine comes to it.
  private func places(_ runs: [Run]) -> [String] {
    runs.map { "\($0.kind) \($0.story) \($0.build) \($0.round)" }.sorted()
  }

  @Test func `merged parts equal what one machine makes, with each pair in the same order`()
    async throws
  {
    for number in [2, 3, 1] { try merge(await part(number)) }
    let whole = try PartMachine()
    let settings = ComparisonSettings(pairs: 8, memoryRuns: 3, checksLayout: false)
    let file = try whole.stage.scenario(gates: whole.gates)
    _ = try await ComparisonSession(
      file, .builds(baseline: nil, candidates: []), settings, for: .check, store: whole.stage.store,
      whole.stage.equipment()
    ).carryOut(in: SessionCall()) { _ in }
    let runs = try merged.runs()
    #expect(places(runs) == places(try whole.stage.runs()))
    #expect(Set(runs.map(\.position)).count == runs.count)
    let partition = try #require(try merged.store.experiment("1").partition)
    #expect(partition.missing.isEmpty && partition.machines == ["n1", "n2", "n3"])
    #expect(partition.parts.map { [$0.firstRound, $0.lastRound] } == [[1, 3], [4, 6], [7, 8]])
    // The order within each round is that of the whole plan, by the seed that all parts found alike.
    let seed = try merged.store.experiment("1").seed
    let plan = PairPlan(
      stories: ["s", "t"], baseline: "a", candidate: "b", rounds: 1...8, seed: seed)
    let made = runs.filter { $0.kind == .duet }.sorted { $0.position < $1.position }
    #expect(
      made.map { "\($0.story) \($0.round)" }
        == plan.pairs.flatMap { ["\($0.story) \($0.round)", "\($0.story) \($0.round)"] })
  }

  @Test func `only all parts together decide, and a slower candidate fails`() async throws {
    for number in 1...3 {
      let machine = try PartMachine()
      let results = try await machine.make(
        number, by: machine.stage.equipment(slower: ["b": 1.05]))
      #expect(results[0].outcome == .notComparable && results[0].analysis.outcome == .passed)
      let taken = try merge(machine)
      #expect(taken.part?.machine == "n\(number)" && !taken.wasThere)
      if number < 3 {
        let error = #expect(throws: Refusal.self) {
          try MergedComparison(for: .check, in: merged.store)
        }
        let missing = number == 1 ? "parts 2 and 3 of 3 are missing" : "part 3 of 3 is missing"
        #expect(
          error?.description
            == "sample-check: \(missing), so nothing is decided. Make what is missing "
            + "(--part K/N), and merge it.")
        // Nor does it pass where it is shown.
        let stored = try merged.store.experiment("1")
        let shown = try JudgedExperiment(
          ExperimentAnalysis(stored, runs: merged.store.runsWithSteps(of: stored)))
        #expect(shown?.outcome == .notComparable)
      }
    }
    let result = try MergedComparison(for: .check, in: merged.store)
    #expect(result.results.map(\.outcome) == [.regression])
    #expect(result.qualifications.map(\.machines) == [["n1", "n2", "n3"]])
    #expect(result.qualifications[0].state == .missing(outdated: nil))
    // For a comparison the same is no failure.
    #expect(
      try MergedComparison(for: .comparison, in: merged.store).results.map(\.outcome) == [.passed])
  }

  /// One of six parts of 36 pairs, after each two of which it may be decided.
  private func sixth(_ number: Int, slower: [String: Double] = [:]) async throws -> PartMachine {
    var machine = try PartMachine()
    (machine.parts, machine.interim, machine.pairs) = (6, 2, 36)
    try await machine.make(
      number, on: "n\(number % 2)", by: machine.stage.equipment(slower: slower))
    return machine
  }

  @Test
  func `a plan with interim analyses ends at the first one that decides, whatever comes later`()
    async throws
  {
    // What comes later is slower, and was made in vain.
    let late = try merge(await sixth(3, slower: ["b": 1.5]))
    #expect(late.experiment.completedAt == nil)
    try merge(await sixth(1))
    let second = try await sixth(2)
    let taken = try merge(second)
    #expect(taken.experiment.partition?.decidedAfter == 2)
    #expect(taken.experiment.partition?.missing == [])
    #expect(taken.experiment.completedAt != nil)
    try merge(await sixth(4, slower: ["b": 1.5]))
    let results = try MergedComparison(for: .check, in: merged.store).results
    #expect(results.map(\.outcome) == [.passed])
    #expect(results[0].judgement.rule.alpha == 0.01 / 3)
    #expect(results[0].analysis.runs.filter { $0.kind == .duet }.map(\.round).max() == 12)
    #expect(
      results[0].notes == [
        "Decided after the first 2 of 6 parts, as its plan allows: the others are not needed."
      ])
  }

  @Test func `if the first parts do not decide, the next ones are needed`() async throws {
    // Two machines that disagree show nothing.
    try merge(await sixth(1, slower: ["b": 1.05]))
    try merge(await sixth(2))
    let error = #expect(throws: Refusal.self) {
      try MergedComparison(for: .check, in: merged.store)
    }
    #expect(
      error?.description
        == "sample-check: the first 2 of 6 parts don't settle it, and parts 3, 4, 5 and 6 of 6 are "
        + "missing, so nothing is decided. Make the parts up to 4 (--part K/6), and merge them.")
    var other = try PartMachine()
    (other.parts, other.pairs) = (6, 36)
    try await other.make(3)
    #expect(
      try refusal(other).contains(
        "its time to decide is only after all parts, and theirs after each 2 parts"))
  }

  @Test func `a part is merged once, even if it is merged again`() async throws {
    let machine = try await part(1)
    try merge(machine)
    let runs = try merged.runs()
    let again = try merge(machine)
    #expect(again.wasThere && again.runs == runs.count)
    #expect(try merged.runs() == runs && merged.store.experiments().count == 1)
  }

  @Test func `of a part that was made twice only the first counts`() async throws {
    try merge(await part(1))
    let twice = try PartMachine()
    try await twice.make(1, on: "n9")
    #expect(
      try refusal(twice)
        == "part.sqlite: part 1 of 'n9' is there already, made on 'n1'; the first one "
        + "counts. To measure all anew, merge into another store.")
    #expect(try merged.store.experiment("1").partition?.machines == ["n1"])
  }

  @Test func `findings on inputs from any machine count for the whole experiment`() async throws {
    let findings = [
      InputFinding(differing: ["a.c"], exercised: ["a.c"], unrun: ["f", "g"]),
      InputFinding(
        differing: ["a.c"], sockets: ["127.0.0.1:1"], unrun: ["g"], gap: "strace is not installed"),
    ]
    for (index, finding) in findings.enumerated() {
      let machine = try await part(index + 1)
      let experiment = try machine.stage.store.experiment("1")
      var decision = try #require(experiment.decision)
      decision.inputs = finding
      try machine.stage.store.decide(1, by: decision, rounds: experiment.rounds)
      try merge(machine)
    }
    #expect(
      try merged.store.experiment("1").decision?.inputs
        == InputFinding(
          differing: ["a.c"], exercised: ["a.c"], sockets: ["127.0.0.1:1"], unrun: ["g"],
          gap: "strace is not installed"))
  }

  @Test func `a part that does not belong is refused, with every difference`() async throws {
    try merge(await part(1))
    var other = try PartMachine()
    (other.seed, other.pairs) = (5, 9)
    try await other.make(2)
    let seed = try merged.store.experiment("1").seed
    #expect(
      try refusal(other)
        == "part.sqlite: part 2 of 'n2' does not belong to the parts that are there: "
        + "its seed is 5, and theirs \(seed); its number of rounds is 9, and theirs 8. Make it anew as "
        + "they were made, or merge into another store.")
    let built = try PartMachine()
    var builds = RecordedBuilds(log: built.stage.log)
    builds.hash = "2e"
    try await built.make(2, by: built.stage.equipment(building: builds))
    #expect(try refusal(built).contains("the build 'a' is another program: the SHA-256"))
    // Of another scenario, where the seed was chosen to be the same.
    var changed = try PartMachine()
    (changed.seed, changed.gates) = (seed, "{ metric: cpu-time }")
    try await changed.make(2)
    #expect(try refusal(changed).contains("its scenario file differs"))
    #expect(try merged.store.experiments().count == 1)
  }

  @Test func `a part whose stories worked on other files is refused`() async throws {
    try merge(await part(1))
    let (made, other) = (try await part(2).stage, try PartMachine())
    var experiment = try made.store.experiment("1")
    experiment.number = nil
    experiment.stories[0].contents = "1f"
    _ = try other.stage.store.merge(made.runs(), into: experiment)
    #expect(try refusal(other).contains("files that 's' works on have other contents"))
  }

  @Test func `machines of another architecture have builds of their own`() async throws {
    try merge(await part(1))
    let machine = try PartMachine()
    var (builds, arm) = (RecordedBuilds(log: machine.stage.log), Replay.machine())
    builds.hash = "2e"
    arm.architecture = "aarch64"
    try await machine.make(2, by: machine.stage.equipment(building: builds, on: arm))
    #expect(try merge(machine).experiment.partition?.areUnlike == true)
  }

  /// A part whose pairs were made that way.
  private func part(_ number: Int, arranged arrangement: Arrangement) async throws -> PartMachine {
    let machine = try await part(number)
    let runs = try machine.stage.runs().map { run in
      var run = run
      run.id = UUID()
      if run.arrangement != nil { run.arrangement = arrangement }
      return run
    }
    let copy = try PartMachine()
    var experiment = try machine.stage.store.experiment("1")
    experiment.number = nil
    _ = try copy.stage.store.merge(runs, into: experiment)
    return copy
  }

  @Test func `pairs in coarse time slices count, and the note names the machine`() async throws {
    try merge(await part(1))
    let coarse = Arrangement.duet(.init(cpu: 1, slice: nil, tick: 500_000))
    let taken = try merge(await part(2, arranged: coarse))
    #expect(
      taken.notes == [
        "The kernel of 'n2' gave no fine time slices (Linux 6.12 and newer do), so the pairs of part 2 "
          + "differ by chance about half as much again. They count like all others."
      ])
    try merge(await part(3))
    let result = try MergedComparison(for: .check, in: merged.store).results[0]
    #expect(result.outcome == .passed)
    let told = result.analysis.findings.map(\.description).filter { $0.contains(" on 'n2' ran ") }
    #expect(
      told == [
        "The pairs of 's', 't' on 'n2' ran at once on CPU 1, in slices of the kernel's own length, because "
          + "it takes no other (Linux 6.12 and newer do): differences by chance are about half as large "
          + "again."
      ])
  }

  @Test func `pairs that a machine made one after the other are refused`() async throws {
    try merge(await part(1))
    let copy = try await part(2, arranged: .backToBack(.refused("the kernel is too old")))
    let words = try refusal(copy)
    #expect(
      words.contains(
        "pairs of 's' were made one after the other in random order, because the kernel is too old"),
      "\(words)")
    #expect(
      words.contains(
        "('arrangement: back-to-back' in the scenario has all machines make them one after the other)"
      ))
  }

  @Test func `an interrupted part is refused until it is resumed`() async throws {
    let machine = try PartMachine()
    try await machine.make(2, by: machine.stage.equipment(stoppingAfter: 3))
    #expect(
      try refusal(machine)
        == "part.sqlite: part 2 was interrupted on 'n2'. There, 'rehearse resume 1 "
        + "--store part.sqlite' measures the rest; or make it anew.")
    let resumption = try #require(try Resumption(nil, in: machine.stage.store))
    let stage = try SessionStage(after: machine.stage)
    // Only there: the other pairs would be another machine's.
    let error = await #expect(throws: Refusal.self) {
      try await machine.make(2, on: "n7", by: stage.equipment(), in: resumption.call)
    }
    #expect(error?.description.contains("begun on the machine 'n2', and this is 'n7'") == true)
    try await machine.make(2, by: stage.equipment(), in: resumption.call)
    #expect(try merge(machine).runs == machine.stage.runs().count)
  }

  @Test func `clocks that disagree are reported`() async throws {
    let machine = try await part(1)
    let taken = try merge(machine, now: Date(timeIntervalSinceNow: -7_255))
    #expect(
      taken.notes == [
        "The clock of 'n1' is 120 min ahead of this machine's, or it was; the dates of part 1 are as it "
          + "gave them."
      ])
  }

  @Test func `qualifications are merged too, and count for machines like their own`() async throws {
    let qualifying = try PartMachine()
    let session = try QualificationSession(
      qualifying.stage.scenario(), ComparisonSettings(pairs: 10, memoryRuns: 0, seed: 3),
      store: qualifying.stage.store, qualifying.stage.equipment())
    _ = try await session.carryOut(in: SessionCall())
    #expect(try merge(qualifying).part == nil)
    #expect(try merge(qualifying).wasThere)
    for number in 1...3 {
      let machine = try PartMachine()
      var own = Replay.machine()
      if number == 3 { own.processor = "another" }
      try await machine.make(number, by: machine.stage.equipment(on: own))
      try merge(machine)
    }
    let merged = try MergedComparison(for: .check, in: merged.store)
    #expect(merged.qualifications.map(\.machines) == [["n1", "n2"], ["n3"]])
    #expect(merged.qualifications.map { $0.state == .valid(experiment: 1) } == [true, false])
  }

  @Test func `plain runs can be made in parts, too`() async throws {
    for number in 1...3 {
      let machine = try PartMachine()
      let share = try #require(PlanShare(number, of: 3))
      _ = try await RunSession(
        machine.stage.scenario(), .init(rounds: 4, part: PartChoice(share, on: "n\(number)")),
        store: machine.stage.store, machine.stage.equipment()
      ).carryOut(in: SessionCall())
      try merge(machine)
    }
    let runs = try merged.runs()
    #expect(runs.count == 16 && Set(runs.map(\.position)) == Set(1...16))
    #expect(try merged.store.experiment("1").completedAt != nil)
  }

  @Test func `more parts than the rounds allow are refused before anything is stored`() async throws
  {
    var machine = try PartMachine()
    machine.pairs = 5
    let error = await #expect(throws: Refusal.self) { try await machine.make(1) }
    #expect(
      error?.description
        == "5 rounds can't be shared among 3 parts: each needs 2 or more; allowed: up to 2 parts, or more "
        + "rounds (--pairs, --runs).")
    #expect(try machine.stage.store.experiments().isEmpty)
  }

  @Test(.enabled(if: MountedVolume.isAllowed, "Mounting a file system takes root."))
  func `a store that can't be written stays as it was`() async throws {
    let volume = try MountedVolume(size: "4m")
    let path = volume.folder.file("merged.sqlite")
    let machine = try await part(1)
    try mergeAlone(machine, into: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    try volume.makeReadOnly()
    let other = try await part(2)
    let error = #expect(throws: StoreError.self) { try mergeAlone(other, into: path) }
    guard case .readOnly(path, _)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  /// Merges, and closes the store.
  private func mergeAlone(_ machine: PartMachine, into path: String) throws {
    _ = try MergeSession(into: ResultStore(path: path)).take(machine.stage.store, named: "part")
      .map { try $0.get() }
  }

  @Test func `two processes can't merge into one store at once`() throws {
    do {
      let session = try MergeSession(into: merged.store)
      #expect(throws: StoreError.self) { try MergeSession(into: merged.store) }
      withExtendedLifetime(session) {}
    }
    _ = try MergeSession(into: merged.store)
  }
}
