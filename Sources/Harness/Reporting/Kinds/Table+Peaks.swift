import Analysis
import MetricCatalog
import Statistics

extension Table {
  /// Peak memory and peak CPU of every story, a build two columns: the mean over the runs and the half
  /// width of its 95 % interval; as the tables 12 to 15 of the source of 2015 have the means.
  public static func peaks(_ analysis: ExperimentAnalysis) throws(TableError) -> Table {
    let metrics = [Metric.peakMemory, .peakCPU].filter(analysis.metrics.contains)
    return try Table(
      title: "Peaks by story",
      notes: ["Means over the runs, ± half of their 95 % intervals."],
      columns: [Column("Story")]
        + analysis.builds.flatMap {
          [Column($0, alignment: .decimal), Column("± (\($0))", alignment: .decimal)]
        },
      sections: metrics.map { metric in
        Section(
          metric.titleWithUnit,
          rows: analysis.stories.map { story in
            [.text(story)] + analysis.builds.flatMap { figures(analysis, story, $0, metric) }
          })
      })
  }

  private static func figures(
    _ analysis: ExperimentAnalysis, _ story: String, _ build: String, _ metric: Metric
  ) -> [Cell] {
    let summary = analysis.summary(
      of: Analysis.Cell(story: story, build: build, metric: metric))
    return [.mean(summary, of: metric), .halfWidth(summary, of: metric)]
  }
}
