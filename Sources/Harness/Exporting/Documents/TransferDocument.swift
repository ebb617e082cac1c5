/// What was passed on to or from a team's database, as JSON.
public struct TransferDocument: Encodable {
  /// Experiments of which something was passed on.
  let experiments: Int
  let runs: Int
  /// Runs that were there already.
  let known: Int
  /// What was not passed on, and why: a sentence each.
  let leftOut: [String]

  /// What a push or a pull came to.
  public init(experiments: Int, runs: Int, known: Int, leftOut: [String]) {
    self.experiments = experiments
    self.runs = runs
    self.known = known
    self.leftOut = leftOut
  }
}
