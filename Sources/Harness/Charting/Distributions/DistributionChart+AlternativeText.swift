import Rounding

extension DistributionChart {
  /// Every column's count, median, quartiles and range while a listener can follow them, else each
  /// series' count.
  public var alternativeText: String {
    let opening = spoken(as: "Distribution chart", of: axis.spoken)
    if groups.count * series.count <= 24 {
      let sentences = groups.indices.map { group in
        let columns = series.map { "\($0.name) \(worded($0.runs[group]))" }
        return "\(groups[group]): \(columns.joined(separator: ", "))"
      }
      return "\(opening) \(sentences.joined(separator: "; "))."
    }
    let counts = series.map { one in
      let runs = one.runs.compactMap(\.self).map(\.values.count)
      guard let least = runs.min(), let most = runs.max() else {
        return "\(one.name): not measured"
      }
      let each = least == most ? "\(most)" : "\(least) to \(most)"
      return "\(one.name): \(runs.count) groups of \(each) \(most == 1 ? "run" : "runs")"
    }
    return "\(opening) \(counts.joined(separator: "; "))."
  }

  private func worded(_ runs: DistributionRuns?) -> String {
    guard let runs, let low = runs.values.min(), let high = runs.values.max() else {
      return "not measured"
    }
    let (middle, single) = (runs.middleFormat, runs.runFormat)
    guard runs.values.count > 1 else { return "1 run, \(axis.worded(low, single))" }
    let box = BoxFigures(runs.values)
    let quartiles =
      runs.values.count < BoxFigures.fewestValues
      ? ""
      : ", quartiles \(middle.string(for: box.lowerQuartile)) and "
        + "\(middle.string(for: box.upperQuartile))"
    return "\(runs.values.count) runs, median \(axis.worded(box.median, middle))\(quartiles) "
      + "(\(single.string(for: low)) to \(single.string(for: high)))"
  }
}
