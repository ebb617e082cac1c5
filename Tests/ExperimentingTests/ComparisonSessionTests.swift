import Analysis
import Building
import Experimenting
import Recording
import Running
import Store
import SystemPackage
import TestSupport
import Testing

@Suite struct ComparisonSessionTests {
  private let stage: SessionStage
  private let settings = ComparisonSettings(pairs: 5, memoryRuns: 1, checksLayout: false, seed: 7)

  init() throws { stage = try SessionStage() }

  private func session(
    _ file: ScenarioFile, _ choice: ComparisonChoice = .builds(baseline: nil, candidates: []),
    for purpose: Decision.Purpose = .comparison, equipment: Equipment? = nil
  ) throws -> ComparisonSession {
    try ComparisonSession(
      file, choice, settings, for: purpose, store: stage.store, equipment ?? stage.equipment())
  }

  /// The log without numbers of stored runs.
  private func steps(_ lines: [String]) -> [String] {
    lines.map { $0.hasPrefix("build") ? $0 : String($0.split(separator: ",")[0]) }
  }

  @Test func `each candidate is an experiment of its own, reported before the next is measured`()
    async throws
  {
    let session = try session(stage.scenario(builds: ["a", "b", "c"]))
    #expect(session.candidates == 2)
    let results = try await session.carryOut(in: SessionCall()) { result in
      stage.log.note("told \(result.judgement.candidate)")
    }
    let lines = steps(stage.log.lines)
    #expect(lines.first == "build a, b, c")
    let told = lines.indices.filter { lines[$0].hasPrefix("told") }
    #expect(told.map { lines[$0] } == ["told b", "told c"])
    // Five pairs of two stories, and the bench put away.
    #expect(told == [12, 24])
    #expect(results.map(\.judgement.baseline) == ["a", "a"])
    #expect(results.map(\.outcome) == [.passed, .passed])
    // Both share the chance of a false alarm.
    #expect(
      results.map(\.judgement.rule.alpha)
        == Array(repeating: DecisionRule.standard.alpha / 2, count: 2))
    #expect(
      try stage.store.experiments().map { $0.builds.map(\.name) } == [["a", "b"], ["a", "c"]])
    #expect(try stage.store.experiments().allSatisfy { $0.completedAt != nil })
  }

  @Test(arguments: [(1.0, 8), (1.1, 12)])
  func `a third run for memory is made only if the first four differ`(
    _ factor: Double, _ runs: Int
  ) async throws {
    let file = try stage.scenario(gates: "{ metric: peak-anonymous-memory }")
    let session = try ComparisonSession(
      file, .builds(baseline: nil, candidates: []),
      ComparisonSettings(pairs: 5, memoryRuns: 3, checksLayout: false, seed: 7),
      for: .comparison, store: stage.store, stage.equipment(larger: ["b": factor]))
    let results = try await session.carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.count { $0.hasPrefix("fixedAddresses") } == runs)
    #expect(
      results.flatMap { $0.judgement.gated.map { $0.outcome.result?.evidence } }
        == Array(repeating: .repeats(runs / 4), count: 2))
    let done = stage.log.events.compactMap { event in
      if case .run(_, let done, let all, _) = event { [done, all] } else { nil as [Int]? }
    }
    #expect(done.last == [runs, runs])
  }

  /// Of two stories on two builds.
  @Test(arguments: [("", 1, 4), ("", 2, 8), (", { metric: allocations }", 1, 12)])
  func `as many runs count allocations as were asked for, and more only if a gate needs them`(
    _ gate: String, _ asked: Int, _ runs: Int
  ) async throws {
    let session = try ComparisonSession(
      stage.scenario(gates: "{ metric: cpu-time }\(gate)"),
      .builds(baseline: nil, candidates: []),
      ComparisonSettings(
        pairs: 5, memoryRuns: 1, allocationRounds: asked, checksLayout: false, seed: 7),
      for: .comparison, store: stage.store, stage.equipment())
    _ = try await session.carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.count { $0.hasPrefix("allocations ") } == runs)
  }

  @Test(arguments: ["at-most: 64 MB", "steps: true"])
  func `no run for memory of a story with a budget or gated steps is left out`(
    _ limit: String
  ) async throws {
    let metric = "metric: peak-anonymous-memory"
    let file = try stage.scenario(gates: "{ \(metric) }, { \(metric), stories: [s], \(limit) }")
    let session = try ComparisonSession(
      file, .builds(baseline: nil, candidates: []),
      ComparisonSettings(pairs: 5, memoryRuns: 3, checksLayout: false, seed: 7),
      for: .comparison, store: stage.store, stage.equipment())
    _ = try await session.carryOut(in: SessionCall()) { _ in }
    let runs = ["s", "t"].map { story in
      stage.log.lines.count { $0.hasPrefix("fixedAddresses \(story) ") }
    }
    #expect(runs == [6, 4])
    let planned = stage.log.events.compactMap { event in
      if case .run(_, _, let all, _) = event { all } else { nil as Int? }
    }
    #expect(planned == Array(repeating: 10, count: 10))
  }

  @Test func `runs for memory come first, and each pair is stored whole before the next`()
    async throws
  {
    let file = try stage.scenario(gates: "{ metric: peak-anonymous-memory }, { metric: cpu-time }")
    _ = try await session(file).carryOut(in: SessionCall()) { _ in }
    let lines = stage.log.lines
    #expect(lines[1...4].allSatisfy { $0.hasPrefix("fixedAddresses") })
    let pairs = lines.filter { $0.hasPrefix("pair") }
    #expect(pairs.count == 10)
    for (index, pair) in pairs.enumerated() {
      #expect(pair.hasSuffix(", \(4 + 2 * index) stored"))
    }
    #expect(lines.last == "close")
  }

  @Test func `two revisions are built at their commits, and a hash is named by its ten digits`()
    async throws
  {
    let hash = String(repeating: "4c", count: 20)
    let session = try session(
      stage.scenario(), .revisions(baseline: "v1", candidate: hash, build: "b"), for: .comparison)
    _ = try await session.carryOut(in: SessionCall()) { _ in }
    #expect(
      stage.log.lines.first { $0.hasPrefix("build") }
        == "build v1 at named(\"v1\"), 4c4c4c4c4c at named(\"\(hash)\")")
  }

  @Test func `explaining a comparison is refused if a build is now another program`() async throws {
    _ = try await session(stage.scenario()).carryOut(in: SessionCall(["compare"], in: "/here")) {
      _ in
    }
    var comparison = try ExplainableComparison("latest", in: stage.store)
    #expect(comparison.stories.isEmpty)
    let measured = comparison.experiment
    #expect(try comparison.note(measured.scenario, measured.builds, nil) == nil)
    var builds = measured.builds
    builds[1].sha256 = "2f00"
    let refusal = #expect(throws: Refusal.self) {
      try comparison.note(measured.scenario, builds, nil)
    }
    #expect(refusal?.kind == .outcome(.notComparable))
    let words = try #require(refusal?.description)
    #expect(
      words.hasPrefix(
        "Experiment 1 can't be explained, because it measured other files: the build 'b' is another program"
      ))
    // Programs of steps that are commands have no hash, so it can't be known.
    for place in comparison.experiment.builds.indices {
      comparison.experiment.builds[place].sha256 = nil
      comparison.experiment.builds[place].files = nil
    }
    #expect(
      try comparison.note(measured.scenario, comparison.experiment.builds, nil)?
        .hasPrefix("Experiment 1 measured uncommitted files, which may have changed since") == true)
    // Another file of the scenario's may be what was advised: more repetitions, or layouts.
    comparison.experiment = measured
    let note = try comparison.note(measured.scenario + "# longer", measured.builds, nil)
    #expect(note?.hasPrefix("This is not what experiment 1 measured: the scenario file") == true)
  }

  @Test func `an interrupted comparison resumes with the rest of its pairs`() async throws {
    let results = try await session(stage.scenario(), equipment: stage.equipment(stoppingAfter: 4))
      .carryOut(in: SessionCall()) { _ in }
    #expect(results.map(\.outcome) == [.interrupted])
    #expect(try stage.runs().count == 8)
    let resumption = try #require(try Resumption(nil, in: stage.store))
    let next = try SessionStage(after: stage)
    let finished = try await ComparisonSession(
      next.scenario(), .builds(baseline: nil, candidates: []), settings, for: .comparison,
      store: next.store, next.equipment()
    ).carryOut(in: resumption.call) { _ in }
    #expect(finished.map(\.outcome) == [.passed] && finished[0].analysis.runs.count == 20)
    #expect(next.log.lines.count { $0.hasPrefix("pair") } == 6)
    #expect(try Resumption(nil, in: stage.store) == nil)
  }

  @Test func `only a check asks if the machine was qualified`() async throws {
    let compared = try await session(stage.scenario()).carryOut(in: SessionCall()) { _ in }
    #expect(compared[0].qualification == nil)
    let checked = try await session(stage.scenario(), for: .check)
      .carryOut(in: SessionCall()) { _ in }
    guard case .missing(nil)? = checked[0].qualification else {
      Issue.record("\(String(describing: checked[0].qualification))")
      return
    }
  }

  @Test func `a revision that does not build is the app's failure, and is named`() async throws {
    let failure = BuildError.noExecutable(build: "main", path: "./a")
    let equipment = stage.equipment(building: RecordedBuilds(log: stage.log, failure: failure))
    let session = try session(stage.scenario(), .revision("main", build: nil), equipment: equipment)
    #expect(session.candidates == 1)
    let refusal = await #expect(throws: Refusal.self) {
      try await session.carryOut(in: SessionCall()) { _ in }
    }
    #expect(refusal?.kind == .outcome(.appFailed))
    #expect(refusal?.description.hasPrefix("The build 'main' is the command './a'") == true)
    #expect(
      stage.log.lines == [#"build main at named("main"), work-tree at workTree"#])
  }

  @Test(.enabled(if: (try? Callgrind()) != nil, "there may be nothing to count by"))
  func `the reason why a driver counts nothing is stored once, and is not a failed run`()
    async throws
  {
    let equipment = stage.equipment(
      slower: ["b": 1.02], refusingToCount: "the kit does not count")
    let results = try await ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []),
      ComparisonSettings(pairs: 12, memoryRuns: 1, seed: 7), for: .check, store: stage.store,
      equipment
    ).carryOut(in: SessionCall()) { _ in }
    #expect(steps(stage.log.lines).count { $0.hasPrefix("counted") } == 1)
    #expect(try stage.store.experiment("1").decision?.uncounted == "the kit does not count")
    #expect(try stage.runs().count == 2 * 2 * 12 && results[0].analysis.failures.isEmpty)
    #expect(
      results[0].judgement.gated.map { $0.outcome.result?.layout }
        == Array(repeating: .notChecked("the kit does not count"), count: 2))
    #expect(results[0].outcome == .regression)
  }

  private static let proof = Decision.Proof(kind: .files, hash: "1f", differing: [])

  /// A comparison of revisions of which the second is proven to be the first.
  private func proven(
    _ gates: String = "{ metric: cpu-time }", usesProof: Bool = true
  ) async throws -> JudgedExperiment {
    var settings = settings
    settings.usesProof = usesProof
    let equipment = stage.equipment(
      building: RecordedBuilds(log: stage.log, proof: Self.proof))
    let results = try await ComparisonSession(
      stage.scenario(builds: ["a"], gates: gates), .revision("main", build: nil), settings,
      for: .check, store: stage.store, equipment
    ).carryOut(in: SessionCall()) { _ in }
    return try #require(results.first)
  }

  @Test func `proven equal builds are not measured, and are stored as a passed check`() async throws
  {
    let result = try await proven()
    #expect(stage.log.lines.count == 1)
    #expect(result.outcome == .passed && result.judgement.proof == Self.proof)
    #expect(result.judgement.gated.map(\.outcome) == [.proven(.files), .proven(.files)])
    let stored = try stage.store.experiment("1")
    #expect(stored.completedAt != nil && stored.decision?.proof == Self.proof)
    #expect(try JudgedExperiment(ExperimentAnalysis(stored, runs: []))?.outcome == .passed)
    // The machine has nothing to show.
    #expect(result.qualification == nil)
  }

  @Test(arguments: [
    ("{ metric: cpu-time }", true, true), ("{ metric: cpu-time }", false, false),
    ("{ metric: cpu-time, at-most: 200 ms }", true, false),
  ])
  func `proven equal revisions are not built, unless something is measured`(
    _ gates: String, _ usesProof: Bool, _ isSkipped: Bool
  ) async throws {
    _ = try await proven(gates, usesProof: usesProof)
    #expect(stage.log.notes.contains(RecordedBuilds.skipping) == isSkipped, "\(stage.log.notes)")
  }

  @Test func `without the use of proof equal builds are measured`() async throws {
    let result = try await proven(usesProof: false)
    #expect(result.judgement.proof == nil)
    #expect(stage.log.lines.count { $0.hasPrefix("pair") } == 10)
  }

  @Test func `a budget is measured even for equal builds, but only in its stories`() async throws {
    let result = try await proven(
      "{ metric: cpu-time }, { metric: cpu-time, stories: [t], at-most: 200 ms }")
    let lines = steps(stage.log.lines).filter { $0.hasPrefix("pair") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("pair t") })
    #expect(result.outcome == .passed)
    #expect(result.judgement.gated.map { $0.outcome == .proven(.files) } == [true, true, false])
  }

  @Test(
    arguments: [
      (["a"], nil, [], "has one build, so there is nothing to compare it with;"),
      (["a", "b"], "b", ["b"], "The build 'b' is compared with itself;"),
      (["old", "new"], "nwe", [], "has no build 'nwe'; it has old, new. Did you mean 'new'?"),
      (["old", "new"], nil, ["odl"], "has no build 'odl'; it has old, new. Did you mean 'old'?"),
    ] as [([String], String?, [String], String)])
  func `builds that can't be compared are refused before any is made`(
    _ builds: [String], _ baseline: String?, _ candidates: [String], _ words: String
  ) throws {
    let refusal = #expect(throws: Refusal.self) {
      try session(
        stage.scenario(builds: builds), .builds(baseline: baseline, candidates: candidates))
    }
    #expect(refusal?.kind == .usage && refusal?.description.contains(words) == true)
    #expect(stage.log.lines.isEmpty)
  }

  @Test func `a missing saved baseline is not comparable, and a damaged one is an error`() throws {
    let folder = try ScratchFolder()
    func comparison(_ name: String) throws -> SavedComparison {
      try SavedComparison(
        .init(baseline: name), for: .check, in: BaselineFolder(folder.path.string),
        resuming: SessionCall())
    }
    func meaning(_ error: StoreError?) -> Refusal? {
      error.flatMap { Refusal.meant(by: $0) as? Refusal }
    }
    let missing = #expect(throws: StoreError.self) { try comparison("main") }
    #expect(meaning(missing)?.kind == .outcome(.notComparable))
    try folder.add("broken.json", "{")
    let broken = #expect(throws: StoreError.self) { try comparison("broken") }
    #expect(broken != nil && meaning(broken) == nil)
  }
}
