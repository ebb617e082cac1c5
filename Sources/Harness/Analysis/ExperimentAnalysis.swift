import MetricCatalog
import Recording
import Statistics

/// An experiment's runs, gathered by cell; only runs that passed count, and of those that were made
/// again one try.
public struct ExperimentAnalysis: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// Its runs, in the order in which they were made, without those that were made in vain.
  public let runs: [Run]
  /// Which tries count, of runs that were made again because they were disturbed.
  public let tries: CountingTries
  /// Those that measured; runs that count instructions are no part of their numbers.
  public let measuredRuns: [Run]
  /// Those that counted instructions.
  public let countedRuns: [Run]
  private let measurements: [Cell: [Measurement]]

  /// One run's figure.
  public struct Measurement: Sendable, Equatable {
    /// The run's round: figures of one round on two builds are a pair.
    public let round: Int
    /// The layout of the build's code, from 1.
    public let layout: Int
    /// In base units.
    public let value: Double
  }

  /// Gathers the runs.
  public init(_ experiment: Experiment, runs: [Run]) {
    self.experiment = experiment
    tries = CountingTries(runs, rule: experiment.disturbanceRule)
    let runs = tries.counting
    self.runs = runs
    countedRuns = runs.filter { $0.kind == .counted }
    measuredRuns = countedRuns.isEmpty ? runs : runs.filter { $0.kind != .counted }
    measurements = Self.measurements(of: runs)
  }

  /// A cell's figures in run order; empty where nothing was measured.
  public func measurements(of cell: Cell) -> [Measurement] { measurements[cell] ?? [] }

  /// A cell's figures as a distribution, or nil where nothing was measured.
  public func distribution(of cell: Cell) -> Distribution? {
    try? Distribution(measurements(of: cell).map(\.value))
  }

  /// The fourteen statistics of a cell, or nil where nothing was measured.
  public func summary(of cell: Cell) -> Summary? {
    distribution(of: cell).flatMap { try? Summary(of: $0) }
  }

  /// The metrics for which any run has a figure, in the catalogue's order.
  public var metrics: [Metric] {
    let present = Set(measurements.keys.map(\.metric))
    return Metric.all.filter(present.contains)
  }

  /// How many layouts of the builds' code took part: fewer than there are where rounds were.
  public var usedLayouts: Int { Set(measuredRuns.map(\.layout)).count }

  /// How many layouts decide about a metric: instructions are counted on one alone.
  public func layouts(of metric: Metric) -> Int {
    metric.isInstructionCount ? 1 : experiment.layouts
  }

  /// The distance of samples, ns, the greatest of all runs; nil where none was sampled.
  public var samplingInterval: Int64? {
    runs.map(\.timeline.interval).filter { $0 > 0 }.max()
  }

  /// Where a metric's values come from here, and how far off they can be.
  public func origin(of metric: Metric) -> FigureOrigin {
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
