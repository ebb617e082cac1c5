import MetricCatalog
import Recording

extension ExperimentAnalysis {
  /// All figures by cell, those of the runs that passed.
  ///
  /// Figures of one kind of run are no sample together with those of another: a pair shares its CPU,
  /// and memory without address randomisation is another figure than with it. So one kind of run
  /// counts for each story and metric, on all builds the same.
  static func measurements(of runs: [Run]) -> [Cell: [Measurement]] {
    // By story and build first, so that their names are looked up once a run and not once a figure.
    var gathered: [String: [String: [Metric: [RunKind: [Measurement]]]]] = [:]
    for run in runs where run.passed {
      gather(run, into: &gathered[run.story, default: [:]][run.build, default: [:]])
    }
    var measurements: [Cell: [Measurement]] = [:]
    for (story, builds) in gathered {
      let kinds = builds.values.reduce(into: [Metric: Set<RunKind>]()) { kinds, metrics in
        for (metric, byKind) in metrics { kinds[metric, default: []].formUnion(byKind.keys) }
      }
      for (metric, kinds) in kinds {
        guard let best = RunKind.inOrder.first(where: kinds.contains) else { continue }
        for (build, metrics) in builds {
          measurements[Cell(story: story, build: build, metric: metric)] = metrics[metric]?[best]
        }
      }
    }
    return measurements
  }

  private static func gather(
    _ run: Run, into cells: inout [Metric: [RunKind: [Measurement]]]
  ) {
    for (metric, value) in run.measurements {
      cells[metric, default: [:]][run.kind, default: []]
        .append(Measurement(round: run.round, layout: run.layout, value: value))
    }
  }
}

extension RunKind {
  /// The kinds whose figures describe a build, the best first.
  fileprivate static let inOrder: [RunKind] = [.solo, .duet, .fixedAddresses, .counted]
}
