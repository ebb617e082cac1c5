import Foundation
import Statistics

/// The tables, and what is aimed at.
enum Table {
  /// The greatest change of speed that is aimed at, by the ends of the interval.
  static let greatestChange = 0.003
  /// The greatest share of a CPU that is aimed at, percent.
  static let greatestShare = 0.5

  static func print(_ interference: Interference) throws {
    var reached = 0
    Swift.print(
      """

      Speed while sampled, against not sampled: change in % [95 % interval]
      """)
    line("target", "samples/s", "work by time", "work by CPU time")
    for kind in Target.Work.allCases {
      for rate in Rate.allCases {
        let ratio = try interference.ratio(of: kind, at: rate, by: \.speed)
        let onCPU = try interference.ratio(of: kind, at: rate, by: \.speedOnCPU)
        line(kind.rawValue, rate.name, text(ratio), text(onCPU))
        if rate == .usual, abs(ratio.lower - 1) <= greatestChange,
          abs(ratio.upper - 1) <= greatestChange
        {
          reached += 1
        }
      }
    }
    Swift.print(
      """
      'none' is a pair without any sampling: what it shows is noise. 'usual' is up to 100 a second, as
      many as take no more than half a percent of a CPU.
      """)
    let all = Target.Work.allCases.count
    aim("at the usual rate the interval within 0.3 % of no change", reached, of: all)
  }

  static func print(
    _ costs: [(kind: Target.Work, rate: Rate, run: SamplerCost, attach: SamplerCost)]
  ) {
    Swift.print("\nCPU time of the sampler: % of one CPU (µs a sample, samples/s reached)")
    line("target", "samples/s", "as run, measure", "as attach")
    for cost in costs {
      line(cost.kind.rawValue, cost.rate.name, text(cost.run), text(cost.attach))
    }
    let atDefault = costs.filter { $0.rate == .usual }.flatMap { [$0.run, $0.attach] }
    aim(
      "at the usual rate at most \(greatestShare) % of a CPU",
      atDefault.count { $0.share <= greatestShare }, of: atDefault.count)
  }

  private static func aim(_ text: String, _ reached: Int, of all: Int) {
    Swift.print(
      "aim: \(text): \(reached == all ? "reached" : "not reached") (\(reached) of \(all))")
  }

  private static func text(_ ratio: Estimate) -> String {
    let percents = percents(ratio)
    return "\(percents[0]) [\(percents[1]), \(percents[2])]"
  }

  /// A change of speed with the ends of its interval.
  static func percents(_ ratio: Estimate) -> [String] {
    [ratio.point, ratio.lower, ratio.upper].map { String(format: "%+.2f", 100 * ($0 - 1)) }
  }

  private static func text(_ cost: SamplerCost) -> String {
    String(format: "%.2f (%.0f, %.0f)", cost.share, cost.perSample, cost.reached)
  }

  private static func line(_ cells: String...) {
    let widths = [10, 11, 27, 27]
    Swift.print(
      zip(cells, widths).enumerated().map { index, cell in
        let blanks = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        return index == 0 ? cell.0 + blanks : blanks + cell.0
      }.joined())
  }
}
