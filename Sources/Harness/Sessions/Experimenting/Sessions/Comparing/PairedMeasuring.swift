import Analysis
import Building
import Diagnosing
import Metrics
import Recording
import Running
import Scenarios
import Statistics
import Store

/// Measures one build against another in pairs, for a comparison or a qualification, and stores every run:
/// first those for memory and allocations, then pairs until everything is decided, then those that count
/// instructions. Runs for memory are made two at once if possible, and so are pairs.
struct PairedMeasuring: Sendable {
  let equipment: Equipment
  let file: ScenarioFile
  let settings: ComparisonSettings
  let purpose: Decision.Purpose
  let store: ResultStore
  let machine: Environment
  /// The counter of instructions, if one was chosen.
  private let asked: InstructionCounting?
  /// The profiler of an explanation; otherwise nil.
  private let profiler: Profiler?

  init(
    _ file: ScenarioFile, _ settings: ComparisonSettings, for purpose: Decision.Purpose,
    store: ResultStore, _ equipment: Equipment
  ) throws {
    // Before anything is built, so that load and pressure are those of others.
    machine = try equipment.machine()
    asked = try settings.instructions.counting(equipment.reporter)
    let unit = purpose == .explanation ? Profile.Unit(ofTime: settings.explained) : nil
    profiler = try unit.map { unit throws(RunningError) in try Profiler(of: unit) }
    self.file = file
    self.settings = settings
    self.purpose = purpose
    self.store = store
    self.equipment = equipment
    file.notes.forEach(equipment.note)
  }

  /// The time limit of the whole call; nil for none.
  var timeLimit: Duration? { settings.timeLimit }

  var gates: [Gate] {
    // An explanation is about one metric.
    purpose == .explanation ? [Gate(metric: settings.explained)] : file.scenario.gatesInForce
  }

  /// Measures one candidate.
  ///
  /// Stories that are proven to be the same are measured only if they have a budget, whether the proof is about
  /// all or about single stories; so are new stories, on the candidate alone. What is known of both
  /// sides is stored with the decision. All `candidates` share the chance of a false alarm; `revision` is the
  /// commit of the scenario's repository. The budget is what is left of the call's time, nil for no limit; the
  /// place in the call counts from 1.
  /// - Returns: everything that was recorded; without an end if the user asked to stop.
  /// - Throws: an error if a gate needs an unavailable counter, and errors of measuring, judging and storing.
  func measure(
    _ candidate: BuiltDriver, against baseline: BuiltDriver, at revision: Revision?,
    candidates: [String] = [], proof: Decision.Proof? = nil,
    storyProofs: [String: Decision.Proof] = [:], inputs: InputStage.Result? = nil,
    newStories: Decision.NewStories? = nil, dropped: Decision.DroppedChecks? = nil,
    harness: HarnessFinding? = nil, sameCode: [String]? = nil, ancestry: [String]? = nil,
    within budget: TimeBudget? = nil, in call: SessionCall, part: Int, of parts: Int
  ) throws -> ExperimentAnalysis {
    let isCounted =
      newStories?.areAll != true
      || self.gates.contains { $0.isBudget && $0.metric.isInstructionCount }
    let counting: (by: InstructionCounting?, refusal: String?) =
      proof == nil && isCounted
      ? try CounterChoice(
        purpose, settings, gates: self.gates, asked: asked, of: file.scenario
      ).choice() : (nil, nil)
    // For one build, the question can be who allocates.
    let isOfOne = baseline.record.name == candidate.record.name
    let builds = MadeBuilds(isOfOne ? [candidate] : [baseline, candidate])
    let compared = Set(file.scenario.stories.map(\.name)).subtracting(newStories?.names ?? [])
    var subject = ReplaySubject(file.keeping(compared), builds, on: machine)
    if explainsAllocations { subject.explained = settings.explained }
    let unshared = inputs?.comparison.unsharedFiles ?? []
    subject.files.formUnion(unshared)
    var planned = planned(builds, comparisons: candidates.count, uncounted: counting.refusal)
    planned.decision?.proof = proof
    // A resumed experiment goes on with the proofs that it began with.
    let storyProofs =
      call.experiment(at: part)?.decision.map { $0.storyProofs ?? [:] } ?? storyProofs
    // Parts must measure the same stories, but each machine has its own inputs.
    if settings.part == nil, !storyProofs.isEmpty { planned.decision?.storyProofs = storyProofs }
    planned.decision?.inputs = inputs?.finding
    planned.decision?.harness = harness
    planned.decision?.sameCode = sameCode
    planned.decision?.ancestry = ancestry
    planned.decision?.newStories = newStories
    planned.decision?.dropped = dropped
    let isNew = newStories?.areAll == true
    let isProven = planned.measured(for: []).stories.isEmpty
    let budgets = self.gates.filter(\.isBudget)
    let areBudgetsPaired = !planned.measured(for: budgets).stories.isEmpty
    let gates = !isProven ? self.gates : areBudgetsPaired ? budgets : []
    if !gates.contains(where: \.needsPairs) { planned.rounds = isNew ? 1 : 0 }
    planned.revision = revision
    let twin =
      hasControl(planned, gates)
      ? DriverTwin(of: baseline, named: Decision.copy(of: baseline.record.name)) : nil
    defer { twin?.remove() }
    planned.decision?.control = twin.map { Decision.Control(isCopy: $0.isCopy) }
    if let part = settings.part {
      try part.deal(
        &planned, seed: settings.seed, on: machine, candidates: candidates,
        inPairs: !gates.isEmpty)
    }
    let isKnown =
      try call.experiment(at: part) != nil
      || tellCost(of: planned, gates, within: budget, experiments: parts - part + 1)
    let recorder = try call.begin(planned, of: file, part: part, of: parts, in: store)
    if let inputs, !inputs.records.isEmpty { try recorder.keep(inputs.records) }
    var runs: [Run] = []
    func measureAll() throws -> Bool {
      defer { equipment.reporter.report(.idle) }
      let budget = budget?.used(recorder.earlier.measuringTime())
      // Their budgets are tested together with the other cells.
      let isReplayed = try measureNew(
        recorder, builds, by: counting.by, within: budget?.share(0.5), after: &runs)
      guard isReplayed, !gates.isEmpty else { return isReplayed }
      let atOnce = storiesAtOnce(among: inputs?.separateStories ?? [], recorder.experiment, gates)
      subject.storiesAtOnce = atOnce
      let isComplete = try measureRepeating(
        recorder, subject, gates, within: budget?.share(0.5), after: &runs)
      guard isComplete || isOnlyLate(SessionNote.noTimeForRepeats) else { return false }
      // What tells a change from moved code comes last, and decides with the pairs.
      let isCounting = counting.by != nil
      let budgetOfPairs = budget?.share(
        1 - (isCounting ? TimeBudget.shareForCounts : TimeBudget.shareForTimes))
      var pairSubject = ReplaySubject(
        file.keeping(compared), MadeBuilds(builds.drivers + [twin?.driver].compactMap(\.self)),
        on: machine)
      pairSubject.storiesAtOnce = atOnce
      pairSubject.files.formUnion(unshared)
      try lookAtAlone(
        undecidedLoads.union(profiler == nil ? storiesTimed : []), recorder, subject, gates,
        within: budget, after: runs)
      let asWell = storiesLookedAt(recorder.experiment)
      if !atOnce.isEmpty {
        pairSubject.peaksAlone = try lookAtAlone(
          asWell, recorder, subject, gates, within: budget?.share(TimeBudget.shareForTimes),
          after: runs)
      }
      let areComplete = try measurePairs(
        recorder, pairSubject, gates, within: budgetOfPairs, isCostKnown: isKnown,
        experiments: parts - part + 1, after: &runs)
      guard areComplete else { return false }
      try lookAtAlone(
        asWell.subtracting(pairSubject.peaksAlone.keys), recorder, subject, gates, within: budget,
        after: runs)
      guard try measureTimes(recorder, subject, gates, within: budget, after: &runs) else {
        return false
      }
      return try count(recorder, subject, by: counting.by, within: budget, after: &runs)
    }
    if try measureAll() { try recorder.end() }
    return ExperimentAnalysis(recorder.experiment, runs: runs)
  }

  /// Returns whether incomplete work was stopped only by the clock, and notes it: the user has not asked to
  /// stop.
  func isOnlyLate(_ note: String) -> Bool {
    if equipment.interruption.isRaised { return false }
    equipment.note(note)
    return true
  }

  /// Returns whether the baseline is also compared with its copy: if one machine judges times of two programs,
  /// and no build has the copy's name.
  private func hasControl(_ planned: Experiment, _ gates: [Gate]) -> Bool {
    guard settings.hasControl, settings.part == nil, let decision = planned.decision,
      [.comparison, .check, .strictCheck].contains(purpose)
    else { return false }
    let copy = Decision.copy(of: decision.baseline)
    let isTimed = planned.measured(for: []).stories.contains { story in
      gates.contains { $0.isOnTime && $0.covers(story: story.name) }
    }
    return isTimed && !planned.builds.contains { $0.name == copy }
  }

  /// A Boolean value indicating whether the question is who allocates.
  private var explainsAllocations: Bool {
    purpose == .explanation && !settings.explained.isExplainedByProfiles
  }

  private func planned(_ builds: MadeBuilds, comparisons: Int, uncounted: String?) -> Experiment {
    let records = builds.drivers.map(\.record)
    let rule = settings.rule(comparisons: comparisons)
    var planned = Experiment(
      .scenario(file), named: settings.name ?? "\(file.scenario.name)-\(purpose.word)",
      builds: records, on: machine, seed: settings.seed ?? Experiment.anySeed(),
      rounds: settings.pairsGiven ?? rule.interims?.pairs.last ?? 0)
    planned.layouts = file.scenario.layouts
    planned.decision = Decision(
      purpose: purpose, baseline: records[0].name, candidate: records.last?.name ?? "", rule: rule,
      uncounted: uncounted,
      explained: purpose == .explanation && settings.explained != .cpuTime
        ? settings.explained : nil)
    return planned
  }

  /// Makes the few runs that otherwise take many pairs: those for anonymous memory alone, those that count
  /// allocations, and cycles.
  /// - Returns: false if the user asked to stop.
  private func measureRepeating(
    _ recorder: ExperimentRecorder, _ subject: ReplaySubject, _ gates: [Gate],
    within budget: TimeBudget?, after runs: inout [Run]
  ) throws -> Bool {
    let experiment = own(recorder.experiment.measured(for: gates))
    let (stories, builds) = (experiment.stories.map(\.name), experiment.builds.map(\.name))
    let rule = experiment.decision?.rule.repeats ?? .memory
    let kinds: [(RunKind, rounds: Int)] = [
      (.fixedAddresses, memoryRounds(gates)),
      (
        .allocations,
        explainsAllocations && !settings.explained.isRetention
          ? ExperimentAnalysis.countsOfExplanations
          : gates.allocationRounds(asked: settings.allocationRounds)
      ),
    ]
    guard !stories.isEmpty else { return true }
    let position = runs.map(\.position).max() ?? firstPosition(recorder)
    var plans = kinds.filter { $0.rounds > 0 }.map { kind, rounds in
      RunPlan(
        kind: kind, stories: stories, builds: builds, rounds: rounds, after: position,
        seed: experiment.seed)
    }
    // For one program on both sides, cycles would show nothing.
    if purpose != .qualification,
      let cycles = RunPlan.cycles(
        of: subject.scenario, stories: stories, builds: builds,
        rounds: explainsAllocations ? ExperimentAnalysis.countsOfExplanations : 1,
        after: position, seed: experiment.seed),
      !explainsAllocations || settings.explained.isRetention
    {
      plans.append(cycles)
    }
    guard let first = plans.first else { return true }
    let plan = plans.dropFirst().reduce(first) { $0.followed(by: $1) }
    let limited = try equipment.within(budget)
    let executor = try limited.executors.alone(subject, counting: nil, isWatched: false)
    var memory = MemoryRuns(of: builds, by: rule, allOf: storiesWithAllRuns(gates))
    return try recorder.carryOut(
      plan, by: Runner(executor: executor, interruption: limited.interruption, atOnce: 2),
      equipment.reporter, expected: { memory.isCertain($0) },
      isNeeded: { memory.isNeeded($0) }
    ) { run in
      runs.append(run)
      memory.note(run)
    }
  }

  /// Makes the pairs, unless no gate needs them.
  /// - Returns: false if the user asked to stop.
  private func measurePairs(
    _ recorder: ExperimentRecorder, _ subject: ReplaySubject, _ gates: [Gate],
    within budget: TimeBudget?, isCostKnown: Bool, experiments left: Int,
    after runs: inout [Run]
  ) throws -> Bool {
    let experiment = recorder.experiment.measured(for: gates.filter(\.needsPairs))
    guard let decision = experiment.decision,
      profiler != nil || gates.contains(where: \.needsPairs)
    else { return true }
    let bench =
      if let profiler {
        try equipment.executors.profiledPairs(
          subject, by: profiler, alone: storiesUnshared(experiment))
      } else {
        try equipment.executors.pairs(
          subject, alone: storiesApart(experiment), inTurns: storiesInTurns(experiment))
      }
    defer { bench.close() }
    let pairs = PairedExperiment(
      experiment, rounds: settings.part?.share.rounds(of: experiment.rounds),
      startingAfter: firstPosition(recorder), decision: decision, gates: gates, after: runs,
      resuming: recorder.earlier,
      deadline: budget?.deadline,
      runner: PairRunner(executor: bench.executor, interruption: equipment.interruption),
      requireTime: { time, round, number, runs in
        guard let budget else { return }
        try requireTime(
          time, round, number: number, atOnce: subject.storiesAtOnce, for: recorder.experiment,
          gates, after: runs, within: budget, experiments: left)
      })
    let start = ContinuousClock.now
    // If two can be made at once, those whose memory is unknown are made alone in the first round.
    let typicalRound = subject.storiesAtOnce.isSubset(of: subject.peaksAlone.keys) ? 1 : 2
    var times: [Duration] = []
    let isComplete = try pairs.carryOut(
      store: { pair in
        try recorder.keepRuns(pair.inOrder)
        // The control's runs are not the comparison's.
        guard pair.baseline.kind != .control else { return }
        if !isCostKnown, pair.baseline.round == typicalRound,
          let share = pair.baseline.shareOfTime
        {
          times.append(share * 2)
          tellFirstCost(of: times, experiment, within: budget)
        }
        equipment.reporter.report(.pair(pair, pairs.progress, since: start))
      },
      declare: { try recorder.declare($0) },
      tell: { equipment.reporter.report(.interim($0)) })
    runs = pairs.runs
    let (planned, affordable) = (experiment.rounds, pairs.experiment.rounds)
    if isComplete, affordable < planned, settings.part == nil {
      equipment.note(try fewerPairs(affordable, insteadOf: planned, pairs.experiment, runs))
    }
    return isComplete
  }

  /// The cost of lacking time for more pairs, as a sentence.
  private func fewerPairs(
    _ affordable: Int, insteadOf planned: Int, _ experiment: Experiment, _ runs: [Run]
  ) throws -> String {
    guard let decision = experiment.decision, profiler == nil else {
      return SessionNote.fewerPairs(affordable, insteadOf: planned)
    }
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    let judgement = try Judgement(
      analysis, baseline: decision.baseline, candidate: decision.candidate, gates: gates,
      rule: decision.rule)
    // With one analysis, as many as there is time for by then.
    let fewest = PairForecast.fewest(
      showingAt: decision.rule.alpha / Double(max(1, judgement.testsOfGrowth)))
    return SessionNote.fewerPairs(
      affordable, insteadOf: planned, fewest: fewest, timeOfRound: analysis.timeOfRound)
  }

  /// The experiment with only the stories whose unpaired runs this machine makes.
  func own(_ experiment: Experiment) -> Experiment {
    guard let part = settings.part else { return experiment }
    let own = Set(part.share.stories(of: file.scenario.stories.map(\.name)))
    var experiment = experiment
    experiment.stories.removeAll { !own.contains($0.name) }
    return experiment
  }

  /// The last place in the order that belongs to earlier parts; 0 if there are none.
  func firstPosition(_ recorder: ExperimentRecorder) -> Int {
    // At most one round of cycles.
    let extra =
      settings.memoryRuns + settings.instructions.rounds
      + gates.allocationRounds(asked: settings.allocationRounds) + 1
    return settings.part?.firstPosition(of: recorder.experiment, extra: extra) ?? 0
  }

  var storiesAlone: Set<String> { stories(of: gates.filter(\.metric.needsRunAlone)) }

  /// The stories that some of these gates cover.
  func stories(of gates: [Gate]) -> Set<String> {
    Set(
      file.scenario.stories.map(\.name).filter { story in
        gates.contains { $0.covers(story: story) }
      })
  }
}

extension Decision.Purpose {
  fileprivate var word: String { self == .strictCheck ? Self.check.rawValue : rawValue }
}
