extension HistoryChart {
  /// Every line's range and every change.
  public var alternativeText: String {
    let stories = panels.map { panel in
      let lines = panel.lines.map { line in
        let values = line.bars.compactMap { $0?.value }
        guard let low = values.min(), let high = values.max() else {
          return "\(line.name) not measured"
        }
        let count = values.count == 1 ? "1 experiment" : "\(values.count) experiments"
        return "\(line.name) \(count), from \(axis.worded(low)) to \(axis.worded(high))"
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
