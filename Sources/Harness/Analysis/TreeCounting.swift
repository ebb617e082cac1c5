/// How the processes were counted that drivers started.
public enum TreeCounting: Sendable, Equatable {
  /// By a control group in all runs.
  case byGroup
  /// Without one in some runs, because it was refused, for these reasons.
  case refused([String])
  /// Without one on purpose, because the runs were sides of duets.
  case duets

  /// How, and what that leaves unknown.
  public var description: String {
    switch self {
    case .byGroup: "A control group counted them."
    case .refused(let reasons):
      "No control group could be made to count them (that mostly takes root): \(Self.unknown)"
        + (reasons.isEmpty ? "" : " There was \(reasons.joined(separator: "; ")).")
    case .duets:
      "Pairs that run at once are in no control group, because the kernel would share the CPU out "
        + "between groups first: \(Self.unknown)"
    }
  }

  private static let unknown =
    "what short ones used is known to 20 ms, their memory only if it was sampled."
}
