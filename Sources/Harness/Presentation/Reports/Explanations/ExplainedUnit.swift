import Metrics
import Recording
import Statistics

/// How amounts of time, blocks or bytes are displayed in explanations.
public struct ExplainedUnit {
  private let metric: Metric
  private let isTime: Bool
  /// A Boolean value indicating whether amounts are numbers of blocks.
  let countsBlocks: Bool
  private let scale: Double
  /// `ms`, `blocks` or `B`.
  public let symbol: String

  /// The unit of a metric.
  public init(_ metric: Metric) {
    self.metric = metric
    isTime = metric.isExplainedByProfiles
    countsBlocks = !isTime && ![.allocatedBytes, .liveBytes, .retainedBytes].contains(metric)
    scale = isTime ? 1e6 : 1
    symbol = isTime ? "ms" : countsBlocks ? "blocks" : "B"
  }

  /// The unit that an amount refers to: `a run`, `a cycle`.
  public var each: String { metric.isRetention ? "a cycle" : "a run" }

  /// The verb for a story: `allocates`.
  var verb: String {
    switch metric {
    case .cpuTime: "spends its CPU time"
    case .offCPUTime: "waits"
    case .allocations, .allocatedBytes: "allocates"
    case .retainedBlocks, .retainedBytes: "retains"
    default: "holds at its end"
    }
  }

  /// Counts are exact, so whole numbers are shown in full.
  func format(_ value: Double) -> NumberFormat {
    !isTime && value == value.rounded() ? .decimals(0) : .plain
  }

  /// `12.3 ms`.
  func amount(_ value: Double) -> String {
    "\(format(value).string(for: value / scale)) \(symbol(of: value))"
  }

  private func symbol(of value: Double) -> String {
    countsBlocks && abs(value) == 1 ? "block" : symbol
  }

  /// `+2.00 ms (+1.84 to +2.16)`; without brackets for counts that repeat.
  func change(_ estimate: Estimate) -> String {
    let (point, lower, upper) = (estimate.point, estimate.lower, estimate.upper)
    let all = [point, lower, upper]
    // A single one with a fraction has all of them shown with theirs.
    let fraction = all.first { $0 != $0.rounded() }
    let format =
      (isTime ? estimate.format(scale: scale) : self.format(fraction ?? point)).withPlus
    let words = all.map { format.string(for: $0 / scale) }
    return lower == upper
      ? "\(words[0]) \(symbol(of: point))" : "\(words[0]) \(symbol) (\(words[1]) to \(words[2]))"
  }
}
