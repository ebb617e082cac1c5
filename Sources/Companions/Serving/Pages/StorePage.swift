import Statistics
import Analysis
import Recording
import Reports
import Tables

/// What the latest experiments of a store came to, with links to their reports.
struct StorePage {
  /// An experiment, and where its report is.
  struct Entry: Sendable {
    let section: HTML

    /// - Parameter page: the path of its report.
    init(report: Report, page: String) { section = report.section(linkingTo: page) }

    /// An experiment that is not judged yet.
    /// - Parameter page: the path of its report.
    init(unread experiment: Experiment, page: String) {
      section = HTML("section") {
        HTML("p", ["class": "kicker"]) { "\(experiment.label) · \(experiment.startedAt.inWords)" }
        HTML("h2") { HTML("a", ["href": page]) { experiment.title } }
        HTML("p", ["class": "note"]) { "It is being judged; this page loads itself again." }
      }
    }
  }

  private let entries: [Entry]
  private let count: Int
  private let older: String?
  private let reload: Int?

  /// A page.
  /// - Parameters:
  ///   - entries: those that it shows, latest first.
  ///   - count: how many the store holds.
  ///   - older: where those before them are; nil where there are none.
  ///   - reload: after how many seconds it loads itself again; nil for never.
  init(entries: [Entry], count: Int, older: String?, reload: Int? = nil) {
    (self.entries, self.count, self.older) = (entries, count, older)
    self.reload = reload
  }

  /// The page in HTML.
  var html: String {
    SitePage(
      place: .experiments, title: count.counted("experiment", "experiments"), reload: reload,
      body: HTML(joined: [
        HTML(joined: entries.map(\.section)),
        entries.isEmpty ? HTML("p") { "Nothing was measured yet." } : HTML(joined: []),
        HTML(
          joined: older.map { path in [HTML("p") { HTML("a", ["href": path]) { "Older" } }] } ?? []),
      ])
    ).html
  }
}
