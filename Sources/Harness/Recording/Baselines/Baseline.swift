import DriverProtocol
import Foundation
import MetricCatalog

/// What one build cost when it was measured, kept under a name in the repository to hold later
/// ones against.
///
/// It is made of lone runs only: figures of a pair depend on the other side.
public struct Baseline: Sendable, Equatable {
  /// Which form its file has; a change that an older Rehearse could not read makes it greater.
  public static let format = 1

  /// The scenario's name.
  public var scenario: String
  /// The scenario's fixture, which decides how much there is to do.
  public var fixture: [String: Scalar]
  /// When its experiment began; whole seconds.
  public var measuredAt: Date
  /// Rehearse's version then.
  public var version: String
  /// What was measured.
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

  /// The kinds of runs whose figures are kept.
  public static let kinds: [RunKind] = [.solo, .fixedAddresses, .counted]

  /// Whether any story has figures of a metric from runs of a kind.
  public func has(_ metric: Metric, of kind: RunKind) -> Bool {
    stories.contains { $0.figures[kind]?[metric]?.isEmpty == false }
  }

  /// What one story cost.
  public struct Story: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The name people read.
    public var title: String
    /// All steps that its runs took, those of stories that come before included, each in one line.
    public var steps: [String]
    /// The runs' values in base units, by what the runs were made for and metric, in run order.
    public var figures: [RunKind: [Metric: [Double]]]
    /// Whether peak anonymous memory is exact only to the kernel's batches (``AnonymousPeak``).
    public var peakIsBatched: Bool

    /// A story.
    public init(
      name: String, title: String, steps: [String], figures: [RunKind: [Metric: [Double]]],
      peakIsBatched: Bool = false
    ) {
      self.name = name
      self.title = title
      self.steps = steps
      self.figures = figures
      self.peakIsBatched = peakIsBatched
    }
  }
}
