extension RatioChart {
  /// Every line while a listener can follow them, else how many came to what, and those that are
  /// more or less.
  public var alternativeText: String {
    let opening = spoken(as: "Ratio chart", of: axis)
    if rows.count <= 40 {
      let told = sections.map { section in
        "\(section.title): \(section.rows.map(Self.worded).joined(separator: "; "))"
      }
      return "\(opening) \(told.joined(separator: ". "))."
    }
    var counts: [(verdict: String, count: Int)] = []
    for row in rows {
      if let place = counts.firstIndex(where: { $0.verdict == row.verdict }) {
        counts[place].count += 1
      } else {
        counts.append((row.verdict, 1))
      }
    }
    let all = counts.map { "\($0.count) \($0.verdict)" }.joined(separator: ", ")
    let changed = sections.flatMap { section in
      section.rows.filter { $0.ratio != nil && [.more, .less].contains($0.marker) }
        .map { "\(section.title) of \(Self.worded($0))" }
    }
    let named = changed.prefix(20).joined(separator: "; ")
    let rest = changed.count > 20 ? "; and \(changed.count - 20) more" : ""
    return "\(opening) \(rows.count) lines: \(all)."
      + (changed.isEmpty ? "" : " \(named)\(rest).")
  }

  private static func worded(_ row: RatioRow) -> String {
    "\(row.label) \(row.figure), \(row.verdict)"
  }
}
