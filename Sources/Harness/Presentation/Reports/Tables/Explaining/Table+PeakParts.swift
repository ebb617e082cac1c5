import Analysis
import Metrics
import Statistics
import Tables

extension Table {
  /// The composition of resident memory at its peak, one row per story and build; nil if no run reported it.
  public static func peakParts(_ analysis: ExperimentAnalysis) throws(TableError) -> Table? {
    let found = analysis.peakCompositions
    if found.isEmpty { return nil }
    let scale = Metric.peakHeap.unit.displayScale
    let format = NumberFormat.decimals(2)
    return try Table(
      title: "What the peak of resident memory consists of",
      notes: [
        "Medians of the runs that count allocations, of the driver's own process near its peak. Live heap: "
          + "blocks not given back. Slack: all else that no file backs, such as what the allocator keeps."
      ],
      columns: [Column("Story"), Column("Build")]
        + ["Together", "Live heap", "Slack", "Files", "Stacks"].map {
          Column.number($0, unit: Metric.peakHeap.unit.displaySymbol)
        } + [Column.number("Runs", isSpare: true)],
      leadingColumns: 2,
      rows: found.map { peak in
        [.text(peak.story), .text(peak.build), .number(peak.sum / scale, as: format)]
          + Metric.peakParts.map { .number((peak.parts[$0] ?? 0) / scale, as: format) }
          + [.number(Double(peak.runs), as: .integer)]
      })
  }
}
