import Rounding

extension StepWaterfall {
  /// Every step's times while a listener can follow them, else the longest ones.
  public var alternativeText: String {
    let opening = spoken(
      as: "Step waterfall",
      of: "\(steps.count == 1 ? "1 step" : "\(steps.count) steps") in "
        + "\(NumberFormat.plain.string(for: duration)) s")
    let all = steps.count * series.count <= 30
    let told = all ? Array(steps.indices) : Array(longest.prefix(10).sorted())
    let sentences = told.map { step in
      let spans = series.map { "\($0.name) \($0.spans[step]?.worded ?? "not reached")" }
      return "\(steps[step]): \(spans.joined(separator: "; "))"
    }
    return "\(opening) \(all ? "" : "The longest: ")\(sentences.joined(separator: ". "))."
  }

  /// Steps by how long they take on the slowest build, the longest first.
  var longest: [Int] {
    func wall(_ step: Int) -> Double { series.compactMap { $0.spans[step]?.wall }.max() ?? 0 }
    return steps.indices.sorted { (wall($0), $1) > (wall($1), $0) }
  }
}
