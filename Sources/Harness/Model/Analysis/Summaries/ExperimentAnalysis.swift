import Metrics
import Recording
import Statistics

/// An experiment's runs, gathered by cell. Only passed runs count, and only one try of repeated runs.
public struct ExperimentAnalysis: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// Its runs in order, without discarded tries.
  public let runs: [Run]
  /// The tries that count for runs that were repeated because they were disturbed.
  public let tries: CountingTries
  /// The measuring runs; runs that count instructions or make cycles are not among them.
  public let measuredRuns: [Run]
  /// The runs that counted instructions.
  public let countedRuns: [Run]
  /// The runs of its control, which are part of nothing else here.
  public let controlRuns: [Run]
  /// The metrics with a value in any run, in the order of tables.
  public let metrics: [Metric]
  private let measurements: [Cell: [Measurement]]
  private let kinds: [String: [Metric: RunKind]]
  private let summaries = SummaryCache()

  /// One run's value.
  public struct Measurement: Sendable, Equatable {
    /// The run's round: measurements of two builds in one round are a pair.
    public let round: Int
    /// The layout of the build's code, from 1.
    public let layout: Int
    /// In base units.
    public let value: Double
  }

  /// Gathers the runs.
  public init(_ experiment: Experiment, runs: [Run]) {
    self.experiment = experiment
    controlRuns = runs.filter { $0.kind == .control }
    let deciding = runs.kept { $0.kind != .control && experiment.partition?.decides($0) ?? true }
    tries = CountingTries(deciding, rule: experiment.interferenceRule)
    let runs = tries.counting
    self.runs = runs
    countedRuns = runs.filter { $0.kind == .counted }
    measuredRuns = runs.kept { !$0.kind.isCount && $0.kind != .cycles }
    (kinds, measurements) = Self.gathered(runs, isPaired: experiment.source.isMeasured)
    metrics = kinds.values.reduce(into: Set()) { $0.formUnion($1.keys) }.sorted()
  }

  /// The runs and those of its control: all that is stored except discarded tries.
  public var allRuns: [Run] { controlRuns.isEmpty ? runs : runs + controlRuns }

  /// A cell's measurements in run order; empty if there are none.
  public func measurements(of cell: Cell) -> [Measurement] { measurements[cell] ?? [] }

  /// A cell's measurements as a distribution, or nil if nothing was measured.
  public func distribution(of cell: Cell) -> Distribution? {
    try? Distribution(measurements(of: cell).map(\.value))
  }

  /// The fourteen statistics of a cell, or nil if nothing was measured.
  public func summary(of cell: Cell) -> Summary? {
    summaries.summary(of: cell) { distribution(of: cell).flatMap { try? Summary(of: $0) } }
  }

  /// The number of layouts that were used; fewer than there are if there were too few rounds.
  public var usedLayouts: Int { Set(measuredRuns.map(\.layout)).count }

  /// Returns how many layouts decide about a metric: instructions are counted in only one.
  public func layouts(of metric: Metric) -> Int {
    metric.isInstructionCount || metric.isAllocationCount ? 1 : experiment.layouts
  }

  /// The greatest sampling interval of all runs, ns; nil if none was sampled.
  public var samplingInterval: Int64? { runs.map(\.timeline.interval).filter { $0 > 0 }.max() }

  /// The origin of a metric's values here, and how far off they can be.
  public func origin(of metric: Metric) -> MeasurementOrigin {
    experiment.origin(of: metric, sampledEvery: samplingInterval)
  }

  /// The builds' names, in the scenario's order.
  public var builds: [String] { experiment.builds.map(\.name) }

  /// The stories' names, in the scenario's order.
  public var stories: [String] { experiment.stories.map(\.name) }

  /// The runs that failed.
  public var failures: [(run: Run, failure: RunFailure)] {
    runs.compactMap { run in run.failure.map { (run, $0) } }
  }
}

extension [Run] {
  /// Those that satisfy a condition; the same array if all do, because copying thousands of runs is slow.
  fileprivate func kept(where satisfies: (Run) -> Bool) -> [Run] {
    allSatisfy(satisfies) ? self : filter(satisfies)
  }
}

extension ExperimentAnalysis {
  /// The kind of runs that a story's measurements of a metric are taken from, the same on all builds; nil if
  /// there are none. All summaries, comparisons and verdicts use these runs.
  public func kind(of story: String, _ metric: Metric) -> RunKind? { kinds[story]?[metric] }

  /// The best kind for a cell.
  ///
  /// Measurements of different kinds of runs are not one sample: a pair shares its CPU, and memory differs
  /// without address randomisation. So one kind counts on all builds. It is the kind that most builds have,
  /// preferably one that can be compared (two measurements of each build), then the first in the order of
  /// `Metric.kinds`. An excluded kind is used if there is no other, but never judged.
  /// - Parameters:
  ///   - metric: the cell's; kinds that are not among its own are excluded.
  ///   - isPaired: whether measurements of one round belong together.
  ///   - rounds: for each build, the rounds in which runs of a kind have a value.
  /// - Returns: nil if no run has a value.
  static func kind(for metric: Metric, isPaired: Bool, rounds: [(RunKind) -> [Int]]) -> RunKind? {
    let others = RunKind.allCases.filter { !metric.kinds.contains($0) }
    for kinds in [metric.kinds, others] {
      let present = kinds.filter { kind in rounds.contains { !$0(kind).isEmpty } }
      if present.count < 2 {
        if let only = present.first { return only }
        continue
      }
      var best: (kind: RunKind, rank: (builds: Int, measurements: Int))?
      for kind in present {
        let sides = rounds.map { $0(kind) }.filter { !$0.isEmpty }
        let shared =
          isPaired
          ? sides.dropFirst().reduce(Set(sides[0])) { $0.intersection($1) }.count
          : sides.map(\.count).min() ?? 0
        let rank = (sides.count, min(shared, PairedRatio.fewestPairs))
        if let known = best, rank <= known.rank { continue }
        best = (kind, rank)
      }
      return best?.kind
    }
    return nil
  }

  /// The kind for each story and metric, and all measurements of passed runs by cell.
  private static func gathered(
    _ runs: [Run], isPaired: Bool
  ) -> (kinds: [String: [Metric: RunKind]], measurements: [Cell: [Measurement]]) {
    // By the names first, so that they are looked up once a run and not once a value.
    var gathered: [String: [String: [RunKind: GatheredMeasurements]]] = [:]
    for run in runs where run.passed {
      gathered[run.story, default: [:]][run.build, default: [:]][run.kind, default: .none].add(run)
    }
    var chosen: [String: [Metric: RunKind]] = [:]
    var measurements: [Cell: [Measurement]] = [:]
    for (story, builds) in gathered {
      let services = Set(builds.values.flatMap { $0.values.flatMap(\.metricsOfServices) })
      for metric in Metric.all + services {
        let present = RunKind.allCases.filter { kind in
          builds.values.contains { $0[kind]?.has(metric) ?? false }
        }
        let kind =
          present.count < 2
          ? present.first
          : kind(
            for: metric, isPaired: isPaired,
            rounds: builds.values.map { kinds in { kinds[$0]?[metric].map(\.round) ?? [] } })
        guard let kind else { continue }
        chosen[story, default: [:]][metric] = kind
        for (build, kinds) in builds {
          guard let ofKind = kinds[kind], ofKind.has(metric) else { continue }
          measurements[Cell(story: story, build: build, metric: metric)] = ofKind[metric]
        }
      }
    }
    return (chosen, measurements)
  }
}
