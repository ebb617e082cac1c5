import Analysis
import Metrics
import Recording
import Reports
import Statistics
import Tables

extension JudgedCell {
  /// The outcome of the cell, in a complete sentence.
  var sentence: String {
    let remark = word == "regressed" && uncheckedLayout != nil ? Self.uncheckedRemark : ""
    let word = word.prefix(1).uppercased() + word.dropFirst() + remark
    guard let result = outcome.result else {
      return "\(word): \(clause)" + (reason.map { " (\($0))" } ?? "") + "."
    }
    let layout = uncheckedLayout.map { "; layout not checked, because \($0)" } ?? ""
    let remarks = [doubt, result.moved?.clause].compactMap(\.self).map { "; \($0)" }.joined()
    return
      "\(word): \(clause); \(allowed(result)); \(evidence(result.evidence))\(layout)\(remarks)."
  }

  private func allowed(_ result: CellResult) -> String {
    switch result.value {
    case .ratio, .range:
      let maximum = max(result.bound, result.negligible?.upperBound ?? 1)
      return "\(NumberFormat.plain.withPlus.string(for: (maximum - 1) * 100)) % is allowed"
    case .mean:
      let unit = name.metric.unit
      let symbol = unit.displaySymbol.isEmpty ? "" : " \(unit.displaySymbol)"
      let budget = NumberFormat.plain.string(for: result.bound / unit.displayScale)
      return "the budget is \(budget)\(symbol)"
    }
  }

  private func evidence(_ evidence: CellResult.Evidence) -> String {
    switch evidence {
    case .pairs(let count): count.counted("pair", "pairs")
    case .layouts(let layouts, let pairs):
      "\(pairs.counted("pair", "pairs")) over \(layouts.counted("layout", "layouts"))"
    case .machines(let machines, let pairs):
      "\(pairs.counted("pair", "pairs")) on \(machines.counted("machine", "machines"))"
    case .repeats(let count), .varying(let count), .independent(let count):
      "\(count.counted("run", "runs")) of each side"
    case .acrossTimes(let count):
      "\(count.counted("run", "runs")) of each side, measured at different times"
    case .values(let count): count.counted("run", "runs")
    case .cycles(let count): count.counted("cycle", "cycles")
    }
  }
}
