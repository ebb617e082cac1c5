import Foundation
import Metrics
import Recording
import Scenarios

/// A story of many users of whom more were not answered as expected by the candidate, and no gate is on their number:
/// what its load tolerates fails no run, and a baseline without errors allows no ratio.
public struct UngatedErrors: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The errors of each build.
  public let baseline, candidate: Sum
  /// The pairs in which the candidate had more, and those in which it had fewer; none if runs are no pairs.
  public let more, fewer: Int

  /// The errors of runs.
  public struct Sum: Sendable, Hashable {
    /// The errors of all runs.
    public let errors: Double
    /// The number of runs.
    public let runs: Int

    fileprivate init(_ values: [Double]) { (errors, runs) = (values.reduce(0, +), values.count) }

    fileprivate var mean: Double { errors / Double(runs) }
  }

  /// Those of an analysis, in its order of stories.
  static func all(_ examiner: CellExaminer, gates: [Gate]) -> [UngatedErrors] {
    examiner.analysis.stories.compactMap { story in
      let isGated = gates.contains { $0.metric == .errors && $0.covers(story: story) }
      return isGated ? nil : UngatedErrors(CellName(story: story, metric: .errors), examiner)
    }
  }

  /// Nil if the candidate had no more, or if that is not known.
  private init?(_ name: CellName, _ examiner: CellExaminer) {
    let measurements = examiner.measurements
    guard let kind = measurements.kind(of: name) else { return nil }
    let arePairs = examiner.analysis.experiment.source.isMeasured
    let pairs = arePairs ? measurements.pairs(name, kind) : []
    func sum(_ build: String, _ ofPairs: [Double]) -> Sum {
      Sum(arePairs ? ofPairs : measurements.values(name, build, kind))
    }
    story = name.story
    baseline = sum(measurements.baseline, pairs.map(\.baseline.value))
    candidate = sum(measurements.candidate, pairs.map(\.candidate.value))
    more = pairs.count { $0.candidate.value > $0.baseline.value }
    fewer = pairs.count { $0.candidate.value < $0.baseline.value }
    guard baseline.runs > 0, candidate.runs > 0, candidate.mean > baseline.mean else { return nil }
  }

  /// The chance of so many pairs with more errors, or of more such pairs, among those that differ, if it were a coin's:
  /// the sign test.
  var pValue: Double {
    let pairs = more + fewer
    var (exponent, sum) = (-Double(pairs), 0.0)
    for count in 0...pairs {
      if count >= more { sum += exp2(exponent) }
      exponent += log2(Double(pairs - count) / Double(count + 1))
    }
    return min(1, sum)
  }
}
