import Analysis
import Comparing
import MetricCatalog
import Recording

/// A part of a report that is too long for one page.
struct ReportPart {
  /// The part's folder, below the report's.
  let folder: String
  /// Which stories it is of, as people read it.
  let title: String
  let report: Report
}

extension Report {
  /// As many stories as a page shows. Of more, tables and pictures are no longer read but searched, and
  /// a browser takes seconds for them.
  static let storiesOfPage = 100

  /// Parts of so many stories each; empty where one page holds all.
  var parts: [ReportPart] {
    let stories = analysis.stories
    guard stories.count > Self.storiesOfPage else { return [] }
    return stride(from: 0, to: stories.count, by: Self.storiesOfPage).map { start in
      let end = min(start + Self.storiesOfPage, stories.count)
      let own = Array(stories[start..<end])
      return ReportPart(
        folder: "stories-\(start + 1)-\(end)",
        title: "Stories \(start + 1) to \(end): \(own[0]) to \(own[own.count - 1])",
        report: part(of: Set(own)))
    }
  }

  /// The same of some stories alone. Verdicts and intervals stay those of the whole experiment, over all
  /// stories of which its rate of false alarms is kept.
  public func part(of stories: Set<String>) -> Report {
    var experiment = analysis.experiment
    experiment.stories.removeAll { !stories.contains($0.name) }
    return Report(
      analysis: ExperimentAnalysis(
        experiment, runs: analysis.runs.filter { stories.contains($0.story) }),
      comparisons: comparisons.map { $0.restricted(to: stories) },
      typicalRunsByBuild: typicalRunsByBuild.filter { runs in
        runs.first.map { stories.contains($0.story) } ?? false
      },
      judgement: judgement?.restricted(to: stories))
  }

  /// How many stories' runs are drawn over time: gnuplot takes a twentieth of a second for each picture.
  static let drawnStories = 40

  /// The typical runs that are drawn, in the experiment's order; where there are too many, those first
  /// of which there is something to say.
  /// - Returns: each with the runs of the same story on all builds, and how many were left out.
  func drawnRuns(atMost most: Int) -> (runs: [[Run]], leftOut: Int) {
    guard typicalRunsByBuild.count > most else { return (typicalRunsByBuild, 0) }
    let told = storiesWithFindings
    let order = typicalRunsByBuild.indices.sorted { a, b in
      let (isFirst, isSecond) = (isTold(a, told), isTold(b, told))
      return isFirst == isSecond ? a < b : isFirst
    }
    return (
      order.prefix(most).sorted().map { typicalRunsByBuild[$0] }, typicalRunsByBuild.count - most
    )
  }

  private func isTold(_ index: Int, _ told: Set<String>) -> Bool {
    typicalRunsByBuild[index].first.map { told.contains($0.story) } ?? false
  }

  /// Stories that failed, or of which a verdict says that they changed; else those of which an interval
  /// excludes no change.
  var storiesWithFindings: Set<String> {
    var stories = Set(analysis.failures.map(\.run.story))
    if let judgement {
      for cell in judgement.gated {
        switch cell.outcome.verdict?.verdict {
        case .regressed?, .improved?: stories.insert(cell.name.story)
        case .unchanged?, .withinGate?, .inconclusive?, nil: break
        }
      }
      return stories
    }
    for row in comparisons.flatMap(\.rows) where Self.headlineMetrics.contains(row.metric) {
      if case .success(let ratio) = row.ratio, ratio.isDifference { stories.insert(row.story) }
    }
    return stories
  }
}
