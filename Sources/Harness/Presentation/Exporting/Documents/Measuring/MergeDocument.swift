import Experimenting
import Foundation
import Recording

/// The experiments combined from the parts of several machines, as JSON.
public struct MergeDocument: Encodable {
  let experiments: [ExperimentEntry]
  let taken: [TakenEntry]
  /// The reasons why files were refused, one sentence each.
  let refused: [String]

  struct ExperimentEntry: Encodable {
    let number: Int64?
    let name: String
    let parts: PartsDocument
  }

  /// The content of a file: a part, or a qualification.
  struct TakenEntry: Encodable {
    let experiment: String
    /// The part's number; omitted for a qualification.
    let part: Int?
    let machine: String?
    let runs: Int
    let wasThere: Bool
    let notes: [String]
  }

  /// The result of a call of `merge`.
  public init(experiments: [Experiment], taken: [MergeSession.Taken], refused: [String]) {
    self.experiments = experiments.compactMap { experiment in
      experiment.partition.map {
        ExperimentEntry(number: experiment.number, name: experiment.name, parts: PartsDocument($0))
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

/// The parts of an experiment that is divided among several machines, as JSON.
struct PartsDocument: Encodable {
  let count: Int
  /// A decision is possible after each group of this many parts; omitted if only all parts decide.
  let interim: Int?
  /// The number of parts after which it was decided; omitted until then, or if all parts decide.
  let decidedAfter: Int?
  /// The numbers of the needed parts that are missing.
  let missing: [Int]
  let there: [PartEntry]

  struct PartEntry: Encodable {
    let number: Int
    let machine: String
    let environment: Environment
    let firstRound: Int
    let lastRound: Int
    /// The stories whose unpaired runs it made.
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
