import Analysis
import Metrics
import Statistics

extension Headline {
  /// Returns what the pairs so far show, the largest change first; nil if they show nothing yet. The cells in `open`
  /// need more of them.
  public static func soFar(_ changes: [CellName: Estimate], open: [CellName]) -> String? {
    if changes.isEmpty { return nil }
    let open = Set(open)
    let largestFirst = changes.sorted { one, other in
      let sizes = (abs(one.value.point - 1), abs(other.value.point - 1))
      // Always in the same order.
      return sizes.0 == sizes.1
        ? one.key.description < other.key.description : sizes.0 > sizes.1
    }
    let clauses = largestFirst.map { cell, change in
      "\(cell.subject): \(cell.metric.titleInSentence) \(change.changeWords), "
        + (open.contains(cell) ? "not decided" : "needs no more pairs")
    }
    return "So far, \(clauses.listed(atMost: maximumNamed, by: "; "))."
  }
}
