import Foundation

/// Shares of one error budget for attempts that come one after the other, without a known end.
///
/// The attempt at place k = 1, 2, … is tested at the level alpha γ_k with
///
///     γ_k = 1 / (2.1098 (k + 1) ln²(k + 1))
///
/// The sum of all γ_k is below 1, so by Bonferroni's inequality the chance of any false acceptance, however many
/// attempts there are, is at most alpha. A place is used up only by an attempt that is not accepted, or not yet.
/// That is enough: up to the first false acceptance, none of the attempts that improve nothing was accepted, so the
/// j-th of them began at place j or later. After it the ledger has failed once, and counts once. That holds also if
/// each attempt, and its base, is chosen by the results of the earlier ones, because each test has its level
/// whatever was found before.
///
/// Few series with a finite sum fall more slowly: place 1 has 49 % of the budget, place 50 still 0.06 %, and place
/// 1,000 has 16 times what 6 / (π² k²) would give it.
///
/// Sources: D. P. Foster, R. A. Stine, "Alpha-investing: a procedure for sequential control of expected false
/// discoveries", Journal of the Royal Statistical Society B 70 (2008), 429-444, for spending a budget; J. Tian,
/// A. Ramdas, "Online control of the familywise error rate", Statistical Methods in Medical Research 30 (2021),
/// 976-993, for this series and for places that rejections do not use up.
public enum AlphaSpending {
  /// The sum of 1 / (n ln² n) over n from 2, which is 2.10974…, rounded up.
  static let sum = 2.1098

  /// γ_k, the share of the budget at a place from 1.
  public static func share(atPlace place: Int) -> Double {
    let n = Double(max(1, place)) + 1
    let logarithm = log(n)
    return 1 / (sum * n * logarithm * logarithm)
  }

  /// The share that is left once this many places are used up.
  /// - Complexity: O(n).
  public static func left(after places: Int) -> Double {
    max(0, (0..<max(0, places)).reduce(1) { $0 - share(atPlace: $1 + 1) })
  }
}
