import Analysis
import Recording
import Tables

/// What the latest experiments of a store came to, with links to their reports.
public struct StorePage {
  /// An experiment, and where its report is.
  public struct Entry: Sendable {
    let section: HTML

    /// - Parameter page: the path of its report.
    public init(report: Report, page: String) { section = report.section(linkingTo: page) }
  }

  private let entries: [Entry]
  private let count: Int
  private let older: String?

  /// A page.
  /// - Parameters:
  ///   - entries: those that it shows, latest first.
  ///   - count: how many the store holds.
  ///   - older: where those before them are; nil where there are none.
  public init(entries: [Entry], count: Int, older: String?) {
    (self.entries, self.count, self.older) = (entries, count, older)
  }

  /// The page in HTML.
  public var html: String {
    SitePage(
      place: .experiments, title: count.counted("experiment", "experiments"),
      body: HTML(joined: [
        HTML(joined: entries.map(\.section)),
        entries.isEmpty ? HTML("p") { "Nothing was measured yet." } : HTML(joined: []),
        HTML(
          joined: older.map { path in [HTML("p") { HTML("a", ["href": path]) { "Older" } }] } ?? []),
      ])
    ).html
  }
}
