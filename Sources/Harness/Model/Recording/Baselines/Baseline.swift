import DriverProtocol
import Foundation
import Metrics

/// The measured cost of one build, kept under a name in the repository for comparison with later builds.
///
/// It consists of lone runs only: measurements of a pair depend on the other side.
public struct Baseline: Sendable, Equatable {
  /// The number of the file's format; another format has another number.
  public static let format = 1

  /// The scenario's name.
  public var scenario: String
  /// The scenario's fixture, which determines how much work there is.
  public var fixture: [String: Scalar]
  /// When its experiment began; whole seconds.
  public var measuredAt: Date
  /// Rehearse's version then.
  public var version: String
  /// The build.
  public var build: BuildRecord
  /// The machine.
  public var environment: Environment
  /// The stories, in order.
  public var stories: [Story]

  /// A baseline.
  public init(
    scenario: String, fixture: [String: Scalar], measuredAt: Date, version: String,
    build: BuildRecord, environment: Environment, stories: [Story]
  ) {
    self.scenario = scenario
    self.fixture = fixture
    self.measuredAt = measuredAt
    self.version = version
    self.build = build
    self.environment = environment
    self.stories = stories
  }

  /// The kinds of runs whose measurements are kept.
  public static let kinds: [RunKind] = [.solo, .fixedAddresses, .counted, .allocations]

  /// Returns whether any story has measurements of a metric from runs of a kind.
  public func has(_ metric: Metric, of kind: RunKind) -> Bool {
    stories.contains { $0.measurements[kind]?[metric]?.isEmpty == false }
  }

  /// The cost of one story.
  public struct Story: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The name people read.
    public var title: String
    /// All steps of its runs, including those of prerequisite stories, each on one line.
    public var steps: [String]
    /// SHA-256 of all that its replay does, hexadecimal: lines of steps are shortened, and don't have everything.
    /// Nil if unknown: the story then counts as changed.
    public var replay: String?
    /// The runs' values in base units, by kind of run and metric, in run order.
    public var measurements: [RunKind: [Metric: [Double]]]
    /// A Boolean value indicating whether peak anonymous memory is exact only to the kernel's
    /// batches (``AnonymousPeak``).
    public var peakIsBatched: Bool

    /// A story.
    public init(
      name: String, title: String, steps: [String], measurements: [RunKind: [Metric: [Double]]],
      peakIsBatched: Bool = false
    ) {
      self.name = name
      self.title = title
      self.steps = steps
      self.measurements = measurements
      self.peakIsBatched = peakIsBatched
    }
  }

  /// Creates a baseline from an experiment's runs of one of its builds. The runs are those that count; at
  /// least one of each story has its steps.
  /// - Throws: ``RecordingError`` if a later build could not be compared with it.
  public init(
    of experiment: Experiment, runs: [Run], build: BuildRecord, scenario: String,
    fixture: [String: Scalar]
  ) throws(RecordingError) {
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
  fileprivate init(_ label: Experiment.StoryLabel, runs: [Run]) throws(RecordingError) {
    guard let first = runs.first(where: { !$0.steps.isEmpty }) else {
      throw .noLoneRuns(story: label.name)
    }
    var measurements: [RunKind: [Metric: [Double]]] = [:]
    for run in runs {
      for (metric, value) in run.measurements {
        measurements[run.kind, default: [:]][metric, default: []].append(value)
      }
    }
    self.init(
      name: label.name, title: label.title, steps: first.steps.map(\.label),
      measurements: measurements,
      peakIsBatched: runs.contains {
        $0.kind == .fixedAddresses && ($0.peakIsBatched || $0.circumstances.batchedServices != nil)
      })
  }
}
