/// The pictures of a report, in groups, in the order in which they are read.
///
/// A picture for which there are no data is left out, and a group without pictures too.
struct ReportCharts {
  let groups: [ReportPictures]
  /// Which pictures could not be drawn of what there is, and why.
  let omissions: [String]

  /// None, of a page without pictures.
  init() { (groups, omissions) = ([], []) }

  /// - Parameter mostRuns: of how many stories typical runs are drawn at most.
  init(_ report: Report, mostRuns: Int = Report.drawnStories) {
    var draft = ReportChartsDraft(report, mostRuns: mostRuns)
    groups = [
      ReportPictures(.changes, draft.changes(report.judgement)),
      ReportPictures(.stories, draft.bars()),
      ReportPictures(.runs, draft.distributions()),
      ReportPictures(.layouts, draft.layouts()),
      ReportPictures(.scatter, draft.scatter()),
      ReportPictures(.typicalRuns, draft.typicalRuns()),
    ].filter { !$0.pictures.isEmpty }
    omissions = draft.omissions
  }

  /// The pictures of one kind; empty where there are none.
  func pictures(_ kind: ReportPictures.Kind) -> [ReportPicture] {
    groups.first { $0.kind == kind }?.pictures ?? []
  }
}
