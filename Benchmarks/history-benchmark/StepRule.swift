import Foundation
import Recording
import Statistics

/// A rule that says at which commits a cost has changed.
enum StepRule: String, Sendable, CaseIterable {
  /// What `rehearse history` prints of comparisons with one baseline.
  case anchored = "rehearse history, ratios"
  /// E-divisive on the means, with changes of more than 1 %: Apache Otava as teams set it.
  case otava = "E-divisive on means, as Otava, changes above 1 %"
  /// A commit 5 % above the mean of the ten before it: a threshold as scripts have it.
  case threshold = "means, 5 % above the ten before"

  /// The commits with which a step begins, seen after the last of them.
  func steps(in series: CommitSeries, first count: Int) throws -> [Int] {
    switch self {
    case .anchored:
      return try LevelShifts(
        in: Array(series.ratios.prefix(count)), above: -log(1 - DecisionRule.standard.floor)
      ).shifts.map(\.index)
    case .otava:
      // Its windows are of 50: what lies further back decides no more.
      let first = max(0, count - 150)
      return try ChangePointRule(minimumMagnitude: 0.01)
        .changes(in: Distribution(Array(series.means[first..<count]))).map { $0.index + first }
    case .threshold:
      return (min(10, count)..<count).filter { place in
        let before = series.means[(place - 10)..<place].reduce(0, +) / 10
        return series.means[place] > 1.05 * before
      }
    }
  }
}
