/// What was passed on to or from a team's database, as JSON.
struct TransferDocument: Encodable {
  /// Experiments of which something was passed on.
  let experiments: Int
  let runs: Int
  /// Runs that were there already.
  let known: Int
  /// States of regressions that were passed on.
  let states: Int
  /// Experiments that were not passed on, and why: a sentence each.
  let leftOut: [String]
  /// What is to be known of states: a sentence each.
  let notes: [String]

  /// What a push or a pull came to.
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
