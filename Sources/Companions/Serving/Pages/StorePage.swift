import Analysis
import Experimenting
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// The open regressions and the outcomes of a store's latest experiments, with links to their reports.
struct StorePage {
  struct ListedExperiment: Sendable {
    let row: HTML

    /// A judged experiment. `page` is the path of its report.
    init(report: Report, page: String) {
      let verdict = PageVerdict(report)
      let experiment = report.analysis.experiment
      // Until all runs are there, verdicts may still change.
      let isOpen =
        report.judgement != nil && experiment.completedAt == nil && experiment.source != .stored
      row = Self.row(
        experiment, page: page, isOpen ? "Not complete" : verdict.word,
        ([verdict.sentence] + verdict.statements.map(\.sentence)).joined(separator: " "),
        tone: isOpen ? .caution : verdict.tone)
    }

    /// An experiment without a report, and the refusal to make one. `page` is the path where it would be.
    init(refused experiment: Experiment, by refusal: Refusal, page: String) {
      row = Self.row(experiment, page: page, "No report", "\(refusal)", tone: .caution)
    }

    /// An experiment that is not judged yet. `page` is the path of its report.
    init(unread experiment: Experiment, page: String) {
      row = Self.row(
        experiment, page: page, "Not judged yet", "This page reloads itself.", tone: .neutral)
    }

    /// Its name and time, and its outcome: the word, then the sentence. Two columns fit on a phone.
    private static func row(
      _ experiment: Experiment, page: String, _ word: String, _ sentence: String,
      tone: Table.Cell.Tone
    ) -> HTML {
      HTML("tr") {
        HTML("th", ["scope": "row"]) {
          HTML("a", ["href": page]) { experiment.title }
          HTML("p", ["class": "note"]) { "\(experiment.label) · \(experiment.startedAt.inWords)" }
        }
        HTML("td", ["class": tone.className]) {
          word
          HTML("p", ["class": "note"]) { sentence }
        }
      }
    }
  }

  private let open: [TrackedRegression]?
  private let leftOut: [Experiment]
  private let entries: [ListedExperiment]
  private let count: Int
  private let older: String?
  private let reload: Int?

  /// A page.
  /// - Parameters:
  ///   - open: the open regressions; nil if they are not known yet.
  ///   - leftOut: the checks that can't be judged.
  ///   - entries: the experiments shown, latest first.
  ///   - count: the number of experiments in the store.
  ///   - older: the path of the previous ones; nil if there are none.
  ///   - reload: the page reloads itself after this many seconds; nil for never.
  init(
    open: [TrackedRegression]?, leftOut: [Experiment], entries: [ListedExperiment], count: Int,
    older: String?, reload: Int? = nil
  ) {
    self.leftOut = leftOut
    (self.open, self.entries, self.count, self.older) = (open, entries, count, older)
    self.reload = reload
  }

  /// The open regressions, the latest first; nothing if there are none.
  private var regressions: HTML {
    guard let open else {
      return HTML("p") { "Open regressions are not known yet; this page reloads itself." }
    }
    if open.isEmpty { return HTML(joined: []) }
    return HTML("section") {
      HTML("h2") {
        HTML("a", ["href": SitePage.Section.regressions.rawValue]) {
          open.count.counted("open regression", "open regressions")
        }
      }
      HTML("ul") {
        for regression in open.prefix(Self.mostOpen) {
          HTML("li") {
            "\(regression.scenario), \(regression.cell.title): "
            HTML("span", ["class": Table.Cell.Tone.bad.className]) {
              regression.result.value.words(in: regression.cell.metric.unit)
            }
          }
        }
        if open.count > Self.mostOpen { HTML("li") { "and \(open.count - Self.mostOpen) more" } }
      }
    }
  }

  /// The page of regressions has all.
  private static let mostOpen = 10

  private var table: HTML {
    HTML("section", ["class": "experiments"]) {
      HTML("div", ["class": "table"]) {
        HTML(
          "div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Experiments"]
        ) {
          HTML("table") {
            HTML("caption") { "Experiments, the latest first" }
            HTML("thead") {
              HTML("tr") {
                for title in ["Experiment", "Verdict"] {
                  HTML("th", ["scope": "col"]) { title }
                }
              }
            }
            HTML("tbody") { HTML(joined: entries.map(\.row)) }
          }
        }
      }
    }
  }

  var html: String {
    SitePage(
      place: .experiments, title: count.counted("experiment", "experiments"), reload: reload,
      body: HTML(joined: [
        regressions,
        HTML.leftOut(leftOut),
        entries.isEmpty ? HTML("p") { "Nothing was measured yet." } : table,
        HTML(
          joined: older.map { path in [HTML("p") { HTML("a", ["href": path]) { "Older" } }] } ?? []),
      ])
    ).html
  }
}
