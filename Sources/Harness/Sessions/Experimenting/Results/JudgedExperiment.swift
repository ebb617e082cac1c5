import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Store

/// A comparison with its judgement.
public struct JudgedExperiment: Sendable {
  /// The experiment's analysis.
  public let analysis: ExperimentAnalysis
  /// The judgement.
  public let judgement: Judgement
  /// The outcome, by the purpose of the decision.
  public let outcome: Outcome
  /// The state of the machine's qualification; nil if not asked for.
  public internal(set) var qualification: QualificationState?
  /// How the cells that changed did before, if the store has checks of the commits before the baseline.
  public internal(set) var trends: [BranchTrend] = []
  /// The notes that a reader needs besides the verdicts, one sentence each.
  public internal(set) var notes: [String] = []

  /// Judges the measurements, at any time, by the stored rule and gates. The decision's purpose says whether
  /// verdicts can fail.
  /// - Returns: nil if the experiment compares nothing.
  public init?(_ analysis: ExperimentAnalysis) throws {
    let experiment = analysis.experiment
    guard let decision = experiment.decision else { return nil }
    let judgement: Judgement
    if let saved = decision.saved {
      let scenario = try experiment.storedScenario
      let sides = (
        baseline: StoredPair.StoredBuild(saved),
        candidate: StoredPair.StoredBuild(
          analysis, build: decision.candidate, named: decision.candidate)
      )
      self.analysis = StoredPair.analysis(
        saved: sides.baseline, sides.candidate, decision: decision)
      judgement = try Judgement(
        self.analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: Gate.inForce(against: saved.baseline, of: scenario), rule: decision.rule,
        saved: SavedTerms(
          saved, candidate: sides.candidate.runs,
          changedStories: scenario.changedStories(experiment.stories, since: saved.baseline)))
      notes =
        StoredPair.objections(sides.baseline, sides.candidate)
        .map { "Compared although \($0)." } + StoredPair.notes(sides.baseline, sides.candidate)
    } else {
      self.analysis = analysis
      judgement = try Judgement(
        analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: Self.gates(analysis), rule: decision.rule)
    }
    self.judgement = analysis.isUnfinished ? judgement.ofUnfinished : judgement
    outcome = self.judgement.outcome(for: decision.purpose)
    if let partition = experiment.partition, let decided = partition.decidedAfter {
      notes.append(
        "Decided after the first \(decided) of \(partition.count) parts, as its plan allows: the others are "
          + "not needed.")
    }
    let loads = self.judgement.storiesWithLatencies
    if !loads.isEmpty, !experiment.scenario.isEmpty {
      notes += try experiment.storedScenario.earlierRequests(than: loads)
    }
    if decision.purpose.isCheck, self.judgement.missing == nil,
      let note = self.judgement.tooFewPairs
    {
      notes.append(note)
    }
  }

  /// Without a scenario, the gates on what either side measured: the others were not asked for.
  private static func gates(_ analysis: ExperimentAnalysis) throws -> [Gate] {
    let gates = try analysis.experiment.gates
    guard analysis.experiment.scenario.isEmpty else { return gates }
    let measured = gates.filter { analysis.metrics.contains($0.metric) }
    return measured.isEmpty ? gates : measured
  }
}

extension Judgement {
  /// That cells have too few pairs to show growth, so that mere estimates let them pass; nil if none has. Unless
  /// their number is given or time is short, more are made until they can.
  fileprivate var tooFewPairs: String? {
    if let interims = rule.interims, let last = interims.pairs.last {
      let level = interims.level(rule.alpha, tests: testsOfGrowth)
      if last >= PairForecast.fewest(showingAt: level) { return nil }
    }
    let fewest = PairForecast.fewest(showingAt: rule.alpha / Double(max(1, testsOfGrowth)))
    let cells = gated.filter { cell in
      guard let result = cell.outcome.result, case .pairs(let count) = result.evidence else {
        return false
      }
      return count < fewest && ![.regressed, .improved].contains(result.verdict)
    }
    if cells.isEmpty { return nil }
    let names = cells.map { "\($0.name)" }.listed(atMost: 3)
    return "\(names): too few pairs to show growth, however large; \(fewest) would do "
      + "(--pairs \(fewest))."
  }
}

extension Judgement {
  /// The stories of which latencies were measured.
  fileprivate var storiesWithLatencies: Set<String> {
    Set(
      (gated + others).filter {
        Metric.latencies.contains($0.name.metric) && $0.outcome.result != nil
      }.map(\.name.story))
  }
}

extension Scenario {
  /// That requests of the stories before these loads have no latency, one sentence for each load.
  fileprivate func earlierRequests(than loads: Set<String>) -> [String] {
    stories.filter { loads.contains($0.name) }.compactMap { story in
      let earlier = story.users.map { earlierStories(of: $0) } ?? []
      if earlier.isEmpty { return nil }
      return
        "Latencies of '\(story.name)' leave out requests of stories that come before: "
        + "\(earlier.listed(atMost: 3))."
    }
  }
}

extension Experiment {
  /// The gates of the stored scenario, or the defaults if there is none.
  public var gates: [Gate] {
    get throws { scenario.isEmpty ? Gate.ofCommands : try storedScenario.gatesInForce }
  }

  /// The stored scenario.
  /// - Throws: ``Refusal`` if this version refuses it.
  public var storedScenario: Scenario {
    get throws {
      do throws(InvalidScenario) {
        return try ScenarioParser.parse(scenario, file: "the stored scenario")
      } catch {
        throw Refusal.scenarioOfEarlierRules(of: self, error)
      }
    }
  }
}

extension ResultStore {
  /// Judges a stored experiment, of which others are judged as well.
  /// - Returns: nil if something of it can't be read, or if this version refuses the scenario that is stored with it;
  ///   that is reported.
  /// - Throws: what else the body throws.
  public func ifJudgeable<Value>(
    _ experiment: Experiment, _ body: (Experiment) throws -> Value
  ) throws -> Value? {
    do {
      return try ifReadable(experiment, body)
    } catch let refusal as Refusal {
      reportLeftOut(experiment, "\(refusal)\nExperiment \(experiment.number ?? 0) is left out.")
      return nil
    }
  }
}
