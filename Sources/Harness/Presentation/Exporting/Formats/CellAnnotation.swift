import Analysis
import Metrics
import Recording
import Reports
import Scenarios

/// A sentence about a cell, or a whole experiment, that fails or is unknown, for a line of the scenario's file.
struct CellAnnotation {
  enum Level: String, CaseIterable { case error, warning }

  let level: Level
  /// The line in the scenario's file; nil if it has none of its own.
  var line: Int?
  let title: String
  let text: String
  /// The metric, or else `story`, or `comparison` or `experiment` for the whole of it.
  let check: String
  /// The subject, equal in each run: the story, and its step or its build, or what the whole lacks.
  let subject: [String]

  /// The annotations of an experiment in a file of several; empty if all is well. All candidates of a call have the
  /// experiment's name in common, so each is named if there are several.
  static func all(
    _ exported: ExportedExperiment, among experiments: [ExportedExperiment]
  ) -> [CellAnnotation] {
    let found = all(exported)
    guard let candidate = exported.judgement?.candidate,
      experiments.count(where: { $0.judgement != nil }) > 1
    else { return found }
    return found.map {
      CellAnnotation(
        level: $0.level, line: $0.line, title: $0.title, text: "\(candidate): \($0.text)",
        check: $0.check, subject: $0.subject + [candidate])
    }
  }

  private static func all(_ exported: ExportedExperiment) -> [CellAnnotation] {
    let places = ScenarioPlaces(of: exported.analysis.experiment.scenario)
    let ofWhole = JUnitCase.ofWhole(exported).compactMap {
      CellAnnotation(
        $0, title: "\($0.story): \($0.name)",
        check: exported.judgement == nil ? "experiment" : "comparison")
    }
    guard let judgement = exported.judgement else {
      return ofWhole
        + JUnitCase.ofStories(exported).compactMap {
          CellAnnotation(
            $0, line: places?.line(of: nil, story: $0.story), title: "\($0.story) on \($0.name)",
            check: "story")
        }
    }
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map {
      CellAnnotation(
        level: .error, line: places?.line(of: nil, story: $0.story), title: $0.story,
        text: $0.sentence, check: "story", subject: [$0.story])
    }
    let ofCells = judgement.gated.compactMap { cell -> CellAnnotation? in
      // A missing baseline was either known before, or must be reported.
      if case .new(since: nil) = cell.outcome { return nil }
      guard let outcome = JUnitCase.outcome(of: cell, exported) else { return nil }
      return CellAnnotation(
        level: outcome.level, line: places?.line(of: cell.gate, story: cell.name.story),
        title: "\(cell.name.metric.title) of \(cell.name.story): \(cell.verdictText)",
        text: cell.sentence, check: cell.name.metric.id, subject: subject(of: cell))
    }
    return ungated + ofWhole + ofCells
  }

  private static func subject(of cell: JudgedCell) -> [String] {
    var subject = [cell.name.story]
    if let step = cell.name.step { subject.append("step \(step.position)") }
    if cell.gate?.isBudget == true { subject.append("budget") }
    return subject
  }
}

extension CellAnnotation {
  /// The reason why a case does not pass; nil if it passes.
  fileprivate init?(_ entry: JUnitCase, line: Int? = nil, title: String, check: String) {
    guard let outcome = entry.outcome else { return nil }
    self.init(
      level: outcome.level, line: line, title: title, text: outcome.message, check: check,
      subject: [entry.story, entry.name])
  }
}

extension JUnitCase.Outcome {
  fileprivate var level: CellAnnotation.Level { kind == .skipped ? .warning : .error }
}
