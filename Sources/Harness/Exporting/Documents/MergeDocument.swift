import Experimenting
import Foundation
import Recording

/// What was put together from the parts of several machines, as JSON.
public struct MergeDocument: Encodable {
  let experiments: [ExperimentEntry]
  let taken: [TakenEntry]
  /// Why files were refused, a sentence each.
  let refused: [String]

  /// An experiment, and which of its parts are there.
  struct ExperimentEntry: Encodable {
    let number: Int64?
    let name: String
    let parts: PartsDocument
  }

  /// What a file held: a part, or a qualification.
  struct TakenEntry: Encodable {
    let experiment: String
    /// The part's number; left out of a qualification.
    let part: Int?
    let machine: String?
    let runs: Int
    let wasThere: Bool
    let notes: [String]
  }

  /// What a call of `merge` came to.
  public init(experiments: [Experiment], taken: [MergeSession.Taken], refused: [String]) {
    self.experiments = experiments.compactMap { experiment in
      experiment.partition.map {
        ExperimentEntry(
          number: experiment.number, name: experiment.name, parts: PartsDocument($0))
      }
    }
    self.taken = taken.map {
      TakenEntry(
        experiment: $0.experiment.name, part: $0.part?.number, machine: $0.part?.machine,
        runs: $0.runs, wasThere: $0.wasThere, notes: $0.notes)
    }
    self.refused = refused
  }
}

/// The parts of an experiment that is dealt to several machines, as JSON.
struct PartsDocument: Encodable {
  let count: Int
  /// After each so many parts it may be decided; left out where only all parts decide.
  let interim: Int?
  /// After how many parts it was decided; left out where all parts decide, and before.
  let decidedAfter: Int?
  /// The numbers of the parts that are needed and not there.
  let missing: [Int]
  let there: [PartEntry]

  /// One machine's share.
  struct PartEntry: Encodable {
    let number: Int
    let machine: String
    let environment: Environment
    let firstRound: Int
    let lastRound: Int
    /// The stories of which it made all runs that are no pairs.
    let stories: [String]
    let startedAt: Date
    let completedAt: Date?
  }

  init(_ partition: Partition) {
    count = partition.count
    interim = partition.interim
    decidedAfter = partition.decidedAfter
    missing = partition.missing
    there = partition.parts.map {
      PartEntry(
        number: $0.number, machine: $0.machine, environment: $0.environment,
        firstRound: $0.firstRound, lastRound: $0.lastRound, stories: $0.stories,
        startedAt: $0.startedAt, completedAt: $0.completedAt)
    }
  }
}
