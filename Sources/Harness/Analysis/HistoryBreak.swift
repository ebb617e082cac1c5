import Recording

/// Something beside the app's source that differs between two experiments, so that a change of figures
/// between them need not be the app's.
public enum HistoryBreak: Sendable, Hashable {
  /// Something of the machine.
  case machine(RecordDifference)
  /// The machine of one is known, and that of the other is not, as in imports.
  case unknownMachine
  /// A build's compiler or flags.
  case build(RecordDifference)
  /// The scenario's file was edited.
  case scenario

  /// All that differs from one experiment to a later one.
  /// - Parameter build: the build whose figures these are; nil for all that both have.
  public static func between(
    _ before: Experiment, _ after: Experiment, build: String? = nil
  ) -> [HistoryBreak] {
    // Imports and whole commands have no scenario that could have been edited.
    let texts = Set([before.scenario, after.scenario].filter { !$0.isEmpty })
    let builds = after.builds.filter { build == nil || $0.name == build }.flatMap { record in
      before.builds.first { $0.name == record.name }.map(record.differences) ?? []
    }
    return machine(before.environment, after.environment) + builds.map(Self.build)
      + (texts.count > 1 ? [.scenario] : [])
  }

  private static func machine(_ before: Environment?, _ after: Environment?) -> [HistoryBreak] {
    guard let before, let after else {
      return (before == nil) == (after == nil) ? [] : [.unknownMachine]
    }
    return after.differences(from: before).map(Self.machine)
  }

  /// Whether it is the machine that differs, or may differ.
  public var isOfMachine: Bool {
    switch self {
    case .machine, .unknownMachine: true
    case .build, .scenario: false
    }
  }

  /// Whether it is what a build is made by.
  public var isOfBuild: Bool {
    if case .build = self { true } else { false }
  }

  /// What differs, in words.
  public var description: String {
    switch self {
    case .machine(let difference), .build(let difference): difference.description
    case .unknownMachine: "another machine, perhaps: one of the two is not known"
    case .scenario: "the scenario's file was edited"
    }
  }
}
