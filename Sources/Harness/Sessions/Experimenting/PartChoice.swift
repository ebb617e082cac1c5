import Recording
import Scenarios
import Statistics

/// The part of an experiment that this machine makes.
public struct PartChoice: Sendable {
  /// The part's number, and the number of parts.
  public let share: PlanShare
  /// The machine's name among the others.
  public let machine: String

  /// The default number of pairs of each story, for all parts together: enough to find +1 % in four of five
  /// cases.
  public static let usualPairs = 30

  /// A choice.
  public init(_ share: PlanShare, on machine: String) {
    self.share = share
    self.machine = machine
  }

  /// Turns a planned experiment into this part of it, with a seed that all parts derive if none is given. If
  /// its rounds are pairs, every machine needs two to know its noise. The candidates are those of the whole call,
  /// nil if nothing is compared.
  /// - Throws: ``Refusal`` if there are too few rounds for this many parts.
  func deal(
    _ planned: inout Experiment, seed: UInt64?, on environment: Environment,
    candidates: [String]? = nil, inPairs: Bool
  ) throws {
    let fewest = inPairs ? PairedRatio.fewestPairs : 1
    let rounds = planned.rounds
    if rounds > 0, rounds / share.count < fewest, planned.decision == nil || inPairs {
      throw Refusal.tooManyParts(share.count, rounds: rounds, each: fewest)
    }
    planned.seed = seed ?? Self.seed(of: planned, candidates, parts: share.count)
    planned.partition = Partition(
      count: share.count,
      parts: [
        Partition.MachinePart(
          share, rounds: rounds, stories: planned.stories.map(\.name), on: machine, environment,
          builds: planned.builds, at: planned.startedAt)
      ], interim: share.interim, candidates: candidates)
  }

  /// The last place in the order of runs that earlier parts may use, with `extra` rounds of unpaired runs.
  /// None of them can have more runs.
  func firstPosition(of experiment: Experiment, extra: Int) -> Int {
    // Pairs, for parts with an extra round; lone runs; and counts if a gate needs them.
    let rounds = experiment.rounds / share.count + 1 + extra + RepeatRule.runsWithoutPairs
    return (share.number - 1) * rounds * max(1, experiment.stories.count)
      * max(1, experiment.builds.count)
  }

  /// A seed that is the same for all parts of one call, from SHA-256 of what they have in common. A candidate that is
  /// proven to be the baseline has no rounds, so their number is not part of it.
  private static func seed(of planned: Experiment, _ candidates: [String]?, parts: Int) -> UInt64 {
    let builds =
      candidates.map { [planned.decision?.baseline ?? ""] + $0 } ?? planned.builds.map(\.name)
    let words = [planned.name, planned.scenario, "\(parts)"] + planned.stories.map(\.name) + builds
    let digest = SHA256.digest(of: words.joined(separator: "\0"))
    // Below 2^63, like random seeds.
    return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } & UInt64(Int64.max)
  }
}

extension Partition {
  /// The number of parts at the last possible interim analysis; nil if none is possible.
  var undecidedAfter: Int? {
    decidedAfter == nil ? analyses.dropLast().last { missing(of: $0).isEmpty } : nil
  }
}
