import Foundation

/// The exact sign test of pairs. It assumes nothing about how far the two sides of a pair differ, so it suits counts
/// of which most are 0 and some are great.
///
/// If the sides are alike, each of the n pairs that differ is a fair coin, so
///
///     P(X ≥ k) = 2⁻ⁿ · sum over j ≥ k of n! / (j! (n - j)!)
///
/// Pairs that do not differ say nothing about a direction, so they are left out.
///
/// Source: M. Hollander, D. A. Wolfe, "Nonparametric Statistical Methods" (1973), section 3.4.
public enum SignTest {
  /// The chance that at least `count` pairs of `differing` differ in one direction.
  public static func pValue(atLeast count: Int, of differing: Int) -> Double {
    var (exponent, sum) = (-Double(differing), 0.0)
    for heads in 0...differing {
      if heads >= count { sum += exp2(exponent) }
      exponent += log2(Double(differing - heads) / Double(heads + 1))
    }
    return min(1, sum)
  }
}
