import Metrics
import Recording

/// Ratios between two builds of an experiment, compared with published ones.
public struct PublishedComparison: Sendable {
  /// The origin of the published ratios.
  public let title: String
  /// The metric that the builds are compared by.
  public let metric: Metric
  /// The numerator's build.
  public let build: String
  /// The denominator's build.
  public let over: String
  /// The published columns.
  public let columns: [PublishedRatios.Column]
  /// One row for each story.
  public let rows: [StoryRatios]

  /// One story.
  public struct StoryRatios: Sendable {
    /// The story's name.
    public let story: String
    /// The ratio that was measured here.
    public let here: Result<Difference, NoRatio>
    /// The published ratios, column by column; nil if there is none.
    public let there: [Double?]
  }

  /// Compares an experiment with all that its scenario names, but for ratios of which this experiment lacks
  /// one of the two builds.
  public static func all(of analysis: ExperimentAnalysis) -> [PublishedComparison] {
    analysis.experiment.published.compactMap { PublishedComparison(analysis, $0) }
  }

  private init?(_ analysis: ExperimentAnalysis, _ published: PublishedRatios) {
    let (metric, build, over) = (published.here.metric, published.here.build, published.here.over)
    guard Set(analysis.builds).isSuperset(of: [build, over]) else { return nil }
    (title, self.metric, self.build, self.over) = (published.title, metric, build, over)
    columns = published.there
    func cell(_ story: String, _ build: String) -> Cell {
      Cell(story: story, build: build, metric: metric)
    }
    rows = analysis.stories.map { story in
      StoryRatios(
        story: story,
        here: Result { () throws(NoRatio) in
          try Difference(analysis, baseline: cell(story, over), candidate: cell(story, build))
        },
        there: published.there.map { $0.ratios[story] })
    }
  }
}
