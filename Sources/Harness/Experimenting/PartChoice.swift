import Recording
import Scenarios
import Statistics

/// The part of an experiment that one of several machines is to make.
public struct PartChoice: Sendable {
  /// The part's number, and the number of parts.
  public let share: PlanShare
  /// The name by which the machine is known among the others.
  public let machine: String

  /// The number of pairs of each story, of all parts together, where nobody says another: as many find
  /// +1 % in four of five cases.
  public static let usualPairs = 30

  /// A choice.
  public init(_ share: PlanShare, on machine: String) {
    self.share = share
    self.machine = machine
  }

  /// Makes a planned experiment one that this is a part of.
  /// - Parameters:
  ///   - seed: the one that was asked for; nil for one that all parts find by themselves.
  ///   - inPairs: whether its rounds are pairs, of which every machine needs two to know its own noise.
  /// - Throws: ``Refusal`` where there are too few rounds for so many parts.
  func deal(
    _ planned: inout Experiment, seed: UInt64?, on environment: Environment, inPairs: Bool
  ) throws {
    let fewest = inPairs ? PairedRatio.fewestPairs : 1
    let rounds = planned.rounds
    if rounds > 0, rounds / share.count < fewest, planned.decision == nil || inPairs {
      throw Refusal.tooManyParts(share.count, rounds: rounds, each: fewest)
    }
    planned.seed = seed ?? Self.seed(of: planned, parts: share.count)
    planned.partition = Partition(
      count: share.count,
      parts: [
        Partition.MachinePart(
          share, rounds: rounds, stories: planned.stories.map(\.name), on: machine, environment,
          builds: planned.builds, at: planned.startedAt)
      ], interim: share.interim)
  }

  /// The last place in the order of runs that belongs to parts before this one, none of which can have
  /// more runs than there is room for.
  /// - Parameter extra: the rounds of runs that are no pairs.
  func firstPosition(of experiment: Experiment, extra: Int) -> Int {
    // Pairs, those with a round more; runs alone; and counts where a gate asks for them.
    let rounds = experiment.rounds / share.count + 1 + extra + RepeatRule.runsWithoutPairs
    return (share.number - 1) * rounds * max(1, experiment.stories.count)
      * max(1, experiment.builds.count)
  }

  /// A seed that is the same for all parts of one plan, by SHA-256 of what they have in common.
  private static func seed(of planned: Experiment, parts: Int) -> UInt64 {
    let words =
      [planned.name, planned.scenario, "\(planned.rounds)", "\(parts)"]
      + planned.stories.map(\.name) + planned.builds.map(\.name)
    let digest = SHA256.digest(of: words.joined(separator: "\0"))
    // Below 2^63, as those that nobody chose.
    return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } & UInt64(Int64.max)
  }
}

extension Partition {
  /// The number of parts of the last interim analysis that could be taken; nil where none could.
  var undecidedAfter: Int? {
    decidedAfter == nil ? analyses.dropLast().last { missing(of: $0).isEmpty } : nil
  }
}
