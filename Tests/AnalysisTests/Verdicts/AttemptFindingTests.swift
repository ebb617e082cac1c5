import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Testing

struct AttemptFindingTests {
  private static let cpu = [Gate(metric: .cpuTime)]

  /// The finding on recorded runs at a level.
  private func finding(
    _ judging: Judging, _ gates: [Gate] = Self.cpu, level: Double = 0.005,
    changing change: (inout ExperimentAnalysis) -> Void = { _ in }
  ) throws -> AttemptFinding? {
    var rule = DecisionRule.standard
    rule.alpha = level
    var analysis = judging.analysis
    change(&analysis)
    func judgement(_ rule: DecisionRule) throws -> Judgement {
      try Judgement(analysis, baseline: "a", candidate: "b", gates: gates, rule: rule)
    }
    return AttemptFinding(try judgement(rule), ordinary: try judgement(.standard))
  }

  /// One story that takes `factor` times as much, beyond what the place of the code can do.
  private func judging(_ factor: Double) -> Judging { Judging("s", factor: factor) }

  @Test(arguments: [
    (0.8, Attempt.Verdict.accepted), (1.0, .undecided), (1.2, .rejected),
  ])
  func `less is accepted, the same is undecided, more is rejected`(
    _ factor: Double, _ verdict: Attempt.Verdict
  ) throws {
    #expect(try finding(judging(factor))?.verdict == verdict)
  }

  /// 30 pairs that all fell have the exact p value 2⁻³⁰, about 9.3e-10.
  @Test(arguments: [(1e-9, Attempt.Verdict.accepted), (9e-10, .undecided)])
  func `an improvement counts only if it is shown at the attempt's level`(
    _ level: Double, _ verdict: Attempt.Verdict
  ) throws {
    #expect(try finding(judging(0.8), level: level)?.verdict == verdict)
  }

  @Test func `what got worse is judged at the level of a single comparison`() throws {
    var judging = judging(0.8)
    judging.add("t", factor: 1.2)
    let found = try #require(try finding(judging, level: 1e-12))
    guard case .regressed(let cells) = found.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(found.verdict == .rejected && cells.map(\.name.story) == ["t"])
  }

  @Test func `an improvement that the place of the code may have made is not accepted`() throws {
    let found = try #require(try finding(judging(0.95)))
    guard case .layout = found.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(found.verdict == .undecided)
  }

  @Test func `an open cell beside an improvement leaves it undecided`() throws {
    var judging = judging(0.8)
    for (round, value) in [100.0, 103, 98, 106].enumerated() {
      judging.add("t", "a", .cpuTime, 100, round, .duet)
      judging.add("t", "b", .cpuTime, value, round, .duet)
    }
    let found = try #require(try finding(judging))
    guard case .open(let cells) = found.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(found.verdict == .undecided && cells.map(\.name.story) == ["t"])
  }

  /// With three counts a side, chance separates the sides in 5 % of cases, whatever the attempt's level.
  @Test(arguments: [
    ([998_000.0, 998_000, 998_000], Attempt.Verdict.accepted),
    ([997_000, 996_000, 998_000], .undecided),
  ])
  func `an improvement in counts is accepted only if they repeat`(
    _ counts: [Double], _ verdict: Attempt.Verdict
  ) throws {
    var judging = Judging()
    for (round, count) in counts.enumerated() {
      judging.add("s", "a", .instructions, 1_000_000, round, .counted)
      judging.add("s", "b", .instructions, count, round, .counted)
    }
    #expect(try finding(judging, [Gate(metric: .instructions)])?.verdict == verdict)
  }

  @Test func `a wrong outcome fails, and what could not be measured has no verdict`() throws {
    var wrong = judging(0.8)
    wrong.add("s", "b", .cpuTime, 1e8, 30, .duet, failed: .outcomesDiffer)
    #expect(try finding(wrong)?.verdict == .failed)
    var unmeasured = judging(0.8)
    unmeasured.add("s", "b", .cpuTime, 1e8, 30, .duet, failed: .notMeasured)
    #expect(try finding(unmeasured) == nil)
  }

  @Test func `a cell without a value is refused`() throws {
    let gates = Self.cpu + [Gate(metric: .peakMemory)]
    #expect(try finding(judging(0.8), gates)?.verdict == .refused)
  }

  @Test func `an attempt that made a cell worse is rejected, though another has no value`() throws {
    let gates = Self.cpu + [Gate(metric: .peakMemory)]
    #expect(try finding(judging(1.2), gates)?.verdict == .rejected)
  }

  @Test func `a proven identical attempt is undecided`() throws {
    var judging = judging(1)
    judging.proof = Decision.Proof(kind: .program, hash: "00", differing: [])
    #expect(try finding(judging)?.cause == .proven)
  }

  /// The finding on less work, or on other runs, with a decision that is changed.
  private func refused(
    _ judging: Judging? = nil, _ change: (inout Decision) -> Void
  ) throws -> AttemptFinding? {
    let judging = judging ?? self.judging(0.8)
    var decision = Decision(
      purpose: .comparison, baseline: "a", candidate: "b", rule: .standard)
    change(&decision)
    var experiment = judging.analysis.experiment
    experiment.decision = decision
    let analysis = ExperimentAnalysis(experiment, runs: judging.runs)
    return try finding(judging) { $0 = analysis }
  }

  @Test func `a changed driver, shared sockets and unknown inputs are refused`() throws {
    #expect(
      try refused { $0.harness = HarnessFinding(differing: ["driver.py"]) }?.cause
        == .harness(["driver.py"]))
    #expect(
      try refused { $0.inputs = InputFinding(sockets: ["/tmp/s"]) }?.cause == .sockets(["/tmp/s"]))
    #expect(
      try refused { $0.inputs = InputFinding(gap: "strace is missing") }?.cause
        == .inputsUnknown("strace is missing"))
    #expect(
      try refused {
        $0.newStories = Decision.NewStories(
          names: ["s"], areAll: true, reason: "the revision has none")
      }?.cause == .allNew("the revision has none"))
    // One harness for both sides is no objection.
    #expect(
      try refused { $0.harness = HarnessFinding(source: "main", commit: "c", taken: []) }?.verdict
        == .accepted)
  }

  @Test func `what no story runs can't be an improvement`() throws {
    let found = try refused { $0.inputs = InputFinding(differing: ["unused.swift"]) }
    #expect(found?.verdict == .undecided && found?.cause == .unexercised)
  }

  @Test func `the same work is no improvement`() throws {
    var judging = Judging()
    judging.storyProofs = ["s": Decision.Proof(kind: .work, hash: "1f", differing: [])]
    judging.add("s", factor: 0.5)
    let found = try finding(judging)
    #expect(found?.verdict == .undecided && found?.cause == .nothingShown)
  }

  /// One story whose steps took 100 ms, and what is outside of them 20 ms.
  private func judging(steps: Double, outside: Double) -> Judging {
    var judging = Judging()
    for round in 0..<30 {
      for (build, own, rest) in [("a", 100.0, 20.0), ("b", steps, outside)] {
        let wobble = build == "b" ? 1 + Judging.wobble[round % 10] : 1
        let (own, rest) = (own * wobble * 1e6, rest / wobble * 1e6)
        judging.add("s", build, .cpuTime, own, round, .duet)
        judging.add("s", build, .outsideCPUTime, rest, round, .duet)
        judging.add("s", build, .wholeCPUTime, own + rest, round, .duet)
      }
    }
    return judging
  }

  @Test func `work that left the steps is no improvement but a reason to refuse`() throws {
    let moved = try #require(try finding(judging(steps: 10, outside: 110)))
    guard case .moved(let work) = moved.cause else {
      Issue.record("\(moved)")
      return
    }
    #expect(moved.verdict == .refused && work.story == "s" && work.way == .outside)
    #expect(try finding(judging(steps: 10, outside: 20))?.verdict == .accepted)
  }

  @Test func `a run that does more outside of its steps is refused`() throws {
    let found = try #require(try finding(judging(steps: 100, outside: 30)))
    guard case .outside(let cells) = found.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(found.verdict == .refused && cells.map(\.name.metric) == [.wholeCPUTime])
  }

  @Test(arguments: [
    ("steps: [{ run: [x] }]", AttemptFinding.Cause.unchecked(["s"]) as AttemptFinding.Cause?),
    ("placeholder: Words, steps: [{ run: [x], expect: { lines: 1 } }]", .unchecked(["s"])),
    ("steps: [{ run: [x], expect: { lines: 1 } }]", nil),
    ("steps: [{ run: [x] }, { run: [y], expect: { lines: 1 } }]", nil),
  ])
  func `an improvement of a story whose outcome nothing checks is refused`(
    _ story: String, _ cause: AttemptFinding.Cause?
  ) throws {
    func attempt(_ factor: Double) throws -> AttemptFinding? {
      let judging = judging(factor)
      var experiment = judging.analysis.experiment
      experiment.scenario = """
        scenario: sample
        builds: { b: {} }
        stories: { s: { \(story) } }
        """
      let analysis = ExperimentAnalysis(experiment, runs: judging.runs)
      return try finding(judging) { $0 = analysis }
    }
    let better = try #require(try attempt(0.8))
    let verdict: Attempt.Verdict = cause == nil ? .accepted : .refused
    #expect(better.verdict == verdict)
    if let cause { #expect(better.cause == cause) }
    // Nothing is refused for what is not better.
    #expect(try attempt(1)?.cause == .nothingShown)
  }

  @Test
  func `an improvement is refused if more users get a wrong answer, but not for what chance makes`()
    throws
  {
    // In seven pairs of seven: a chance of 1/128; in six of six one of 1/64.
    for (pairs, verdict) in [(7, Attempt.Verdict.refused), (6, .accepted)] {
      var judging = judging(0.8)
      for round in 0..<pairs {
        judging.add("s", "a", .errors, 0, round, .duet)
        judging.add("s", "b", .errors, 1, round, .duet)
      }
      let found = try #require(try finding(judging))
      #expect(found.verdict == verdict)
      guard verdict == .refused else { continue }
      guard case .errors(let story, let counts) = found.cause else {
        Issue.record("\(found)")
        return
      }
      #expect(story == "s" && counts.candidate.total == 7)
      let budget = Gate(metric: .errors, limit: .budget(100))
      #expect(try finding(judging, Self.cpu + [budget])?.cause == found.cause)
    }
  }

  @Test func `an improvement is refused if many users wait longer and no gate is on that`() throws {
    var judging = judging(0.8)
    judging.add("s", .latencyP50, factor: 1.4)
    let found = try #require(try finding(judging))
    guard case .latencies(let cells) = found.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(found.verdict == .refused && cells.map(\.name.metric) == [.latencyP50])
    #expect(try finding(judging, Self.cpu + [Gate(metric: .latencyP50)])?.verdict == .rejected)
  }

  @Test func `a story that computes less because it waits is refused if it takes longer`() throws {
    func attempt(_ wallTime: Double) throws -> AttemptFinding? {
      var judging = judging(0.8)
      judging.add("s", .wallTime, factor: wallTime, rounds: 10, kind: .solo, value: 1.5e8)
      return try refused(judging) { $0.rhythms = ["s": Rhythm(cpu: 3e6, wall: 150e6)] }
    }
    let found = try #require(try attempt(1.6))
    guard case .slower(let time) = found.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(found.verdict == .refused && time.story == "s")
    #expect(try attempt(1)?.verdict == .accepted)
  }

  @Test func `the outcome of each verdict has its own exit code`() {
    #expect(Attempt.Verdict.allCases.map(\.outcome.exitCode) == [0, 2, 4, 3, 5])
  }
}
