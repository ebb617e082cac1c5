import Comparing
import MetricCatalog
import Reporting
import Rounding
import Statistics

extension JudgedCell {
  /// What became of the cell, in a sentence that stands by itself.
  var sentence: String {
    guard let verdict = outcome.verdict else {
      return "\(name): \(word)" + (reason.map { ", since \($0)" } ?? "") + "."
    }
    let layout = uncheckedLayout.map { ", since \($0)" } ?? ""
    return "\(name): \(verdictText)\(layout), \(figure(verdict)), \(evidence(verdict.evidence))."
  }

  private func figure(_ verdict: CellVerdict) -> String {
    let found = verdict.figure
    switch found {
    case .ratio, .range:
      let most = max(verdict.bound, verdict.negligible?.upperBound ?? 1)
      let bound = NumberFormat.plain.withPlus.string(for: (most - 1) * 100)
      let range = if case .range = found { "range " } else { "" }
      return "\(found.change(found.point)) % (\(range)\(found.change(found.lower)) to "
        + "\(found.change(found.upper)) %), where \(bound) % is allowed"
    case .mean(let estimate):
      let unit = name.metric.unit
      let symbol = unit.displaySymbol.isEmpty ? "" : " \(unit.displaySymbol)"
      func amount(_ value: Double, _ format: NumberFormat) -> String {
        format.string(for: value / unit.displayScale)
      }
      let format = estimate.format(scale: unit.displayScale)
      return "\(amount(estimate.point, format)) (\(amount(estimate.lower, format)) to "
        + "\(amount(estimate.upper, format)))\(symbol), where the budget is "
        + "\(amount(verdict.bound, .plain))\(symbol)"
    }
  }

  private func evidence(_ evidence: CellVerdict.Evidence) -> String {
    switch evidence {
    case .pairs(let count): count.counted("pair", "pairs")
    case .layouts(let layouts, let pairs):
      "\(pairs.counted("pair", "pairs")) over \(layouts.counted("layout", "layouts"))"
    case .repeats(let count), .varying(let count), .independent(let count):
      "\(count.counted("run", "runs")) of each side"
    case .acrossTimes(let count):
      "\(count.counted("run", "runs")) of each side, measured at different times"
    case .values(let count): count.counted("run", "runs")
    }
  }
}
