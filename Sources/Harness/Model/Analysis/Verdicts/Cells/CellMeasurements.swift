import Metrics
import Recording

/// The measurements of two builds, by cell and by kind of run.
struct CellMeasurements {
  let baseline: String
  let candidate: String
  private let analysis: ExperimentAnalysis
  private let runs: [GroupKey: [Run]]

  private struct GroupKey: Hashable {
    let story: String
    let build: String
    let kind: RunKind
  }

  init(_ analysis: ExperimentAnalysis, baseline: String, candidate: String) {
    self.baseline = baseline
    self.candidate = candidate
    self.analysis = analysis
    runs = Dictionary(grouping: analysis.runs.filter(\.passed)) {
      GroupKey(story: $0.story, build: $0.build, kind: $0.kind)
    }
  }

  /// The kind of runs that judges a cell: that of the story's tables, or for a step the best that its own
  /// measurements allow. Nil if none can be judged.
  func kind(of name: CellName) -> RunKind? {
    let kind =
      name.step == nil
      ? analysis.kind(of: name.story, name.metric)
      : ExperimentAnalysis.kind(
        for: name.metric, isPaired: analysis.experiment.source.isMeasured,
        rounds: [baseline, candidate].map { build in
          { kind in measurements(name, build, kind).map(\.run.round) }
        })
    return kind.flatMap { name.metric.kinds.contains($0) ? $0 : nil }
  }

  /// The pairs of one kind, in the order of their rounds.
  func pairs(_ name: CellName, _ kind: RunKind) -> [Pair<ExperimentAnalysis.Measurement>] {
    func side(_ build: String) -> [ExperimentAnalysis.Measurement] {
      measurements(name, build, kind).map {
        .init(round: $0.run.round, layout: $0.run.layout, value: $0.value)
      }
    }
    return Pair.all(baseline: side(baseline), candidate: side(candidate), round: \.round)
  }

  func values(_ name: CellName, _ build: String, _ kind: RunKind) -> [Double] {
    measurements(name, build, kind).map(\.value)
  }

  /// Returns whether any value of a cell is exact only to the kernel's batches (`AnonymousPeak`).
  func areBatched(_ name: CellName, _ kind: RunKind) -> Bool {
    name.metric.ofDriver == .peakAnonymousMemory
      && [baseline, candidate].contains { build in
        measurements(name, build, kind).contains {
          $0.run.isBatched(at: name.step, of: name.metric.service)
        }
      }
  }

  /// Candidate over baseline for nearly constant values, from one run of each side or more; nil if a side has
  /// none.
  func ratioOfMeans(_ name: CellName) -> Double? {
    guard let kind = kind(of: name) else { return nil }
    let (a, b) = (values(name, baseline, kind), values(name, candidate, kind))
    if a.isEmpty || b.isEmpty { return nil }
    let mean = a.reduce(0, +) / Double(a.count)
    return mean > 0 ? b.reduce(0, +) / Double(b.count) / mean : nil
  }

  /// Returns the relative spread of nearly constant measurements, of the side that spreads more.
  func spread(_ name: CellName) -> Double {
    guard let kind = kind(of: name) else { return 0 }
    return [baseline, candidate].map { build -> Double in
      let values = self.values(name, build, kind)
      guard let minimum = values.min(), let maximum = values.max(), minimum > 0 else { return 0 }
      return maximum / minimum - 1
    }.max() ?? 0
  }

  func has(_ name: CellName, _ build: String) -> Bool {
    name.metric.kinds.contains { !measurements(name, build, $0).isEmpty }
  }

  func hasRuns(of story: String) -> Bool {
    [baseline, candidate].allSatisfy { build in
      runs.keys.contains { $0.story == story && $0.build == build }
    }
  }

  /// The steps of a story that can have a metric, from its first run. A load is its story's only step, and its only
  /// request is the whole of it; requests have latencies alone.
  func steps(of story: String, with metric: Metric) -> [CellName.Step] {
    let run = [baseline, candidate].lazy.flatMap { build in
      RunKind.allCases.lazy.compactMap { kind in
        runs[GroupKey(story: story, build: build, kind: kind)]?.first { !$0.ownSteps.isEmpty }
      }
    }.first
    guard let run else { return [] }
    let labels = run.stepLabels
    let requests = run.ownSteps.count..<labels.count
    let places =
      requests.isEmpty
      ? labels.indices : Metric.latencies.contains(metric) && requests.count > 1 ? requests : 0..<0
    return places.map { CellName.Step(position: $0 + 1, label: labels[$0]) }
  }

  private func measurements(
    _ name: CellName, _ build: String, _ kind: RunKind
  ) -> [(run: Run, value: Double)] {
    let runs = runs[GroupKey(story: name.story, build: build, kind: kind)] ?? []
    return runs.compactMap { run in run.measurement(of: name).map { (run, $0) } }
  }
}

extension Run {
  fileprivate func measurement(of name: CellName) -> Double? {
    guard let step = name.step else { return measurements[name.metric] }
    return measurements(ofStep: step.position)[name.metric]
  }

  fileprivate func isBatched(at step: CellName.Step?, of service: String?) -> Bool {
    guard let service else {
      guard let step else { return peakIsBatched }
      return record(of: step)?.peakAnonymous?.isBatched ?? false
    }
    guard let step else { return circumstances.batchedServices?.contains(service) ?? false }
    return record(of: step)?.services[service]?.peakAnonymous?.isBatched ?? false
  }

  private func record(of step: CellName.Step) -> StepRecord? {
    let own = ownSteps
    return own.indices.contains(step.position - 1) ? own[step.position - 1] : nil
  }
}
