extension TimelineChart {
  /// Both peaks with their times, and the steps in order.
  public var alternativeText: String {
    var sentences = [
      spoken(as: "Timeline", of: "one run of \(Self.seconds.worded(duration))"),
      Self.peak(of: memory, ownName), Self.peak(of: cpu, ownName),
    ]
    if !steps.isEmpty {
      let named = steps.prefix(30).map(\.name).joined(separator: ", ")
      let rest = steps.count > 30 ? ", and \(steps.count - 30) more" : ""
      sentences.append("Steps: \(named)\(rest).")
    }
    return sentences.joined(separator: " ")
  }

  private static let seconds = ChartAxis("time", unit: "s")

  private static func peak(of panel: TimelinePanel, _ name: String) -> String {
    guard let peak = panel.own.max(by: { $0.y < $1.y }) else { return "" }
    return "\(panel.axis.label) of \(name) peaks at \(panel.axis.worded(peak.y)) "
      + "after \(seconds.worded(peak.x))."
  }
}
