import Foundation
import GRDB
import Recording

extension ResultStore {
  /// Runs from ``runs(of:)``, with their profiles and their functions' work.
  /// - Throws: ``StoreError``, also if a profile is damaged.
  public func withProfiles(_ runs: [Run], of experiment: Int64) throws(StoreError) -> [Run] {
    let found = try read { db in try profiles(of: experiment, db) }
    return runs.map { run in
      var run = run
      (run.profile, run.work) = found[run.id.uuidString] ?? (nil, nil)
      return run
    }
  }

  /// The profiles and functions' work of an experiment's runs, by the runs' UUIDs.
  func profiles(
    of experiment: Int64, _ db: Database
  ) throws -> [String: (profile: Profile?, work: CallCounts?)] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT run.uuid, profile.profile, profile.work FROM profile JOIN run ON run.id = runId
        WHERE experimentNumber = ?
        """, arguments: [experiment])
    var found: [String: (profile: Profile?, work: CallCounts?)] = [:]
    while let row = try rows.next() {
      let profile: Profile? = try row.decodedIfAny("profile")
      let work: CallCounts? = try row.decodedIfAny("work")
      found[try row.value("uuid")] = (profile, work)
    }
    return found
  }
}
