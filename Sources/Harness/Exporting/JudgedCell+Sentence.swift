import Comparing
import MetricCatalog
import Reporting
import Statistics

extension JudgedCell {
  /// What became of the cell, in a sentence that stands by itself.
  var sentence: String {
    guard let verdict = outcome.verdict else {
      return "\(name): \(word)" + (reason.map { ", since \($0)" } ?? "") + "."
    }
    return "\(name): \(word), \(figure(verdict)), \(evidence(verdict.evidence))."
  }

  private func figure(_ verdict: CellVerdict) -> String {
    let estimate = verdict.figure.estimate
    switch verdict.figure {
    case .ratio:
      func percent(_ ratio: Double) -> String {
        NumberFormat(.uncertainty((estimate.upper - estimate.lower) / 4 * 100), showsPlus: true)
          .string(for: (ratio - 1) * 100)
      }
      let bound = NumberFormat.plain.withPlus.string(for: (verdict.bound - 1) * 100)
      return "\(percent(estimate.point)) % (\(percent(estimate.lower)) to "
        + "\(percent(estimate.upper)) %), where \(bound) % is allowed"
    case .mean:
      let unit = name.metric.unit
      let symbol = unit.displaySymbol.isEmpty ? "" : " \(unit.displaySymbol)"
      func amount(_ value: Double, _ format: NumberFormat) -> String {
        format.string(for: value / unit.displayScale)
      }
      let format = NumberFormat.uncertainty(estimate.standardError / unit.displayScale)
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
    case .repeats(let count), .independent(let count):
      "\(count.counted("run", "runs")) of each side"
    case .acrossTimes(let count):
      "\(count.counted("run", "runs")) of each side, measured at different times"
    case .values(let count): count.counted("run", "runs")
    }
  }
}
