import Analysis
import Foundation
import Recording
import Reporting

extension ExperimentPage {
  /// What it came to, before all else.
  func header(links: [(id: String, title: String)]) -> HTML {
    let verdict = PageVerdict(report)
    let findings = report.findings
    return HTML("header") {
      HTML("p", ["class": "kicker"]) { kicker }
      HTML("h1") { experiment.title }
      HTML("div", ["class": classes("verdict", verdict.tone)]) {
        HTML("p") { verdict.sentence }
        if !verdict.remarks.isEmpty { list(verdict.remarks) }
      }
      if !verdict.statements.isEmpty {
        HTML("div", ["class": "tiles"]) { verdict.statements.map(tile) }
      }
      if !findings.isEmpty {
        HTML("div", ["class": "findings"]) {
          HTML("h2") { "To know" }
          list(findings.map(\.description))
        }
      }
      facts
      HTML("nav", ["aria-label": "Parts of this page"]) {
        for link in links { HTML("a", ["href": "#\(link.id)"]) { link.title } }
      }
    }
  }

  private var kicker: String {
    let number = experiment.number.map { "Experiment \($0)" } ?? "Experiment"
    return "\(number) · \(experiment.name)"
  }

  private func tile(_ statement: Headline.Statement) -> HTML {
    HTML("div", ["class": classes("tile", statement.tone)]) {
      HTML("p", ["class": "subject"]) { statement.subject }
      HTML("p", ["class": "figure"]) { statement.figure }
      if let interval = statement.interval { HTML("p", ["class": "interval"]) { interval } }
      if let remark = statement.remark { HTML("p", ["class": "interval"]) { remark } }
    }
  }

  private var facts: HTML {
    var facts = [
      (experiment.source == .import ? "Imported" : "Measured", experiment.startedAt.formatted(.iso8601)),
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
      facts.append(("Machine", "\(machine.processor), \(machine.processors.counted("CPU", "CPUs"))"))
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

  private func classes(_ name: String, _ tone: Table.Cell.Tone) -> String {
    [name, tone.className].compactMap(\.self).joined(separator: " ")
  }

  func list(_ sentences: [String]) -> HTML {
    HTML("ul") { for sentence in sentences { HTML("li") { sentence } } }
  }
}
