import Foundation
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// Anchors, one per row.
  public static func anchors(
    _ anchors: [(name: String, record: BuildRecord)]
  ) throws(TableError) -> Table {
    try Table(
      title: "Anchors",
      columns: [
        Column("Name"), Column("Build"), Column("Commit"), Column("Compiler"), Column("SHA-256"),
      ],
      rows: anchors.map { name, record in
        [
          .text(name), .text(record.name), .text(record.revision?.short ?? ""),
          .text(record.compiler ?? ""), .text(String((record.sha256 ?? "").prefix(12))),
        ]
      })
  }

  /// Saved baselines, one row each.
  public static func baselines(
    _ baselines: [(name: String, baseline: Baseline)]
  ) throws(TableError) -> Table {
    try Table(
      title: "Baselines",
      columns: [
        Column("Name"), Column("Scenario"), Column("Build"), Column("Measured"), Column("Revision"),
        .number("Stories"),
      ],
      rows: baselines.map { name, baseline in
        [
          .text(name), .text(baseline.scenario), .text(baseline.build.name),
          .text(baseline.measuredAt.formatted(.iso8601)),
          baseline.build.revision.map { .text($0.short) } ?? .missing("not built from git"),
          .number(Double(baseline.stories.count), as: .integer),
        ]
      })
  }

  /// A saved baseline's measurements, one row per story, metric and kind of runs.
  public static func measurements(_ baseline: Baseline) throws(TableError) -> Table {
    try Table(
      title: "Measurements of \(baseline.build.name)",
      columns: [
        Column("Story"), Column("Metric"), Column("Runs"), .number("n"), .number("Least"),
        .number("Greatest"),
      ], leadingColumns: 2,
      rows: baseline.stories.flatMap { story in
        Set(story.measurements.values.flatMap(\.keys)).sorted().flatMap { metric in
          Baseline.kinds.compactMap { kind in row(story, metric, kind) }
        }
      })
  }

  private static func row(_ story: Baseline.Story, _ metric: Metric, _ kind: RunKind) -> [Cell]? {
    guard let values = story.measurements[kind]?[metric], let minimum = values.min(),
      let maximum = values.max()
    else { return nil }
    let scale = metric.unit.displayScale
    let format = NumberFormat.spread(of: values, scale: scale)
    return [
      .text(story.name), .text(metric.titleWithUnit), .text(kind.rawValue),
      .number(Double(values.count), as: .integer), .number(minimum / scale, as: format),
      .number(maximum / scale, as: format),
    ]
  }
}
