import Recording

/// Something beside the app that differs between two experiments, so that a change of figures
/// between them need not be the app's.
public enum HistoryBreak: Sendable, Hashable {
  /// Another processor, by its own name.
  case processor(before: String, after: String)
  /// Another number of CPUs.
  case processors(before: Int, after: Int)
  /// Another architecture.
  case architecture(before: String, after: String)
  /// Another kernel.
  case kernel(before: String, after: String)
  /// The machine of one is known, and that of the other is not, as in imports.
  case unknownMachine
  /// The scenario's file was edited.
  case scenario

  /// All that differs from one experiment to a later one.
  public static func between(_ before: Experiment, _ after: Experiment) -> [HistoryBreak] {
    // Imports and whole commands have no scenario that could have been edited.
    let texts = Set([before.scenario, after.scenario].filter { !$0.isEmpty })
    return machine(before.environment, after.environment) + (texts.count > 1 ? [.scenario] : [])
  }

  private static func machine(_ before: Environment?, _ after: Environment?) -> [HistoryBreak] {
    guard let before, let after else {
      return (before == nil) == (after == nil) ? [] : [.unknownMachine]
    }
    var breaks: [HistoryBreak] = []
    if before.processor != after.processor {
      breaks.append(.processor(before: before.processor, after: after.processor))
    }
    if before.processors != after.processors {
      breaks.append(.processors(before: before.processors, after: after.processors))
    }
    if before.architecture != after.architecture {
      breaks.append(.architecture(before: before.architecture, after: after.architecture))
    }
    if before.kernel != after.kernel {
      breaks.append(.kernel(before: before.kernel, after: after.kernel))
    }
    return breaks
  }

  /// Whether it is the machine that differs, or may differ.
  public var isOfMachine: Bool { self != .scenario }

  /// What differs, in words.
  public var description: String {
    switch self {
    case .processor(let before, let after): "processor \(after), before \(before)"
    case .processors(let before, let after): "\(after) CPUs, before \(before)"
    case .architecture(let before, let after): "architecture \(after), before \(before)"
    case .kernel(let before, let after): "kernel \(after), before \(before)"
    case .unknownMachine: "another machine, perhaps: one of the two is not known"
    case .scenario: "the scenario's file was edited"
    }
  }
}
