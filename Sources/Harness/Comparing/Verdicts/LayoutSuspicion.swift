import Recording
import MetricCatalog

/// Asks a cell's instructions whether a change in its time may be the place of the code.
struct LayoutSuspicion {
  let examiner: CellExaminer
  /// The metric that counts instructions; nil where there is none.
  let instructions: Metric?

  /// Whether a ratio of times is suspect; never where the instructions are not known.
  func suspects(_ ratio: Double, of name: CellName) -> Bool {
    guard let instructions, name.metric.unit == .nanoseconds,
      let counted = examiner.figures.ratioOfMeans(
        CellName(story: name.story, step: name.step, metric: instructions))
    else { return false }
    return examiner.rule.layoutGuard.suspects(time: ratio, instructions: counted)
  }
}
