import Foundation
import Metrics

/// All runs of one call: stories x builds x rounds, with their environment. The runs themselves are separate,
/// because each is stored as soon as it ends.
public struct Experiment: Sendable, Equatable {
  /// The origin of the measurements.
  public enum Source: String, Sendable, Equatable, CaseIterable {
    /// Measured by Rehearse.
    case replay
    /// Measured by Rehearse, for whole commands.
    case command
    /// Read from files.
    case `import`
    /// Sampled from running processes.
    case attach
    /// Combined from experiments that were not measured together.
    case stored

    /// A Boolean value indicating whether Rehearse measured it in rounds: runs of one round are pairs then.
    public var isMeasured: Bool { self == .replay || self == .command }
  }

  /// The number in its store; nil until it is stored.
  public var number: Int64?
  /// The name on the command line and in file names.
  public var name: String
  /// The name people read.
  public var title: String
  /// The origin of the measurements.
  public var source: Source
  /// The scenario file's text, to understand the experiment later; empty in imports.
  public var scenario: String
  /// When it began.
  public var startedAt: Date
  /// When its last run ended; nil while it runs or if it was interrupted.
  public var completedAt: Date?
  /// The seed of the order of runs.
  public var seed: UInt64
  /// The number of planned rounds.
  public var rounds: Int
  /// The number of further rounds that were planned to count instructions.
  public var countedRounds: Int
  /// The number of further rounds that were planned to count allocations.
  public var allocationRounds: Int
  /// The number of layouts of each build's code that the rounds alternate between; 1 if there is no choice.
  public var layouts: Int
  /// The stories, in order.
  public var stories: [StoryLabel]
  /// The builds, in order; the first is the baseline.
  public var builds: [BuildRecord]
  /// The machine; nil in imports.
  public var environment: Environment?
  /// The commit of the scenario's repository; nil outside of git and in imports.
  public var revision: Revision?
  /// Rehearse's version.
  public var version: String
  /// The published ratios of the same stories, a table each.
  public var published: [PublishedRatios]
  /// How it decides between two of its builds; nil if it only measures them.
  public var decision: Decision?
  /// The rule for disturbed runs, and how often they are repeated; nil in imports.
  public var rerunPolicy: RerunPolicy?
  /// The call that made it, to resume it; nil for what can't be resumed: imports, watched processes and
  /// measured commands.
  public var invocation: Invocation?
  /// The parts of several machines that it combines, or the part that it is; nil if one machine makes all of
  /// it.
  public var partition: Partition?

  /// A story's name and title, without its steps, and the hash of its files.
  public struct StoryLabel: Sendable, Equatable, Codable {
    /// The name.
    public var name: String
    /// The name people read.
    public var title: String
    /// SHA-256 of the files that its requests send, of the certificate that they trust and of the data that its
    /// commands find in their folder, hexadecimal; nil if there are none.
    public var contents: String?

    /// A label.
    public init(name: String, title: String, contents: String? = nil) {
      self.name = name
      self.title = title
      self.contents = contents
    }
  }

  /// An experiment.
  public init(
    number: Int64? = nil, name: String, title: String, source: Source, scenario: String,
    startedAt: Date, completedAt: Date? = nil, seed: UInt64, rounds: Int,
    countedRounds: Int = 0, allocationRounds: Int = 0, layouts: Int = 1, stories: [StoryLabel],
    builds: [BuildRecord],
    environment: Environment?, revision: Revision? = nil, version: String,
    published: [PublishedRatios] = [], decision: Decision? = nil,
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

  /// The commit of the baseline build, if it differs from the other builds'.
  public var baselineRevision: Revision? { record(of: decision?.baseline)?.revision }

  /// The commit that was measured, or compared with the baseline's. A candidate may be another commit than
  /// that of the files in place, as with 'judge --at'. Nil outside of git and in imports.
  public var measuredRevision: Revision? {
    // Changed files are known by the commit that they differ from, not by the one that was made of them.
    guard var own = record(of: decision?.candidate)?.revision, !own.isDirty else { return revision }
    if let revision, !revision.isModified, own.hasSameFiles(as: revision) { return revision }
    // Nothing was checked out.
    own.branch = nil
    return own
  }

  /// A Boolean value indicating whether not all of it was made: measuring was stopped or goes on, or parts of other
  /// machines are missing.
  public var isIncomplete: Bool { completedAt == nil || partition?.missingWords != nil }

  /// A Boolean value indicating whether it is a search for a commit, which measures several.
  public var isSearch: Bool { invocation?.arguments.first == "bisect" }

  /// Returns whether it explains how the commit that an earlier search of the same scenario found changed a metric.
  public func explains(_ search: Experiment, in metric: Metric) -> Bool {
    guard let decision, decision.purpose == .explanation, let culprit = search.decision?.culprit,
      let number, let earlier = search.number, number > earlier, scenario == search.scenario,
      invocation?.scenario == search.invocation?.scenario
    else { return false }
    return decision.explained ?? .cpuTime == metric
      && record(of: decision.baseline)?.revision?.commit == culprit.parent
      && record(of: decision.candidate)?.revision?.commit == culprit.commit
      && stories.contains { $0.name == culprit.story }
  }

  /// The record of a build; nil if there is none of that name.
  public func record(of build: String?) -> BuildRecord? { builds.first { $0.name == build } }

  /// Returns the names of its stories that work on other files than those of the same name in another experiment.
  public func storiesOfOtherFiles(than other: Experiment) -> [String] {
    let contents = Dictionary(
      other.stories.map { ($0.name, $0.contents) }, uniquingKeysWith: { first, _ in first })
    return stories.filter { story in contents[story.name].map { $0 != story.contents } ?? false }
      .map(\.name)
  }

  /// Returns whether one began before another, or at the same time with a lower number.
  public static func isEarlier(_ a: Experiment, than b: Experiment) -> Bool {
    (a.startedAt, a.number ?? 0) < (b.startedAt, b.number ?? 0)
  }

  /// The number of planned runs; the maximum if the experiment decides.
  public var plannedRuns: Int {
    (rounds + countedRounds + allocationRounds) * stories.count * builds.count
  }

  /// A Boolean value indicating whether its runs were made in pairs, which show how two builds differ, but
  /// not what one of them costs.
  public var isOfPairs: Bool { decision.map { $0.saved == nil } ?? false }

  /// The rule for disturbed runs: the declared one, or today's.
  public var interferenceRule: InterferenceRule { rerunPolicy?.rule ?? .standard }
}

/// The call of Rehearse that made an experiment, to resume it with the same command and options.
///
/// One call can make several experiments, for example one for each candidate of a comparison.
public struct Invocation: Sendable, Equatable, Codable {
  /// The same for all experiments of a call.
  public var id: UUID
  /// The command line, without the program's name.
  public var arguments: [String]
  /// The folder for relative paths of the command line; absolute.
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
