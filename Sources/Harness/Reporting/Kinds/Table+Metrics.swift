import Analysis
import MetricCatalog

extension Table {
  /// The metrics of which an experiment has figures: unit, source and how far off they can be.
  public static func metrics(_ analysis: ExperimentAnalysis) throws(TableError) -> Table {
    try Table(
      title: "Metrics",
      notes: ["What these figures can not show: \(Metric.limitsPage)."],
      columns: [
        Column("Metric"), Column("Unit"), Column("Source"), Column("How exact"),
      ],
      rows: analysis.metrics.map { metric in
        let origin = analysis.origin(of: metric)
        return [
          .text(metric.id), .text(metric.unit.symbol), .text(origin.source),
          .text(origin.bound.words(metric.unit)),
        ]
      })
  }
}
