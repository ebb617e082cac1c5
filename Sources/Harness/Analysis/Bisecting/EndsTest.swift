import Statistics

/// Whether the good and the bad end of a history differ at all, by the pairs of both.
///
/// The test of pairs (`PairedTest`) in either direction, at 10, 15, 20, 30, 45 and 60 pairs
/// until it shows a change. Bonferroni over these, over both directions and over the stories holds the chance
/// at or below 1 % that a search for nothing begins.
public struct EndsTest: Sendable {
  /// What the pairs show.
  public enum Result: Sendable, Equatable {
    /// Nothing yet: so many more are needed.
    case more(Int)
    /// The ends differ.
    case changed
    /// No difference was shown by as many pairs as are made.
    case notShown
  }

  /// What the pairs show.
  public let result: Result
  /// How many pairs there are.
  public let pairs: Int
  /// The estimate with its error; nil with fewer than ten pairs.
  public let change: LogRatio?

  /// The chance that a change is seen where there is none.
  public static let alpha = 0.01

  /// - Parameters:
  ///   - logarithms: ln(bad / good) of each pair.
  ///   - tests: how many stories are tested.
  /// - Throws: `StatisticsError` for what is no logarithm of a measurement.
  public init(_ logarithms: [Double], tests: Int) throws(StatisticsError) {
    pairs = logarithms.count
    let looks = InterimSchedule.standard.pairs
    let level = Self.alpha / Double(looks.count * max(1, tests))
    var (last, found): (PairedTest?, Bool) = (nil, false)
    // What was seen once stays seen: more pairs of the bad end may be measured later.
    for look in looks where look <= logarithms.count && !found {
      let test = try PairedTest(LogQuotients(try Distribution(Array(logarithms.prefix(look)))))
      let p = try min(test.pValue(ratioAtMost: 1), test.pValue(ratioAtLeast: 1))
      (last, found) = (test, 2 * p <= level)
    }
    change = last?.logRatio
    if found {
      result = .changed
    } else if let next = looks.first(where: { $0 > logarithms.count }) {
      result = .more(next - logarithms.count)
    } else {
      result = .notShown
    }
  }
}
