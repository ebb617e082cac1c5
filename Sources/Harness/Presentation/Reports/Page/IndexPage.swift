import Analysis
import Foundation
import Recording
import Statistics
import Tables

/// The outcomes of several experiments, with links to their pages.
struct IndexPage {
  /// Each report and its page, relative to the index.
  let entries: [(report: Report, page: String)]
  /// The page reloads itself after this many seconds; nil for never.
  var reload: Int?

  private static let title = "Experiments"

  var html: String {
    HTMLPage(
      title: "\(Self.title) – Rehearse", reload: reload,
      body: HTML(joined: [
        HTML("header") {
          HTML("p", ["class": "kicker"]) { "Rehearse" }
          HTML("h1") { entries.count.counted("experiment", "experiments") }
        },
        HTML("main") { for entry in entries { entry.report.section(linkingTo: entry.page) } },
      ])
    ).text
  }

  var markdown: String {
    let parts = entries.map { report, page in
      let verdict = PageVerdict(report)
      let title = MarkdownText(report.analysis.experiment.title)
      return "## [\(title)](\(page))\n\n" + MarkdownText.list(verdict.sentences)
    }
    return (["# \(Self.title)"] + parts).joined(separator: "\n\n") + "\n"
  }
}

extension Report {
  /// Its outcome, below a link to its page.
  package func section(linkingTo page: String) -> HTML {
    let experiment = analysis.experiment
    return HTML("section") {
      HTML("p", ["class": "kicker"]) { "\(experiment.label) · \(experiment.startedAt.inWords)" }
      HTML("h2") { HTML("a", ["href": page]) { experiment.title } }
      PageVerdict(self).piece
    }
  }
}

extension Date {
  /// To the second, in UTC.
  package var inWords: String {
    formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " UTC")
  }
}

extension Experiment {
  /// Its number and name on one line.
  package var label: String { (number.map { "Experiment \($0)" } ?? "Experiment") + " · \(name)" }
}

/// The page over the parts of a report that is too long for one page: the overall outcome, where it changed,
/// and links to every story.
struct OverviewPage {
  let report: Report
  let parts: [ReportPart]
  /// A Boolean value indicating whether tables for programs are beside it.
  let hasTables: Bool
  /// The page reloads itself after this many seconds; nil for never.
  var reload: Int?

  /// The number of stories named beside their part; nobody would read a longer list.
  private static let namedStories = 10

  var html: String {
    let experiment = report.analysis.experiment
    return HTMLPage(
      title: "\(experiment.title) – Rehearse", reload: reload,
      body: HTML(joined: [
        HTML("header") {
          HTML("p", ["class": "kicker"]) { "\(experiment.label) · \(experiment.startedAt.inWords)" }
          report.opening
        },
        HTML("main") {
          HTML("section", ["id": "parts"]) {
            HTML("h2") { heading }
            for part in parts {
              HTML("h3") {
                HTML("a", ["href": "\(part.folder)/\(ReportFiles.page(.html))"]) { part.title }
              }
              HTML.list(sentences(of: part))
              changed(in: part)
            }
          }
          HTML("p") {
            "All measurements: measurements.csv; tables of all stories: the folder tables; both "
              + "are beside "
            "this page."
          }
        },
      ])
    ).text
  }

  var markdown: String {
    let verdict = PageVerdict(report)
    var blocks = ["# \(MarkdownText(report.analysis.experiment.title))"]
    blocks.append(MarkdownText.list(verdict.sentences))
    let findings = report.findings.map(\.description)
    if !findings.isEmpty { blocks.append("## Notes\n\n" + MarkdownText.list(findings)) }
    blocks.append("## \(MarkdownText(heading))")
    for part in parts {
      let page = "\(part.folder)/\(ReportFiles.page(.markdown))"
      blocks.append(
        "### [\(MarkdownText(part.title))](\(page))\n\n"
          + MarkdownText.list(sentences(of: part) + changedWords(in: part)))
    }
    blocks.append(
      "All measurements: [measurements.csv](measurements.csv); all statistics: "
        + "[statistics.md](statistics.md)"
        + (hasTables ? "; tables of all stories: [tables](tables)." : "."))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var heading: String { "\(report.analysis.stories.count) stories on \(parts.count) pages" }

  private func sentences(of part: ReportPart) -> [String] {
    let (runs, failed) = part.report.analysis.madeRuns
    var sentences = part.report.judgement.map { [Headline.sentence($0)] } ?? []
    if runs > 0 {
      sentences.append(
        failed > 0
          ? "\(failed) of \(runs) runs failed." : "All \(runs.counted("run", "runs")) passed.")
    }
    return sentences
  }

  /// The stories of a part that changed or failed.
  private func names(in part: ReportPart) -> [String] {
    let found = part.report.storiesWithFindings
    return part.report.analysis.stories.filter(found.contains)
  }

  private func changedWords(in part: ReportPart) -> [String] {
    let names = names(in: part)
    return names.isEmpty ? [] : ["Changed or failed: \(names.listed(atMost: Self.namedStories))."]
  }

  /// The same as links; nothing if there are none.
  private func changed(in part: ReportPart) -> HTML {
    let names = names(in: part)
    if names.isEmpty { return HTML(joined: []) }
    let more = names.count - Self.namedStories
    let anchors = StoryAnchors(part.report.analysis.stories)
    let page = "\(part.folder)/\(ReportFiles.page(.html))"
    return HTML("p", ["class": "changed"]) {
      "Changed or failed: "
      for story in names.prefix(Self.namedStories) {
        HTML("a", ["href": "\(page)#\(anchors[story] ?? "")"]) { story }
        " "
      }
      more > 0 ? "and \(more) more." : ""
    }
  }
}
