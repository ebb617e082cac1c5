import Recording

extension Scaffold {
  /// Returns a scenario's text with a gate on wall time if its first replay shows that CPU time alone does not
  /// reflect the story's duration; nil if it does, or the text has no gate on CPU time to put it beside.
  public static func gatingTime(_ text: String, by rhythm: Rhythm) -> String? {
    guard let kind = rhythm.kind, !text.contains("metric: wall-time") else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines.lastIndex { line in
      let trimmed = line.drop { $0 == " " }
      return trimmed.hasPrefix("- { metric: cpu-time")
    }
    guard let place else { return nil }
    let indent = String(lines[place].prefix { $0 == " " })
    let tenths = (rhythm.share * 10).rounded() / 10
    let reason =
      switch kind {
      case .waits:
        "It waits (\(Int(((1 - rhythm.share) * 100).rounded())) % of its time), which CPU time does not show. With "
          + "this gate its pairs are made one run after the other."
      case .severalCPUs:
        "It keeps \(tenths) CPUs busy, so its CPU time does not say how long it takes. With this gate its pairs "
          + "take turns on all CPUs."
      }
    lines.insert(
      contentsOf: [
        "\(indent)# \(reason)",
        "\(indent)- { metric: wall-time, at-most: +10% }",
      ], at: place + 1)
    return lines.joined(separator: "\n")
  }
}
