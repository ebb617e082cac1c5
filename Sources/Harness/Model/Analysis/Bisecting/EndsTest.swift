import Statistics

/// A test of whether the good and the bad end of a history differ at all, by their pairs.
///
/// The test of pairs (`PairedTest`) in either direction, at 10, 15, 20, 30, 45 and 60 pairs until it shows a
/// change. Bonferroni over these, both directions and the stories keeps the chance of starting a search for
/// nothing at or below 1 %.
public struct EndsTest: Sendable {
  /// The finding of the pairs.
  public enum Result: Sendable, Equatable {
    /// Nothing yet: this many more are needed.
    case more(Int)
    /// The ends differ.
    case changed
    /// No difference was shown by the maximum number of pairs.
    case notShown
  }

  /// The finding of the pairs.
  public let result: Result
  /// The number of pairs that were tested; of all if there are fewer than ten.
  public let pairs: Int
  /// The estimate with its error; nil with fewer than ten pairs.
  public let change: LogRatio?

  /// The chance that a change is seen if there is none.
  public static let alpha = 0.01

  /// - Parameters:
  ///   - logarithms: ln(bad / good) of each pair.
  ///   - tests: how many stories are tested.
  /// - Throws: `StatisticsError` if a value is not a logarithm of a measurement.
  public init(_ logarithms: [Double], tests: Int) throws(StatisticsError) {
    let counts = InterimSchedule.standard.pairs
    let level = Self.alpha / Double(counts.count * max(1, tests))
    var (last, found): (PairedTest?, Bool) = (nil, false)
    var tested = logarithms.count
    // A change once seen stays seen: more pairs of the bad end may be measured later.
    for count in counts where count <= logarithms.count && !found {
      let test = try PairedTest(LogQuotients(try Distribution(Array(logarithms.prefix(count)))))
      let p = try min(test.pValue(ratioAtMost: 1), test.pValue(ratioAtLeast: 1))
      (last, found, tested) = (test, 2 * p <= level, count)
    }
    pairs = tested
    change = last?.logRatio
    if found {
      result = .changed
    } else if let next = counts.first(where: { $0 > logarithms.count }) {
      result = .more(next - logarithms.count)
    } else {
      result = .notShown
    }
  }
}
