import Analysis
import Experimenting
import Metrics
import Reports
import Tables

/// A metric over the experiments of a scenario: the tables and sentences of `rehearse history`, and the
/// chart.
struct HistoryPage {
  /// The reader's choices.
  struct Choice {
    /// All names, including those of experiments without one.
    let scenarios: [String]
    /// nil if there is none.
    let scenario: String?
    let metric: Metric
    /// The option by which a command finds the store: `" --store FILE"`, or empty for the usual one.
    let storeOption: String
  }

  private let choice: Choice
  private let found: StoredHistory?
  private let drawings: [(title: String, svg: String)]

  /// A page. `found` is nil if the store holds nothing. The drawings are `<svg>` elements, made by this program.
  init(_ choice: Choice, _ found: StoredHistory?, drawings: [(title: String, svg: String)]) {
    (self.choice, self.found, self.drawings) = (choice, found, drawings)
  }

  /// The page in HTML.
  /// - Throws: `TableError`.
  func html() throws(TableError) -> String {
    let tables = try tables()
    let renderer = HTMLTableRenderer()
    return SitePage(
      place: .history, title: "History",
      body: HTML(joined: [
        form,
        HTML.trends(trends),
        HTML("section") {
          for drawing in drawings {
            HTML("figure") {
              HTML(
                "div",
                [
                  "class": "scroll chart", "tabindex": "0", "role": "group",
                  "aria-label": drawing.title,
                ]
              ) { HTML(part: drawing.svg) }
            }
          }
          if let leftOut = HistoryText.leftOut(
            comparisons: found?.earlierComparisons ?? 0, others: found?.earlierExperiments ?? 0,
            in: choice.storeOption)
          {
            HTML("p") { leftOut }
          }
          HTML.leftOut(found?.leftOut ?? [])
          if tables.isEmpty {
            HTML("p") { nothing }
          }
          for (table, sentences) in tables {
            renderer.piece(table)
            HTML.list(sentences)
          }
        },
      ])
    ).html
  }

  private var form: HTML {
    HTML("form", ["class": "choice", "action": "/history", "method": "get"]) {
      HTML.choice("Scenario", name: "scenario", among: choice.scenarios, chosen: choice.scenario)
      HTML.choice(
        "Metric", name: "metric", among: Metric.all.map(\.id), chosen: choice.metric.id)
      HTML("button") { "Show" }
    }
  }

  /// The reason why there is no table.
  private var nothing: String {
    guard let scenario = choice.scenario else { return "Nothing was measured yet." }
    return "No experiment of '\(scenario)' that was read has the metric '\(choice.metric.id)'."
  }

  private var trends: [BranchTrend] {
    guard let found else { return [] }
    let anchored = found.anchored.map { BranchTrend.all(of: $0) } ?? []
    return anchored + BranchTrend.all(of: found.history)
  }

  private func tables() throws(TableError) -> [(Table, sentences: [String])] {
    guard let found else { return [] }
    var tables: [(Table, sentences: [String])] = []
    if let anchored = found.anchored {
      tables.append((try Table.anchored(anchored), HistoryText.sentences(anchored)))
    }
    if !found.comparisons.isEmpty {
      tables.append((try Table.comparisons(found.comparisons, of: found.history.metric), []))
    }
    if !found.history.series.isEmpty {
      tables.append((try Table.history(found.history), HistoryText.sentences(found.history)))
    }
    return tables
  }
}
