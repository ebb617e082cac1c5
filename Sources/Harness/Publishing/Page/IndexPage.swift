import Analysis
import Foundation
import Recording
import Reporting

/// What several experiments came to, with links to their pages.
struct IndexPage {
  /// A report and the page that is linked to, relative to the index.
  let entries: [(report: Report, page: String)]
  /// After how many seconds it loads itself again; nil for never.
  var reload: Int?

  static let title = "Experiments"

  /// The page in HTML.
  var html: String {
    HTMLPage(
      title: "\(Self.title) – Rehearse", reload: reload,
      body: HTML(joined: [
        HTML("header") {
          HTML("p", ["class": "kicker"]) { "Rehearse" }
          HTML("h1") { entries.count.counted("experiment", "experiments") }
        },
        HTML("main") { for entry in entries { section(entry.report, entry.page) } },
      ])
    ).text
  }

  /// The page in Markdown.
  var markdown: String {
    let parts = entries.map { report, page in
      let verdict = PageVerdict(report)
      let sentences =
        [verdict.sentence] + verdict.statements.map(\.sentence) + verdict.remarks
      let title = MarkdownText(report.analysis.experiment.title)
      return "## [\(title)](\(page))\n\n"
        + sentences.map { "- \(MarkdownText($0))" }.joined(separator: "\n")
    }
    return (["# \(Self.title)"] + parts).joined(separator: "\n\n") + "\n"
  }

  private func section(_ report: Report, _ page: String) -> HTML {
    let experiment = report.analysis.experiment
    return HTML("section") {
      HTML("p", ["class": "kicker"]) {
        "\(experiment.label) · \(experiment.startedAt.inWords)"
      }
      HTML("h2") { HTML("a", ["href": page]) { experiment.title } }
      PageVerdict(report).piece
    }
  }
}

extension Date {
  /// To the second, in the time zone that is everybody's.
  var inWords: String {
    formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " UTC")
  }
}

extension Experiment {
  /// Its number and name in a line.
  var label: String { (number.map { "Experiment \($0)" } ?? "Experiment") + " · \(name)" }
}
