import Analysis
import MetricCatalog
import Recording

extension StoredPair.Side {
  /// A saved baseline, as if it were a stored experiment.
  public init(_ saved: Decision.Saved) {
    let (baseline, name) = (saved.baseline, saved.name)
    let experiment = Experiment(
      name: name, title: name, source: .stored, scenario: "", startedAt: baseline.measuredAt,
      completedAt: baseline.measuredAt, seed: 0, rounds: 0,
      stories: baseline.stories.map { .init(name: $0.name, title: $0.title) },
      builds: [baseline.build], environment: baseline.environment, version: baseline.version)
    let runs = baseline.stories.flatMap { story in
      Baseline.kinds.flatMap { kind in
        Self.runs(
          story.figures[kind] ?? [:], kind: kind, story: story.name, build: baseline.build.name,
          peakIsBatched: kind == .fixedAddresses && story.peakIsBatched)
      }
    }
    self.init(
      ExperimentAnalysis(experiment, runs: runs), build: baseline.build.name,
      named: saved.side)
  }

  /// The first of them has the first value of each metric, and so on.
  private static func runs(
    _ figures: [Metric: [Double]], kind: RunKind, story: String, build: String,
    peakIsBatched: Bool
  ) -> [Run] {
    (0..<(figures.values.map(\.count).max() ?? 0)).map { index in
      Run(
        kind: kind, build: build, story: story, round: index + 1, position: index + 1, pid: nil,
        startedAt: nil, ending: .passed, steps: [], timeline: .empty,
        peakIsBatched: peakIsBatched,
        measurements: figures.compactMapValues { $0.indices.contains(index) ? $0[index] : nil })
    }
  }
}

extension SavedTerms {
  /// The terms on which runs can be held against a baseline.
  /// - Parameters:
  ///   - runs: the candidate's; of each story one at least has its steps.
  ///   - isFixtureChanged: whether the scenario has another fixture now, so that no story
  ///     does what it did.
  public init(_ saved: Decision.Saved, candidate runs: [Run], isFixtureChanged: Bool) {
    let changed = saved.baseline.stories.filter { story in
      let own = runs.filter { $0.story == story.name && $0.passed }
      // Of a run with steps that nobody knows it can't be said that they are the same.
      guard let run = own.first(where: { !$0.steps.isEmpty }) else { return !own.isEmpty }
      return isFixtureChanged || run.steps.map(\.label) != story.steps
    }
    self.init(isForced: saved.isForced, changedStories: Set(changed.map(\.name)))
  }
}
