/// Many tests at once: p values that hold a family's error rate, whatever the dependence.
///
/// With p_(1) ≤ … ≤ p_(m) the ordered p values,
///
///     adjusted p_(i) = max over j ≤ i of min(1, (m - j + 1) p_(j))
///
/// Rejecting what is at most alpha keeps the chance of even one false rejection at or below alpha. Cells of
/// one run share a machine, so a method that needs independence is unsuitable.
///
/// Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal
/// of Statistics 6 (1979), 65-70.
public enum Holm {
  /// The adjusted p values, in the order of those given.
  /// - Throws: ``StatisticsError/probability(_:)`` for the first that is not a probability.
  /// - Complexity: O(m log m).
  public static func adjusted(_ pValues: [Double]) throws(StatisticsError) -> [Double] {
    try StatisticsError.requireProbabilities(pValues)
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    var adjusted = pValues
    var greatest = 0.0
    for (rank, index) in order.enumerated() {
      greatest = max(greatest, min(1, Double(pValues.count - rank) * pValues[index]))
      adjusted[index] = greatest
    }
    return adjusted
  }
}

/// Many tests at once, for information: what share of those called different is not.
///
/// With p_(1) ≤ … ≤ p_(m) the ordered p values,
///
///     q_(i) = min over j ≥ i of min(1, m p_(j) / j)
///
/// Among the cells whose q is at most 5 %, at most 5 % are expected to be false if the tests are independent
/// or positively dependent. That is weaker than ``Holm``'s promise, so it gates nothing.
///
/// Source: Y. Benjamini, Y. Hochberg, "Controlling the False Discovery Rate: A Practical and Powerful
/// Approach to Multiple Testing", Journal of the Royal Statistical Society B 57 (1995), 289-300.
public enum BenjaminiHochberg {
  /// The q values, in the order of the p values given.
  /// - Throws: ``StatisticsError/probability(_:)`` for the first that is not a probability.
  /// - Complexity: O(m log m).
  public static func adjusted(_ pValues: [Double]) throws(StatisticsError) -> [Double] {
    try StatisticsError.requireProbabilities(pValues)
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    var adjusted = pValues
    var minimum = 1.0
    for (rank, index) in order.enumerated().reversed() {
      minimum = min(minimum, Double(pValues.count) * pValues[index] / Double(rank + 1))
      adjusted[index] = minimum
    }
    return adjusted
  }
}
