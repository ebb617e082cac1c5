import Metrics
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
  /// Those that measured; runs that count instructions or make cycles are no part of their numbers.
  public let measuredRuns: [Run]
  /// Those that counted instructions.
  public let countedRuns: [Run]
  /// Those of its control, which are no part of anything else here.
  public let controlRuns: [Run]
  /// The metrics for which any run has a value, in the order of tables.
  public let metrics: [Metric]
  private let measurements: [Cell: [Measurement]]
  private let kinds: [String: [Metric: RunKind]]

  /// One run's value.
  public struct Measurement: Sendable, Equatable {
    /// The run's round: measurements of one round on two builds are a pair.
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
    let deciding = runs.kept {
      $0.kind != .control && experiment.partition?.decides($0) ?? true
    }
    tries = CountingTries(deciding, rule: experiment.interferenceRule)
    let runs = tries.counting
    self.runs = runs
    countedRuns = runs.filter { $0.kind == .counted }
    measuredRuns = runs.kept { !$0.kind.isCount && $0.kind != .cycles }
    (kinds, measurements) = Self.gathered(runs, isPaired: experiment.source.isMeasured)
    metrics = kinds.values.reduce(into: Set()) { $0.formUnion($1.keys) }.sorted()
  }

  /// Its runs and those of its control: what is stored, without what was made in vain.
  public var allRuns: [Run] { controlRuns.isEmpty ? runs : runs + controlRuns }

  /// A cell's measurements in run order; empty where nothing was measured.
  public func measurements(of cell: Cell) -> [Measurement] { measurements[cell] ?? [] }

  /// A cell's measurements as a distribution, or nil where nothing was measured.
  public func distribution(of cell: Cell) -> Distribution? {
    try? Distribution(measurements(of: cell).map(\.value))
  }

  /// The fourteen statistics of a cell, or nil where nothing was measured.
  public func summary(of cell: Cell) -> Summary? {
    distribution(of: cell).flatMap { try? Summary(of: $0) }
  }

  /// The number of layouts of the builds' code that took part: fewer than there are where rounds were.
  public var usedLayouts: Int { Set(measuredRuns.map(\.layout)).count }

  /// Returns how many layouts decide about a metric: instructions are counted on one alone.
  public func layouts(of metric: Metric) -> Int {
    metric.isInstructionCount || metric.isAllocationCount ? 1 : experiment.layouts
  }

  /// The distance of samples, ns, the greatest of all runs; nil where none was sampled.
  public var samplingInterval: Int64? {
    runs.map(\.timeline.interval).filter { $0 > 0 }.max()
  }

  /// Where a metric's values come from here, and how far off they can be.
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
  /// Those that satisfy a condition; the same array where all do, for thousands of runs are much to copy.
  fileprivate func kept(where satisfies: (Run) -> Bool) -> [Run] {
    allSatisfy(satisfies) ? self : filter(satisfies)
  }
}

extension ExperimentAnalysis {
  /// The kind of runs that a story's measurements of a metric are taken from, on all builds the
  /// same; nil where there are none. What is summed up, compared and judged rests on these runs.
  public func kind(of story: String, _ metric: Metric) -> RunKind? { kinds[story]?[metric] }

  /// The best kind for a cell.
  ///
  /// Measurements of one kind of run are no sample together with those of another: a pair shares
  /// its CPU, and memory without address randomisation is another value than with it. So one kind
  /// counts on all builds: that which most of them have, and of these one that can be compared, for
  /// which it takes two measurements of each; then the order of `Metric.kinds`. A kind that this
  /// leaves out is taken where there is no other, and never judged.
  /// - Parameters:
  ///   - rounds: for each build, the rounds in which runs of a kind have a value.
  ///   - isPaired: whether measurements of one round belong together.
  static func kind(
    for metric: Metric, isPaired: Bool, rounds: [(RunKind) -> [Int]]
  ) -> RunKind? {
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

  /// The kind for each story and metric, and all measurements by cell; those of the runs that passed.
  private static func gathered(
    _ runs: [Run], isPaired: Bool
  ) -> (kinds: [String: [Metric: RunKind]], measurements: [Cell: [Measurement]]) {
    // By the names first, so that these are looked up once a run and not once a value.
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

extension ExperimentAnalysis {
  /// Counts of instructions that differ by more are reported: with a fixed environment they repeat to
  /// the instruction, and Swift's start alone moves them by 1.5 millionths.
  static let steadyCounts = 2e-6

  /// Which counts of instructions are missing, and which did not repeat.
  var unsteadyCounts: [Finding] {
    failedCounts + stories.flatMap { story in builds.flatMap { findings(ofCounts: story, $0) } }
  }

  /// One finding for all failed counting runs; empty if the decision already explains it.
  private var failedCounts: [Finding] {
    guard experiment.decision?.uncounted == nil, let failed = failedSides(of: countedRuns) else {
      return []
    }
    return [
      .failedCounts(failed.sides, count: failed.count, of: failed.all, reason: failed.reason)
    ]
  }

  /// The sides whose counting runs failed, with counts and the first reason; nil if none failed.
  func failedSides(
    of counted: [Run]
  ) -> (sides: [CountedSide], count: Int, all: Int, reason: String)? {
    let failed = counted.filter { $0.countingFailure != nil }
    guard let reason = failed.first?.countingFailure?.message else { return nil }
    var sides: [CountedSide] = []
    for run in failed {
      let side = CountedSide(story: run.story, build: run.build)
      if !sides.contains(side) { sides.append(side) }
    }
    let all = counted.count { sides.contains(CountedSide(story: $0.story, build: $0.build)) }
    return (sides, failed.count, all, reason)
  }

  private func findings(ofCounts story: String, _ build: String) -> [Finding] {
    var findings: [Finding] = []
    // Those of the processor never repeat exactly: their statistics show how far they do.
    let cell = Cell(story: story, build: build, metric: .instructions)
    if let counts = distribution(of: cell)?.sorted, let minimum = counts.first,
      let maximum = counts.last, maximum - minimum > Self.steadyCounts * minimum
    {
      findings.append(
        .unsteadyCounts(
          story: story, build: build, minimum: minimum, maximum: maximum, runs: counts.count))
    }
    return findings
  }
}
