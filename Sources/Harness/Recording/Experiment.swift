import Foundation

/// All runs of one call: stories x builds x rounds, with the environment they ran in. The runs
/// themselves are kept apart, since each is stored as soon as it ends.
public struct Experiment: Sendable, Equatable {
  /// Where the measurements come from.
  public enum Source: String, Sendable, Equatable {
    /// Measured by Rehearse.
    case replay
    /// Measured by Rehearse, of whole commands.
    case command
    /// Read from files.
    case `import`
    /// Sampled from processes that ran already.
    case attach
    /// Put together from experiments that were not measured together.
    case stored

    /// A Boolean value indicating whether Rehearse measured it, in rounds: runs of one round are
    /// pairs then.
    public var isMeasured: Bool { self == .replay || self == .command }
  }

  /// The number in its store; nil until it is stored.
  public var number: Int64?
  /// The name on the command line and in file names.
  public var name: String
  /// The name people read.
  public var title: String
  /// Where the measurements come from.
  public var source: Source
  /// The scenario file's text, so that the experiment can be understood later; empty in imports.
  public var scenario: String
  /// When it began.
  public var startedAt: Date
  /// When its last run had ended; nil while it runs and where it was interrupted.
  public var completedAt: Date?
  /// The seed of the order of runs.
  public var seed: UInt64
  /// The number of planned rounds.
  public var rounds: Int
  /// The number of further rounds that were planned to count instructions.
  public var countedRounds: Int
  /// The number of further rounds that were planned to count allocations.
  public var allocationRounds: Int
  /// The number of layouts of each build's code that the rounds take turns in; 1 where there is no
  /// choice.
  public var layouts: Int
  /// The stories, in order.
  public var stories: [StoryLabel]
  /// The builds, in order; the first is the baseline.
  public var builds: [BuildRecord]
  /// The machine; nil in imports.
  public var environment: Environment?
  /// The commit at which the scenario's repository stood; nil outside of git and in
  /// imports.
  public var revision: Revision?
  /// Rehearse's version.
  public var version: String
  /// The published ratios of the same stories; nil where the scenario names nothing.
  public var published: PublishedRatios?
  /// The way in which it decides between two of its builds; nil where it only measures them.
  public var decision: Decision?
  /// By what rule runs count as disturbed, and how often they are made again; nil in
  /// imports.
  public var rerunPolicy: RerunPolicy?
  /// The call that made it, by which it can be finished; nil where it can't be: imports, watched
  /// processes and measured commands.
  public var invocation: Invocation?
  /// The parts of several machines that it is put together from, or the part of it that this is; nil
  /// where one machine makes it whole.
  public var partition: Partition?

  /// A story's name and title, without its steps.
  public struct StoryLabel: Sendable, Equatable, Codable {
    /// The name.
    public var name: String
    /// The name people read.
    public var title: String

    /// A label.
    public init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  /// An experiment.
  public init(
    number: Int64? = nil, name: String, title: String, source: Source, scenario: String,
    startedAt: Date, completedAt: Date? = nil, seed: UInt64, rounds: Int,
    countedRounds: Int = 0, allocationRounds: Int = 0, layouts: Int = 1, stories: [StoryLabel],
    builds: [BuildRecord],
    environment: Environment?, revision: Revision? = nil, version: String,
    published: PublishedRatios? = nil, decision: Decision? = nil,
    rerunPolicy: RerunPolicy? = nil, invocation: Invocation? = nil, partition: Partition? = nil
  ) {
    self.number = number
    self.name = name
    self.title = title
    self.source = source
    self.scenario = scenario
    self.startedAt = startedAt
    self.completedAt = completedAt
    self.seed = seed
    self.rounds = rounds
    self.countedRounds = countedRounds
    self.allocationRounds = allocationRounds
    self.layouts = layouts
    self.stories = stories
    self.builds = builds
    self.environment = environment
    self.revision = revision
    self.version = version
    self.published = published
    self.decision = decision
    self.rerunPolicy = rerunPolicy
    self.invocation = invocation
    self.partition = partition
  }

  /// The commit of the build that the others are measured against, where it was built from another
  /// one than they.
  public var baselineRevision: Revision? {
    decision.flatMap { decision in builds.first { $0.name == decision.baseline }?.revision }
  }

  /// The number of planned runs; where the experiment decides, the maximum.
  public var plannedRuns: Int {
    (rounds + countedRounds + allocationRounds) * stories.count * builds.count
  }

  /// A Boolean value indicating whether its runs were made in pairs, which say how two builds
  /// differ, not what one of them costs.
  public var isOfPairs: Bool { decision.map { $0.saved == nil } ?? false }

  /// The rule by which runs count as disturbed: the one that was declared, or today's.
  public var interferenceRule: InterferenceRule { rerunPolicy?.rule ?? .standard }
}

/// The call of Rehearse that made an experiment, so that it can be finished as it was begun: by the
/// same command with the same options.
///
/// A call can make several experiments, such as one for each candidate of a comparison.
public struct Invocation: Sendable, Equatable, Codable {
  /// The same for all experiments of a call.
  public var id: UUID
  /// The command line, without the program's name.
  public var arguments: [String]
  /// The folder at which relative paths of the command line start; absolute.
  public var folder: String
  /// The scenario file; absolute.
  public var scenario: String
  /// The experiment's place in the call, from 1.
  public var part: Int
  /// The number of experiments that the call makes.
  public var parts: Int

  /// A call.
  public init(
    id: UUID, arguments: [String], folder: String, scenario: String, part: Int, parts: Int
  ) {
    self.id = id
    self.arguments = arguments
    self.folder = folder
    self.scenario = scenario
    self.part = part
    self.parts = parts
  }
}
