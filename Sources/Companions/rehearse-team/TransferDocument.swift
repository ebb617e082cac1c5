/// A transfer to or from a team's database, as JSON.
struct TransferDocument: Encodable {
  /// Experiments with transferred data.
  let experiments: Int
  let runs: Int
  /// Runs that were already there.
  let known: Int
  /// Transferred states of regressions.
  let states: Int
  /// Experiments that were not transferred, and why: one sentence each.
  let leftOut: [String]
  /// Notes on states, one sentence each.
  let notes: [String]
}
