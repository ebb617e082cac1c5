/// Whether what a machine can tell apart is known, for a comparison made on it.
public enum QualificationState: Sendable, Hashable {
  /// It was never qualified for the scenario, or was another machine then: the last such experiment,
  /// and what differs.
  case missing(outdated: Outdated?)
  /// It was, in the experiment of this number.
  case valid(experiment: Int64)
  /// It was measured in the experiment of this number, and is not qualified by that: the bad news.
  case unfit(experiment: Int64, advice: [QualificationAdvice])
  /// It was, but these cells are much noisier now.
  case drifted(experiment: Int64, cells: [CellDrift])

  /// A qualification of another machine, or of this one as it was.
  public struct Outdated: Sendable, Hashable {
    /// The experiment's number.
    public let experiment: Int64
    /// What differs, in words.
    public let differences: [String]

    /// An outdated qualification.
    public init(experiment: Int64, differences: [String]) {
      self.experiment = experiment
      self.differences = differences
    }
  }
}
