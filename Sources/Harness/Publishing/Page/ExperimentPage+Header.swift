import Analysis
import Foundation
import Recording
import Reporting

extension ExperimentPage {
  /// What it came to, before all else.
  func header(links: [(id: String, title: String)]) -> HTML {
    let findings = report.findings
    return HTML("header") {
      HTML("p", ["class": "kicker"]) { experiment.label }
      HTML("h1") { experiment.title }
      PageVerdict(report).piece
      if !findings.isEmpty {
        HTML("div", ["class": "findings"]) {
          HTML("h2") { "To know" }
          HTML.list(findings.map(\.description))
        }
      }
      facts
      HTML("nav", ["aria-label": "Parts of this page"]) {
        for link in links { HTML("a", ["href": "#\(link.id)"]) { link.title } }
      }
    }
  }

  private var facts: HTML {
    var facts = [
      (
        experiment.source == .import ? "Imported" : "Measured",
        experiment.startedAt.inWords
      ),
      ("Runs", "\(report.analysis.runs.count)"),
      ("Stories", "\(experiment.stories.count)"),
      ("Builds", experiment.builds.map(\.name).joined(separator: ", ")),
    ]
    if experiment.layouts > 1 { facts.append(("Layouts", "\(report.analysis.usedLayouts)")) }
    if experiment.source.isMeasured { facts.append(("Seed", "\(experiment.seed)")) }
    if let revision = experiment.revision {
      let branch = revision.branch.map { " on \($0)" } ?? ""
      facts.append(("Commit", revision.short + branch))
    }
    if let machine = experiment.environment {
      facts.append(
        ("Machine", "\(machine.processor), \(machine.processors.counted("CPU", "CPUs"))"))
    }
    return HTML("dl", ["class": "facts"]) {
      for fact in facts {
        HTML("div") {
          HTML("dt") { fact.0 }
          HTML("dd") { fact.1 }
        }
      }
    }
  }
}
