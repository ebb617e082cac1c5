import Analysis
import Charts
import Foundation
import Metrics
import Recording
import Statistics
import Tables

/// An experiment as a page in one file: its outcome, pictures, tables, every value's source, and the raw
/// data.
struct ExperimentPage {
  let report: Report
  /// The pictures as `<svg>` elements, by their names.
  let drawings: [String: String]
  let groups: [ReportPictures]
  var omissions: [String] = []
  let files: [DataFile]
  /// The page reloads itself after this many seconds; nil for never.
  var reload: Int?

  var experiment: Experiment { report.analysis.experiment }

  func text() throws(TableError) -> String {
    let tables = try ReportTables(
      report, comparing: report.mainMetrics, layouts: Report.layoutMetrics)
    let sections = [
      section("failures", "Failed runs", tables.failures.map(piece)),
      section("verdicts", "Verdicts", tables.verdicts.map(piece)),
      section("explanations", "Where it comes from", explanations(tables)),
      section("pictures", "Pictures", pictures),
      section("results", "Tables", tables.results.map(piece)),
      section("stories", "Stories", stories(tables)),
      section("metrics", "Metrics", try metrics()),
      section("experiment", "Builds and machine", origin(tables)),
      section("again", "Measure it again", again),
    ].compactMap(\.self)
    return HTMLPage(
      title: "\(experiment.title) – Rehearse", reload: reload,
      body: HTML(joined: [
        header,
        menu(sections.map { ($0.id, $0.title) }),
        HTML("main") { sections.map(\.piece) },
        footer,
      ])
    ).text
  }

  /// A part of the page; nil if it would be empty.
  private func section(
    _ id: String, _ title: String, _ content: [HTML]
  ) -> (id: String, title: String, piece: HTML)? {
    guard !content.isEmpty else { return nil }
    let piece = HTML("section", ["id": id]) {
      HTML("h2") { title }
      content
    }
    return (id, title, piece)
  }

  private var footer: HTML {
    HTML("footer") {
      HTML("p") {
        "Made by Rehearse \(experiment.version) from experiment \(experiment.number ?? 0), "
        HTML("code") { experiment.name }
        ". What measurements can not show: see \(Metric.limitsPage)."
      }
    }
  }

  private var pictures: [HTML] {
    // A single story's pictures are shown with it.
    groups.filter { $0.kind != .typicalRuns }.map { group in
      HTML(joined: [
        HTML("h3") { group.kind.title },
        HTML(
          joined: group.pictures.enumerated().map { index, picture in
            // Many of one kind would hide what follows.
            index == 0 || group.pictures.count <= Self.shownPictures
              ? figure(picture)
              : HTML("details") {
                HTML("summary") { picture.chart.title }
                figure(picture)
              }
          }),
      ])
    } + (omissions.isEmpty ? [] : [HTML("h3") { "Pictures left out" }, .list(omissions)])
  }

  private static let shownPictures = 4

  func figure(_ picture: ReportPicture) -> HTML {
    HTML("figure", ["class": picture.chart is RatioChart ? "ratios" : nil]) {
      HTML(
        "div",
        [
          "class": "scroll chart", "tabindex": "0", "role": "group",
          "aria-label": picture.chart.title,
        ]
      ) { HTML(part: drawings[picture.name] ?? "") }
      HTML("figcaption") {
        HTML("details") {
          HTML("summary") { "In words" }
          HTML("p") { picture.chart.alternativeText }
        }
      }
    }
  }

  /// The verdict, before everything else.
  var header: HTML {
    HTML("header") {
      HTML("p", ["class": "kicker"]) { experiment.label }
      report.opening
      facts
    }
  }

  /// Links to the parts of the page, always in sight; a script shows the filter field.
  func menu(_ links: [(id: String, title: String)]) -> HTML {
    HTML("nav", ["aria-label": "Parts of this page"]) {
      HTML("div", ["class": "links"]) {
        for link in links { HTML("a", ["href": "#\(link.id)"]) { link.title } }
      }
      if experiment.stories.count > 1 {
        HTML("label", ["class": "filter", "hidden": ""]) {
          "Filter stories "
          HTML(empty: "input", ["type": "search", "id": "filter", "autocomplete": "off"])
          HTML("output", ["for": "filter"]) {}
        }
      }
    }
  }

  private var facts: HTML {
    var facts = [
      (experiment.source == .import ? "Imported" : "Measured", experiment.startedAt.inWords),
      ("Runs", "\(report.analysis.runs.count)"),
      ("Stories", "\(experiment.stories.count)"),
      ("Builds", experiment.builds.map(\.name).joined(separator: ", ")),
    ]
    if experiment.layouts > 1 { facts.append(("Layouts", "\(report.analysis.usedLayouts)")) }
    if let revision = experiment.measuredRevision {
      let branch = revision.branch.map { " on \($0)" } ?? ""
      facts.append(("Commit", revision.short + branch))
    }
    if let baseline = experiment.baselineRevision {
      let branch = baseline.branch.map { " (\($0))" } ?? ""
      facts.append(("Against", baseline.short + branch))
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
