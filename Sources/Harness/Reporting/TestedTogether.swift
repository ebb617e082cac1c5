import Recording
import Rounding

/// What is said of differences that are tested together, for information.
enum TestedTogether {
  /// How they were tested, and where so few runs were made that nothing could be shown.
  /// - Parameters:
  ///   - count: how many there are.
  ///   - noun: what they are, in the plural.
  ///   - isPaired: whether they are of pairs; of others there is no signed rank.
  ///   - fewest: the fewest pairs of any of them; nil where there are none.
  static func note(count: Int, _ noun: String, isPaired: Bool = true, fewest: Int?) -> String {
    func percent(_ share: Double) -> String { NumberFormat.plain.string(for: share * 100) }
    let tests = isPaired ? "Student's t and the signed rank" : "Welch's t"
    let method =
      "p: that it is nothing but chance, by \(tests), all \(count) \(noun) taken together "
      + "(Benjamini-Hochberg): of those called a difference \(percent(rule.discoveryRate)) % may be "
      + "none. Nothing up to \(percent(rule.floor)) %, or as small as a metric's grain, is called one."
    guard isPaired, let fewest, fewest < fewestPairs else { return method }
    return method + " Fewer than \(fewestPairs) pairs can show none."
  }

  /// That there were too few pairs to show anything; nil where there were enough.
  static func remark(pairs: Int) -> String? {
    pairs < fewestPairs ? "fewer than \(fewestPairs) pairs can show none" : nil
  }

  private static let rule = DecisionRule.standard

  /// So many pairs can show something: the signed rank's p, two-sided, is 2 · 2⁻ⁿ at least.
  private static let fewestPairs: Int = {
    var (pairs, p) = (1, 1.0)
    while p > rule.discoveryRate { (pairs, p) = (pairs + 1, p / 2) }
    return pairs
  }()
}

extension Table.Cell {
  /// A p value, in two digits.
  static func p(_ value: Double?) -> Table.Cell {
    value.map { .number($0, as: .coarse) } ?? .missing("not tested")
  }
}
