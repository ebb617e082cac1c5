import Analysis
import Metrics
import Statistics
import Tables

/// CPU times in the unit that suits a story.
struct TimeText {
  private let scale: DisplayScale

  /// - Parameter size: the story's CPU time, ns.
  init(for size: Double) { scale = MetricUnit.nanoseconds.scale(for: size) }

  /// The unit.
  var unit: String { scale.symbol }

  /// `12.3 ms`.
  func time(_ nanoseconds: Double) -> String {
    "\(NumberFormat.plain.string(for: nanoseconds / scale.baseUnits)) \(unit)"
  }

  /// `+2.00 ms (1.84 to 2.16)`.
  func change(_ estimate: Estimate) -> String {
    "\(text(estimate.point, of: estimate)) \(unit) (\(interval(estimate)))"
  }

  /// `1.84 to 2.16`, in the unit.
  func interval(_ estimate: Estimate) -> String {
    let ends = [estimate.lower, estimate.upper].map { text($0, of: estimate) }
    return estimate.lower >= 0
      ? ends.map { $0.replacing("+", with: "") }.joined(separator: " to ")
      : ends.joined(separator: " to ")
  }

  /// A difference as a cell of a table.
  func cell(_ estimate: Estimate, tone: Table.Cell.Tone = .neutral) -> Table.Cell {
    .number(
      estimate.point / scale.baseUnits, as: estimate.format(scale: scale.baseUnits).withPlus,
      tone: tone)
  }

  private func text(_ nanoseconds: Double, of estimate: Estimate) -> String {
    estimate.format(scale: scale.baseUnits).withPlus.string(for: nanoseconds / scale.baseUnits)
  }
}

extension TimeChange {
  /// The tone of a change that is shown.
  var tone: Table.Cell.Tone { isShown ? (difference.point > 0 ? .bad : .good) : .neutral }
}
