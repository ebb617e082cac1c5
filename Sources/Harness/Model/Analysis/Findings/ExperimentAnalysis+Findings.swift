import Diagnosing
import Metrics
import Recording
import Scenarios
import Statistics

extension ExperimentAnalysis {
  /// The failed runs, except those that count instructions. Another finding covers those, because perhaps
  /// only the counter failed.
  public var runsThatFailed: [Run] { failures.map(\.run).filter { $0.countingFailure == nil } }

  /// The number of runs, and of those that failed, be it that the allocations of their cycles could not be counted. A
  /// failed count of instructions or allocations is left out: it is the counter's failure, and a finding says why.
  public var madeRuns: (all: Int, failed: Int) {
    let made = runs.filter { $0.countingFailure == nil }
    return (made.count, made.count { $0.storyFailure != nil || $0.cycleFailure != nil })
  }

  /// The findings that a reader must know besides the measurements, the gravest first.
  public var findings: [Finding] {
    var findings: [Finding] = []
    // The number of pairs depends on what they show, so only the decision's end says that all were made.
    let planned = experiment.decision == nil ? experiment.plannedRuns : nil
    if experiment.source.isMeasured, planned.map({ runs.count < $0 }) ?? isUnfinished {
      findings.append(
        .incomplete(
          made: runs.count, planned: planned,
          missing: experiment.partition.flatMap { $0.parts.count > 1 ? $0.missingWords : nil }))
    }
    let scenario = self.scenario
    findings += placeholders(in: scenario)
    findings +=
      failedRuns + unsteadyCounts + unsteadyAllocations + identicalBuilds(of: scenario) + spoiled
    findings += layoutsWithFewRuns
    // A permanently busy machine disturbs each run, which says more.
    let interferenceFindings = self.interferenceFindings
    findings += interferenceFindings.isEmpty ? busyMachine + busyImports : interferenceFindings
    findings += SingleImports(in: self).map { [Finding.singleImports($0)] } ?? []
    findings += repeated + commandFindings + watchFindings + arrangements
    if runs.contains(where: { !$0.peaksAreOfSteps }) { findings.append(.peaksOfProcess) }
    return findings + processes(of: scenario)
  }

  /// The placeholder stories, if they were to be measured.
  private func placeholders(in scenario: Scenario?) -> [Finding] {
    stories.compactMap { name in
      scenario?.story(named: name)?.placeholder.map { .placeholder(story: name, of: $0) }
    }
  }

  private func processes(of scenario: Scenario?) -> [Finding] {
    var findings: [Finding] = []
    guard experiment.source == .replay else { return [] }
    // All reports about a step's command include the processes it started.
    if scenario?.isOfCommands != true, runs.contains(where: \.startedProcesses) {
      let maximum = runs.lazy.compactMap { $0.measurements[.treeProcesses] }.max()
      findings.append(.startedProcesses(atOnce: maximum.map(\.whole), treeCounting))
    }
    let trees = metrics.filter { $0.ofDriver == .treeCPUTime }
    for service in trees.compactMap(\.service) {
      let maximum = Metric.treeProcesses.of(service: service).flatMap { metric in
        runs.lazy.compactMap { $0.measurements[metric] }.max()
      }
      findings.append(.serviceStartedProcesses(service, atOnce: maximum.map(\.whole)))
    }
    let leaving = metrics.filter { $0.ofDriver == .outlivingProcesses }
    for metric in leaving {
      let left = runs.compactMap { $0.measurements[metric] }
      findings.append(
        .leftProcesses(count: left.reduce(0, +).whole, runs: left.count, of: metric.service))
    }
    return findings
  }

  /// How processes started by drivers were counted.
  private var treeCounting: TreeCounting {
    let started = runs.filter(\.startedProcesses)
    let uncounted = started.filter { !$0.circumstances.isCountedByGroup }
    if uncounted.isEmpty { return .byGroup }
    let refused = uncounted.filter { !$0.isMadeAtOnce }
    if refused.isEmpty { return .atOnce }
    return .refused(refused.lazy.map(\.circumstances.groupRefusals).first { !$0.isEmpty } ?? [])
  }

  /// The ways in which pairs were made; if there are several, each with its stories, and with its machines if those
  /// are not all.
  private var arrangements: [Finding] {
    let ways = Dictionary(grouping: madePairs, by: \.way).values.compactMap { pairs in
      pairs.map(\.arrangement).max { $0.pairs < $1.pairs }.map {
        (
          arrangement: $0, stories: Set(pairs.map(\.story)),
          machines: Set(pairs.compactMap(\.machine))
        )
      }
    }
    guard ways.count > 1 else { return ways.map { .arrangement($0.arrangement, stories: []) } }
    let machines = experiment.partition?.machines ?? []
    return ways.map { way in
      .arrangement(
        way.arrangement, stories: stories.filter(way.stories.contains),
        machines: way.machines.count == machines.count
          ? [] : machines.filter(way.machines.contains))
    }.sorted { $0.description < $1.description }
  }

  /// The runs of pairs. Another Rehearse may have come or gone between two pairs: then it concerns all that were made
  /// in the same way on the machine.
  private var madePairs: [MadePair] {
    let areAtOnce = runs.contains { ($0.arrangement?.pairs ?? 1) > 1 }
    var pairs = runs.compactMap { run in
      run.arrangement.map { arrangement in
        MadePair(
          story: run.story, machine: experiment.partition?.part(ofRound: run.round)?.machine,
          areAtOnce: areAtOnce, arrangement: arrangement)
      }
    }
    let crowding = Dictionary(
      pairs.compactMap { pair in pair.arrangement.crowding.map { (pair.wayThere, $0) } },
      uniquingKeysWith: max)
    for index in pairs.indices {
      pairs[index].arrangement.crowding = crowding[pairs[index].wayThere]
    }
    return pairs
  }

  private var failedRuns: [Finding] {
    // Usually there are none.
    guard measuredRuns.contains(where: { $0.failure?.reason.isItsOwn == true }) else { return [] }
    return stories.flatMap { story in
      builds.compactMap { build in
        let runs = measuredRuns.filter { $0.story == story && $0.build == build }
        // A run that the user stopped shows in the incomplete experiment; one that was ended with its twin
        // shows in the twin.
        let failed = runs.filter { $0.failure?.reason.isItsOwn == true }.count
        guard failed > 0 else { return nil }
        if experiment.source == .command {
          return .failedCommand(build, count: failed, of: runs.count)
        }
        return .failedRuns(story: story, build: build, count: failed, of: runs.count)
      }
    }
  }

  private func identicalBuilds(of scenario: Scenario?) -> [Finding] {
    // If the sides are proven to be the same, nothing was measured that could differ.
    if experiment.decision?.proof != nil { return [] }
    let records = experiment.builds
    return records.indices.flatMap { a in
      records.indices.dropFirst(a + 1).compactMap { b in
        guard areIdentical(records[a], records[b], of: scenario) else { return nil }
        return .identicalBuilds(records[a].name, records[b].name)
      }
    }
  }

  private func areIdentical(
    _ one: BuildRecord, _ other: BuildRecord, of scenario: Scenario?
  ) -> Bool {
    if let hash = one.sha256 {
      return hash == other.sha256 && one.files == other.files
        && (one.recipe != other.recipe || one.revision != other.revision)
    }
    // The hash of an interpreter or a script says nothing of what it runs. But whatever two makes leave in one folder,
    // the same commands find it for both builds.
    guard one.revision == nil, other.revision == nil,
      let build = scenario?.builds.first(where: { $0.name == one.name }),
      var twin = scenario?.builds.first(where: { $0.name == other.name }),
      build.making != twin.making
    else { return false }
    (twin.name, twin.making) = (build.name, build.making)
    return build == twin
  }

  /// The problems that spoil measurements. Mere disturbances are in the machine's table.
  private var spoiled: [Finding] {
    let machine = experiment.environment.map { Diagnosis($0).problems } ?? []
    let builds = experiment.builds.filter { $0.isOptimised == false }
      .map { Problem.unoptimised(build: $0.name) }
    // What other processes did when Rehearse started was over when the builds were done; what they do during
    // the runs shows in their CPU use.
    return (machine + builds).filter { $0.severity == .spoils && !$0.isMomentary }
      .map { .problem($0) }
  }

  /// Counts the runs that were made, for the story with the fewest: their number may be decided on the way,
  /// and an experiment may be stopped.
  private var layoutsWithFewRuns: [Finding] {
    let layouts = experiment.layouts
    guard layouts > 1 else { return [] }
    // Runs for anonymous memory alone don't rotate the layouts.
    let runs = measuredRuns.filter { $0.kind != .fixedAddresses }
    let rounds = stories.compactMap { story in
      let rounds = runs.filter { $0.story == story }
        .reduce(into: [Int: Int]()) { $0[$1.round] = $1.layout }
      return rounds.isEmpty ? nil : rounds.values.sorted()
    }
    let used = rounds.map { Set($0).count }.min() ?? layouts
    if used < layouts { return [.unusedLayouts(used: used, of: layouts)] }
    let scarce = rounds.filter { layoutOfRound in
      Dictionary(grouping: layoutOfRound, by: \.self).values.contains { $0.count < 2 }
    }
    guard let fewest = scarce.map(\.count).min() else { return [] }
    return [.fewRunsPerLayout(rounds: fewest, layouts: layouts)]
  }

  private var busyMachine: [Finding] {
    guard experiment.source.isMeasured,
      let others = try? Distribution(runs.compactMap { $0.measurements[.otherCPU] }),
      let median = try? Summary(of: others).median, median > 10
    else { return [] }
    return [.busyMachine(percent: median)]
  }
}

extension Run {
  /// A Boolean value indicating whether it had processes besides its first one. Pairs made at once don't tell how many,
  /// but have their CPU time.
  var startedProcesses: Bool {
    measurements[.treeProcesses].map { $0 > 1 } ?? (measurements[.treeCPUTime] != nil)
  }
}

private struct MadePair {
  let story: String
  let machine: String?
  /// A Boolean value indicating whether the experiment made several pairs at once.
  let areAtOnce: Bool
  var arrangement: Arrangement

  /// The arrangement that it has in common with those at the same time.
  var way: Arrangement { areAtOnce ? arrangement.ofAllPairs : arrangement }

  /// The machine, and the way to make pairs there, whether or not another Rehearse disturbs.
  var wayThere: WayOnMachine {
    var found = WayOnMachine(machine: machine, way: way)
    found.way.crowding = nil
    return found
  }

  struct WayOnMachine: Hashable {
    let machine: String?
    var way: Arrangement
  }
}

extension RunCircumstances {
  /// A Boolean value indicating whether a control group found the processes and counted their CPU time.
  fileprivate var isCountedByGroup: Bool {
    treeSource == .controlGroup && countsCPUByGroup != false
  }
}

extension ExperimentAnalysis {
  /// Problems in measuring commands that their order or their times show, and processes that commands left behind.
  var commandFindings: [Finding] {
    guard experiment.source == .command else { return [] }
    let ofOrder: [Finding] = areOneAfterTheOther ? [.oneAfterTheOther] : []
    return ofOrder
      + stories.flatMap { story in
        builds.flatMap { build in
          timeFindings(story, build) + leftBehind(story, build)
        }
      }
  }

  /// A Boolean value indicating whether builds were measured one after the other instead of in rounds. A single run of
  /// each does not tell.
  public var areOneAfterTheOther: Bool {
    var spans: [String: ClosedRange<Int>] = [:]
    for run in measuredRuns {
      let known = spans[run.build] ?? run.position...run.position
      spans[run.build] = min(known.lowerBound, run.position)...max(known.upperBound, run.position)
    }
    let repeated = builds.compactMap { spans[$0] }.filter { $0.lowerBound < $0.upperBound }
    return repeated.count > 1
      && zip(repeated, repeated.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
  }

  /// Below this median wall time, ns, most of the measurement is starting the process.
  static let shortTime = 5e6

  private func timeFindings(_ story: String, _ build: String) -> [Finding] {
    let cell = Cell(story: story, build: build, metric: .wallTime)
    let measured = measurements(of: cell)
    guard let times = distribution(of: cell), let summary = summary(of: cell) else { return [] }
    var findings: [Finding] = []
    var outliers = OutlierRule(times).outliers
    let isFirstSlow =
      outliers.first == 0 && measured.first?.round == 1 && times.values[0] > summary.median
    if isFirstSlow {
      outliers.removeFirst()
      findings.append(.slowFirstRun(build: build, time: times.values[0], of: summary))
    }
    let farthest = outliers.map { times.values[$0] }
      .max { abs($0 - summary.median) < abs($1 - summary.median) }
    if let farthest {
      findings.append(
        .outliers(build: build, count: outliers.count, farthest: farthest, of: summary))
    }
    if summary.median < Self.shortTime {
      findings.append(.shortRuns(build: build, of: summary))
    }
    return findings
  }

  private func leftBehind(_ story: String, _ build: String) -> [Finding] {
    let outliving = distribution(of: Cell(story: story, build: build, metric: .outlivingProcesses))
    guard let maximum = outliving?.sorted.last, maximum > 0 else { return [] }
    return [.processesLeft(build: build, maximum: maximum.whole)]
  }
}
