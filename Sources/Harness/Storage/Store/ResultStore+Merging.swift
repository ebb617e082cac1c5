import Foundation
import GRDB
import Recording

extension ResultStore {
  /// The right to merge parts into the store, held by one process at a time: otherwise two could
  /// merge the same part at once.
  /// - Throws: ``StoreError/beingMerged(path:)``.
  public func claimMerging() throws(StoreError) -> ExperimentClaim {
    do throws(StoreError) {
      // No experiment has this number.
      return try ExperimentClaim(of: 0, in: path)
    } catch .beingMeasured {
      throw .beingMerged(path: path)
    }
  }

  /// Stores runs from another machine, or from a file, in full or not at all: with their steps, samples and
  /// measurements, under their permanent identifiers. The experiment is new if it has no number.
  /// - Returns: the experiment with its number.
  /// - Throws: ``StoreError``.
  public func merge(_ runs: [Run], into experiment: Experiment) throws(StoreError) -> Experiment {
    try write { db in
      var experiment = experiment
      if let number = experiment.number {
        try db.change(
          number,
          [
            "partition": try experiment.partition.map(json),
            "environment": try experiment.environment.map(json),
            "decision": try experiment.decision.map(json),
            "startedAt": experiment.startedAt.stored, "completedAt": experiment.completedAt?.stored,
          ])
      } else {
        experiment = try insert(experiment, db)
      }
      for run in runs { try insert(whole: run, into: experiment.number ?? 0, db) }
      return experiment
    }
  }

  /// The runs among these that are already stored, in any experiment.
  /// - Throws: ``StoreError``.
  public func stored(among runs: [Run]) throws(StoreError) -> Set<UUID> {
    try read { db in
      var found: Set<UUID> = []
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM run WHERE uuid = ?")
      for run in runs
      where try Bool.fetchOne(statement, arguments: [run.id.uuidString]) == true {
        found.insert(run.id)
      }
      return found
    }
  }
}
