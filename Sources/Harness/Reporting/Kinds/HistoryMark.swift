import Analysis
import Recording

/// What a row of a history has to tell beside its figures, as a letter.
enum HistoryMark: CaseIterable {
  case incomplete
  case machine
  case build
  case scenario

  /// The marks of an experiment.
  static func all(of point: HistoryPoint) -> [HistoryMark] {
    var marks: [HistoryMark] = []
    if point.experiment.completedAt == nil { marks.append(.incomplete) }
    if point.breaks.contains(where: \.isOfMachine) { marks.append(.machine) }
    if point.breaks.contains(where: \.isOfBuild) { marks.append(.build) }
    if point.breaks.contains(.scenario) { marks.append(.scenario) }
    return marks
  }

  var letter: Character {
    switch self {
    case .incomplete: "i"
    case .machine: "m"
    case .build: "b"
    case .scenario: "s"
    }
  }

  var meaning: String {
    switch self {
    case .incomplete: "incomplete, stopped early or still running"
    case .machine: "another machine or kernel than the row before"
    case .build: "another compiler or other flags than the row before"
    case .scenario: "another text of the scenario's file than the row before"
    }
  }
}
