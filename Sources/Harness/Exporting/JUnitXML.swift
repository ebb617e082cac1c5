import Analysis
import Comparing
import Foundation
import Recording
import Reporting
import Rounding

/// JUnit's XML, as CI systems read it: a suite an experiment.
///
/// A comparison has a case for each gated cell: a regression is a failure, an app that crashed an
/// error; what is missing fails too, and what is inconclusive is skipped unless it is to fail. Another
/// experiment has a case for each story on each build, with an error where a run failed.
public enum JUnitXML {
  /// The file's text.
  public static func text(_ experiments: [ExportedExperiment]) -> String {
    let suites = experiments.enumerated().map { suite($1, id: $0) }
    return XMLElement(name: "testsuites", children: suites).document
  }

  private static func suite(_ exported: ExportedExperiment, id: Int) -> XMLElement {
    let experiment = exported.analysis.experiment
    let cases = exported.judgement.map { JUnitCase.all($0, exported) } ?? JUnitCase.all(exported)
    func count(_ kind: JUnitCase.Outcome.Kind) -> String {
      "\(cases.count { $0.outcome?.kind == kind })"
    }
    var attributes = [
      ("package", "rehearse"), ("id", "\(id)"), ("name", experiment.name),
      ("tests", "\(cases.count)"), ("failures", count(.failure)), ("errors", count(.error)),
      ("skipped", count(.skipped)),
    ]
    if let completedAt = experiment.completedAt {
      let elapsed = completedAt.timeIntervalSince(experiment.startedAt)
      // Stores keep milliseconds.
      attributes.append(("time", NumberFormat.decimals(3).string(for: max(0, elapsed))))
    }
    // In UTC; the format allows no zone.
    attributes.append(("timestamp", String(experiment.startedAt.formatted(.iso8601).dropLast())))
    // What the format wants where the host's name is not known.
    attributes.append(("hostname", "localhost"))
    return XMLElement(
      name: "testsuite", attributes: attributes.map { (name: $0.0, value: $0.1) },
      children: [properties(of: exported)] + cases.map { $0.element(in: experiment.name) }
        + [
          XMLElement(
            name: "system-out",
            text: exported.judgement.map { Headline.sentence($0) } ?? experiment.title),
          XMLElement(
            name: "system-err",
            text: (exported.judgement.map { Headline.warnings($0) }
              ?? exported.analysis.findings.map(\.description)).joined(separator: "\n")),
        ])
  }

  private static func properties(of exported: ExportedExperiment) -> XMLElement {
    let experiment = exported.analysis.experiment
    var properties = [
      ("title", experiment.title), ("rehearse-version", experiment.version),
      ("seed", "\(experiment.seed)"),
    ]
    if let number = experiment.number { properties.append(("experiment", "\(number)")) }
    if let judgement = exported.judgement {
      properties += [("baseline", judgement.baseline), ("candidate", judgement.candidate)]
    }
    if let revision = experiment.revision { properties.append(("commit", revision.marked)) }
    return XMLElement(
      name: "properties",
      children: properties.map {
        XMLElement(name: "property", attributes: [("name", $0.0), ("value", $0.1)])
      })
  }
}
