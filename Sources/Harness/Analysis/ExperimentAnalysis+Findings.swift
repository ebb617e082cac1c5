import Diagnosing
import MetricCatalog
import Recording
import Statistics

extension ExperimentAnalysis {
  /// What a reader has to know beside the figures, the gravest first.
  public var findings: [Finding] {
    var findings: [Finding] = []
    if experiment.source.isMeasured, runs.count < experiment.plannedRuns {
      findings.append(.incomplete(made: runs.count, planned: experiment.plannedRuns))
    }
    findings += failedRuns + unsteadyCounts + identicalBuilds + spoiled + layoutsWithFewRuns
    // A machine that is busy all the time disturbs each run, which says more.
    findings += contaminated.isEmpty ? busyMachine : contaminated
    findings += repeated + commandFindings + watchFindings + arrangements
    if runs.contains(where: { !$0.peaksAreOfSteps }) { findings.append(.peaksOfProcess) }
    return findings + processes
  }

  private var processes: [Finding] {
    var findings: [Finding] = []
    let measured = runs.map(\.measurements)
    if experiment.source == .replay, let most = measured.compactMap({ $0[.treeProcesses] }).max() {
      let byGroup = measured.allSatisfy {
        $0[.treeProcesses] == nil || $0[.treePeakCharged] != nil
      }
      let refusals =
        byGroup ? nil : runs.lazy.map(\.circumstances.groupRefusals).first { !$0.isEmpty }
      findings.append(
        .startedProcesses(atOnce: Int(most), byGroup: byGroup, refusals: refusals ?? []))
    }
    let left = measured.compactMap { $0[.outlivingProcesses] }
    if experiment.source == .replay, !left.isEmpty {
      findings.append(.leftProcesses(count: Int(left.reduce(0, +)), runs: left.count))
    }
    return findings
  }

  private var arrangements: [Finding] {
    let arrangements = Dictionary(
      grouping: runs.filter { $0.arrangement != nil }, by: \.arrangement)
    let found = arrangements.compactMap { arrangement, runs in
      arrangement.map { (arrangement: $0, stories: Set(runs.map(\.story))) }
    }
    guard found.count > 1 else {
      return found.map { .arrangement($0.arrangement, stories: []) }
    }
    return found.map { entry in
      .arrangement(entry.arrangement, stories: stories.filter(entry.stories.contains))
    }.sorted { $0.description < $1.description }
  }

  private var failedRuns: [Finding] {
    stories.flatMap { story in
      builds.compactMap { build in
        let runs = measuredRuns.filter { $0.story == story && $0.build == build }
        // A run that the user stopped is told by the experiment's being incomplete, one that was
        // ended because its twin failed by the twin.
        let failed = runs.filter { $0.failure?.reason.isItsOwn == true }.count
        guard failed > 0 else { return nil }
        if experiment.source == .command {
          return .failedCommand(build, count: failed, of: runs.count)
        }
        return .failedRuns(story: story, build: build, count: failed, of: runs.count)
      }
    }
  }

  private var identicalBuilds: [Finding] {
    let records = experiment.builds
    return records.indices.flatMap { a in
      records.indices.dropFirst(a + 1).compactMap { b in
        guard let hash = records[a].sha256, hash == records[b].sha256,
          records[a].recipe != records[b].recipe
        else { return nil }
        return .identicalBuilds(records[a].name, records[b].name)
      }
    }
  }

  /// What merely disturbs stands in the machine's table.
  private var spoiled: [Finding] {
    let machine = experiment.environment.map { Diagnosis($0).disturbances } ?? []
    let builds = experiment.builds.filter { $0.isOptimised == false }
      .map { Disturbance.unoptimised(build: $0.name) }
    // What others did when Rehearse was started was over when the builds had been made; what they do
    // during the runs is told by their use of the CPUs.
    return (machine + builds).filter { $0.severity == .spoils && !$0.isMomentary }
      .map { .disturbance($0) }
  }

  private var layoutsWithFewRuns: [Finding] {
    let (rounds, layouts) = (experiment.rounds, experiment.layouts)
    guard layouts > 1, rounds < 2 * layouts else { return [] }
    if rounds < layouts { return [.unusedLayouts(used: rounds, of: layouts)] }
    return [.fewRunsPerLayout(rounds: rounds, layouts: layouts)]
  }

  private var busyMachine: [Finding] {
    guard experiment.source.isMeasured,
      let others = try? Distribution(runs.compactMap { $0.measurements[.otherCPU] }),
      let median = try? Summary(of: others).median, median > 10
    else { return [] }
    return [.busyMachine(percent: median)]
  }
}
