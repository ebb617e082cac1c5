extension HistoryChart {
  /// Every line's range and every change.
  public var alternativeText: String {
    let stories = panels.map { panel in
      let lines = panel.lines.map { line in
        let bars = line.bars.compactMap(\.self)
        guard let range = axis.range(of: bars) else { return "\(line.name) not measured" }
        let count = bars.count == 1 ? "1 experiment" : "\(bars.count) experiments"
        return "\(line.name) \(count), \(range)"
      }
      let changes = panel.markers.sorted { $0.place < $1.place }.map { marker in
        "\(marker.label) at \(experiments[marker.place].joined(separator: " "))"
      }
      let found = changes.isEmpty ? "no change" : "changes: \(changes.joined(separator: ", "))"
      return "\(panel.title): \(lines.joined(separator: ", ")), \(found)"
    }
    let machines =
      breaks.isEmpty
      ? ""
      : " Another machine or compiler from "
        + breaks.map { experiments[$0].joined(separator: " ") }.joined(separator: ", ") + " on."
    return "\(spoken(as: "History chart", of: axis.spoken)) \(stories.joined(separator: "; "))."
      + machines
  }
}
