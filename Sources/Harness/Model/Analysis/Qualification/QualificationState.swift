/// The known facts about the changes that a machine can detect, for a comparison made on it.
public enum QualificationState: Sendable, Hashable {
  /// It was never qualified for the scenario, or it was another machine then, or pairs were made one at a time: the
  /// last such experiment, and the differences.
  case missing(outdated: Outdated?)
  /// It was qualified by the experiment of this number.
  case valid(experiment: Int64)
  /// The experiment of this number measured it and found it unqualified, for these reasons.
  case unfit(experiment: Int64, advice: [QualificationAdvice])
  /// It was qualified, but these cells are much noisier now.
  case drifted(experiment: Int64, cells: [CellDrift])

  /// A qualification of another machine, or of this one in an earlier state or in another way.
  public struct Outdated: Sendable, Hashable {
    /// The experiment's number.
    public let experiment: Int64
    /// The differences, in words.
    public let differences: [String]

    /// Creates an outdated qualification.
    public init(experiment: Int64, differences: [String]) {
      self.experiment = experiment
      self.differences = differences
    }
  }
}
