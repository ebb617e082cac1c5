import Analysis
import Metrics
import Statistics

extension JudgedCell {
  /// The outcome of the cell, in a complete sentence.
  public var sentence: String {
    let remark = standing == .regressed && uncheckedLayout != nil ? Self.uncheckedRemark : ""
    let word = word.prefix(1).uppercased() + word.dropFirst() + remark
    guard let result = outcome.result else {
      return "\(word): \(clause)" + (reason.map { " (\($0))" } ?? "") + "."
    }
    let layout = uncheckedLayout.map { "; layout not checked, because \($0)" } ?? ""
    let remarks = [doubt, result.moved?.clause].compactMap(\.self).map { "; \($0)" }.joined()
    return
      "\(word): \(clause); \(allowed(result)); \(result.evidence.words)\(layout)\(remarks)."
  }

  private func allowed(_ result: CellResult) -> String {
    switch result.value {
    case .ratio, .range:
      let maximum = max(result.bound, result.negligible?.upperBound ?? 1)
      return "\(NumberFormat.plain.withPlus.string(for: (maximum - 1) * 100)) % is allowed"
    case .mean:
      return "the budget is \(name.metric.unit.words(result.bound, .plain))"
    case .counts: return "no more than chance explains is allowed"
    }
  }
}

extension CellResult.Evidence {
  /// The number of what was compared, for example `4 pairs`, `3 layouts`.
  var countWords: String {
    switch self {
    case .pairs(let count): count.counted("pair", "pairs")
    case .layouts(let layouts, _): layouts.counted("layout", "layouts")
    case .machines(let machines, _): machines.counted("machine", "machines")
    case .cycles(let count): count.counted("cycle", "cycles")
    case .repeats(let count), .varying(let count), .independent(let count),
      .acrossTimes(let count), .values(let count):
      count.counted("run", "runs")
    }
  }

  /// The same in full, for example `40 pairs over 8 layouts`, `3 runs of each side`.
  fileprivate var words: String {
    switch self {
    case .layouts(_, let pairs): "\(pairs.counted("pair", "pairs")) over \(countWords)"
    case .machines(_, let pairs): "\(pairs.counted("pair", "pairs")) on \(countWords)"
    case .repeats, .varying, .independent: "\(countWords) of each side"
    case .acrossTimes: "\(countWords) of each side, measured at different times"
    case .pairs, .values, .cycles: countWords
    }
  }
}
