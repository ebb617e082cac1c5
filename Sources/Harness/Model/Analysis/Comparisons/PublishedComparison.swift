import Metrics
import Recording

/// Ratios between two builds of an experiment, compared with published ones.
public struct PublishedComparison: Sendable {
  /// The published ratios, and the builds that they are compared with.
  public let published: PublishedRatios
  /// For each story the ratio that was measured here, and the published ones, column by column; nil if there is none.
  public let rows: [(story: String, here: Result<Difference, NoRatio>, there: [Double?])]

  /// Compares an experiment with all that its scenario names, but for ratios of which this experiment lacks
  /// one of the two builds.
  public static func all(of analysis: ExperimentAnalysis) -> [PublishedComparison] {
    analysis.experiment.published.compactMap { PublishedComparison(analysis, $0) }
  }

  private init?(_ analysis: ExperimentAnalysis, _ published: PublishedRatios) {
    let here = published.here
    guard Set(analysis.builds).isSuperset(of: [here.build, here.over]) else { return nil }
    self.published = published
    func cell(_ story: String, _ build: String) -> Cell {
      Cell(story: story, build: build, metric: here.metric)
    }
    rows = analysis.stories.map { story in
      (
        story: story,
        here: Result { () throws(NoRatio) in
          try Difference(
            analysis, baseline: cell(story, here.over), candidate: cell(story, here.build))
        },
        there: published.there.map { $0.ratios[story] }
      )
    }
  }
}
