import Analysis
import Metrics
import Recording
import Reports
import Scenarios
import Tables

/// Workflow commands that GitHub shows beside the scenario's lines: an error for a failure, a warning for an
/// unknown result.
///
/// GitHub shows about ten of a kind for a step, so if there are more, the tenth says how many are omitted.
/// Source: <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.
public enum GitHubAnnotations {
  static let maximumOfAKind = 10

  private enum Level: String, CaseIterable { case error, warning }

  private struct Annotation {
    let level: Level
    var line: Int?
    let title: String
    let text: String
  }

  /// The commands, one per line; empty if all is well.
  public static func text(_ experiments: [ExportedExperiment]) -> String {
    let all = experiments.flatMap { exported in
      annotations(exported).map { (annotation: $0, file: exported.scenarioFile) }
    }
    return Level.allCases.flatMap { level -> [String] in
      let ofLevel = all.filter { $0.annotation.level == level }
      guard ofLevel.count > maximumOfAKind else { return ofLevel.map { command($0, file: $1) } }
      let rest = ofLevel.count - maximumOfAKind + 1
      let more = Annotation(
        level: level, title: "And \(rest) more",
        text: "GitHub shows \(maximumOfAKind) of a kind; the job's summary has all.")
      return ofLevel.prefix(maximumOfAKind - 1).map { command($0, file: $1) }
        + [command(more, file: ofLevel[0].file)]
    }.map { $0 + "\n" }.joined()
  }

  private static func annotations(_ exported: ExportedExperiment) -> [Annotation] {
    let places = ScenarioPlaces(of: exported.analysis.experiment.scenario)
    guard let judgement = exported.judgement else {
      return JUnitCase.all(exported).compactMap { entry in
        entry.outcome.map {
          Annotation(
            level: .error, line: places?.line(of: nil, story: entry.story),
            title: "\(entry.story) on \(entry.name)", text: $0.message)
        }
      }
    }
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map {
      Annotation(
        level: .error, line: places?.line(of: nil, story: $0.story), title: $0.story,
        text: $0.sentence)
    }
    return ungated
      + judgement.gated.compactMap { cell in
        level(of: cell, isStrict: exported.isStrict).map {
          Annotation(
            level: $0, line: places?.line(of: cell.gate, story: cell.name.story),
            title: "\(cell.name.metric.title) of \(cell.name.story): \(cell.verdictText)",
            text: cell.sentence)
        }
      }
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

  private static func command(_ annotation: Annotation, file: String?) -> String {
    var properties: [(String, String)] = []
    if let file {
      properties.append(("file", file))
      // Without a place of its own it is at the file's beginning.
      properties.append(("line", "\(annotation.line ?? 1)"))
    }
    properties.append(("title", annotation.title))
    let words = properties.map { "\($0)=\(property($1))" }.joined(separator: ",")
    return "::\(annotation.level.rawValue) \(words)::\(data(annotation.text))"
  }

  /// A line break would end the command, and a colon or comma the property.
  private static func property(_ text: String) -> String {
    data(text).escaped([":": "%3A", ",": "%2C"])
  }

  /// PlainLine leaves no line breaks, so `%0A` and `%0D` are not needed.
  private static func data(_ text: String) -> String {
    PlainLine(text).description.escaped(["%": "%25"])
  }
}
