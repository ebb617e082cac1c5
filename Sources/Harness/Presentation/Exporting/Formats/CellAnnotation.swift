import Analysis
import Metrics
import Recording
import Reports
import Scenarios

/// A sentence about a cell, or a whole comparison, that fails or is unknown, for a line of the scenario's file.
struct CellAnnotation {
  /// How grave it is.
  enum Level: String, CaseIterable { case error, warning }

  let level: Level
  /// The line in the scenario's file; nil if it has none of its own.
  var line: Int?
  let title: String
  let text: String
  /// The metric, or else `story`, or `comparison`.
  let check: String
  /// The subject, equal in each run: the story, and its step or its build, or what the whole comparison lacks.
  let subject: [String]

  /// The annotations of an experiment; empty if all is well.
  static func all(_ exported: ExportedExperiment) -> [CellAnnotation] {
    let places = ScenarioPlaces(of: exported.analysis.experiment.scenario)
    guard let judgement = exported.judgement else {
      return JUnitCase.all(exported).compactMap { entry in
        entry.outcome.map {
          CellAnnotation(
            level: .error, line: places?.line(of: nil, story: entry.story),
            title: "\(entry.story) on \(entry.name)", text: $0.message, check: "story",
            subject: [entry.story, entry.name])
        }
      }
    }
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map {
      CellAnnotation(
        level: .error, line: places?.line(of: nil, story: $0.story), title: $0.story,
        text: $0.sentence, check: "story", subject: [$0.story])
    }
    let ofWhole = JUnitCase.ofWhole(judgement, exported).compactMap { entry in
      entry.outcome.map {
        CellAnnotation(
          level: $0.kind == .skipped ? .warning : .error, title: "\(entry.story): \(entry.name)",
          text: $0.message, check: "comparison", subject: [entry.story, entry.name])
      }
    }
    return ungated + ofWhole
      + judgement.gated.compactMap { cell in
        level(of: cell, isStrict: exported.isStrict).map {
          CellAnnotation(
            level: $0, line: places?.line(of: cell.gate, story: cell.name.story),
            title: "\(cell.name.metric.title) of \(cell.name.story): \(cell.verdictText)",
            text: cell.sentence, check: cell.name.metric.id, subject: subject(of: cell))
        }
      }
  }

  private static func subject(of cell: JudgedCell) -> [String] {
    var subject = [cell.name.story]
    if let step = cell.name.step { subject.append("step \(step.position)") }
    if cell.gate?.isBudget == true { subject.append("budget") }
    return subject
  }

  private static func level(of cell: JudgedCell, isStrict: Bool) -> Level? {
    switch cell.outcome {
    case .failed, .failedOnBoth, .differing, .unmeasured, .missing: .error
    // A missing baseline was either known before, or must be reported.
    case .new(let reason): reason == nil ? nil : .warning
    case .proven: nil
    case .judged(let result):
      switch result.verdict {
      case .improved, .unchanged, .withinGate: nil
      case .regressed: .error
      case .inconclusive: isStrict ? .error : .warning
      }
    }
  }
}
