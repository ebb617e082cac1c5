/// The entries of a ratio chart's legend: each shape that is there by its first verdict, and the
/// bands.
struct RatioLegend {
  struct Entry {
    enum Sample {
      case marker(RatioMarker)
      /// A band's colour.
      case band(String)
    }

    let sample: Sample
    let text: String
  }

  let entries: [Entry]

  init(_ chart: RatioChart, on canvas: ChartCanvas) {
    let rows = chart.rows
    var entries: [Entry] = []
    for marker in RatioMarker.allCases {
      var words: [String] = []
      for row in rows where row.marker == marker && row.ratio != nil {
        if !words.contains(row.verdict) { words.append(row.verdict) }
      }
      if words.isEmpty { continue }
      entries.append(Entry(sample: .marker(marker), text: words.joined(separator: ", ")))
    }
    if rows.contains(where: { $0.floor != nil }), !chart.floorName.isEmpty {
      entries.append(Entry(sample: .band(ChartStyle.floor), text: chart.floorName))
    }
    if rows.contains(where: { $0.margin != nil }), !chart.marginName.isEmpty {
      entries.append(Entry(sample: .band(ChartStyle.span), text: chart.marginName))
    }
    // Texts are cut to the room that gnuplot's legend has.
    self.entries = entries.map { Entry(sample: $0.sample, text: canvas.legend($0.text)) }
  }
}
