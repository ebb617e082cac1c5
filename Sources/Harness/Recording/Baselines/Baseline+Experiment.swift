import DriverProtocol
import Foundation
import MetricCatalog

extension Baseline {
  /// What an experiment measured of one of its builds.
  /// - Parameters:
  ///   - scenario: the scenario's name.
  ///   - fixture: the scenario's fixture.
  ///   - runs: the experiment's runs that count; of each story one at least has its steps.
  /// - Throws: ``BaselineObjection`` where a later build could not be held against it.
  public init(
    of experiment: Experiment, runs: [Run], build: BuildRecord, scenario: String,
    fixture: [String: Scalar]
  ) throws(BaselineObjection) {
    guard experiment.source == .replay, let environment = experiment.environment else {
      throw .notReplayed
    }
    guard experiment.completedAt != nil else { throw .incomplete }
    var stories: [Story] = []
    for label in experiment.stories {
      let own = runs.filter { $0.story == label.name && $0.build == build.name }
      let failed = own.count { !$0.passed }
      if failed > 0 { throw .failed(story: label.name, build: build.name, failed, of: own.count) }
      stories.append(try Story(label, runs: own.filter { Self.kinds.contains($0.kind) }))
    }
    self.init(
      scenario: scenario, fixture: fixture,
      // The file has whole seconds.
      measuredAt: Date(
        timeIntervalSince1970: experiment.startedAt.timeIntervalSince1970.rounded(.down)),
      version: experiment.version, build: build, environment: environment, stories: stories)
  }
}

extension Baseline.Story {
  fileprivate init(
    _ label: Experiment.StoryLabel, runs: [Run]
  ) throws(BaselineObjection) {
    guard let first = runs.first(where: { !$0.steps.isEmpty }) else {
      throw .noLoneRuns(story: label.name)
    }
    var figures: [RunKind: [Metric: [Double]]] = [:]
    for run in runs {
      for (metric, value) in run.measurements {
        figures[run.kind, default: [:]][metric, default: []].append(value)
      }
    }
    self.init(
      name: label.name, title: label.title, steps: first.steps.map(\.label), figures: figures,
      peakIsBatched: runs.contains { $0.kind == .fixedAddresses && $0.peakIsBatched })
  }
}
