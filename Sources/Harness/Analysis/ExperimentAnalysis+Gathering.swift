import MetricCatalog
import Recording

extension ExperimentAnalysis {
  /// All figures by cell, those of the runs that passed.
  ///
  /// Figures of one kind of run are no sample together with those of another: a pair shares its CPU,
  /// and memory without address randomisation is another figure than with it. So one kind of run
  /// counts for each story and metric, on all builds the same.
  static func measurements(of runs: [Run]) -> [Cell: [Measurement]] {
    // By the names first, so that these are looked up once a run and not once a figure.
    var gathered: [String: [String: [RunKind: GatheredFigures]]] = [:]
    for run in runs where run.passed {
      gathered[run.story, default: [:]][run.build, default: [:]][run.kind, default: .none].add(run)
    }
    var measurements: [Cell: [Measurement]] = [:]
    for (story, builds) in gathered {
      for metric in Metric.all {
        let best = RunKind.inOrder.first { kind in
          builds.values.contains { $0[kind]?.has(metric) ?? false }
        }
        guard let best else { continue }
        for (build, kinds) in builds {
          guard let figures = kinds[best], figures.has(metric) else { continue }
          measurements[Cell(story: story, build: build, metric: metric)] = figures[metric]
        }
      }
    }
    return measurements
  }
}

extension RunKind {
  /// The kinds whose figures describe a build, the best first.
  fileprivate static let inOrder: [RunKind] = [.solo, .duet, .fixedAddresses, .counted]
}
