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

  /// The result of a push or a pull.
  init(
    experiments: Int, runs: Int, known: Int, states: Int, leftOut: [String], notes: [String]
  ) {
    self.experiments = experiments
    self.runs = runs
    self.known = known
    self.states = states
    self.leftOut = leftOut
    self.notes = notes
  }
}
