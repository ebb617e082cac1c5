import Analysis
import Recording
import Statistics
import Tables

extension Difference {
  /// The finding, in a word or two for tables and charts; `shown` is the word if it is shown.
  func word(shown: String) -> String {
    switch finding {
    case .shown: shown
    case .layout: "layout"
    case .negligible: "too small"
    case .undecided, .none: "none shown"
    }
  }

  /// The reason why an apparent difference is not shown, with the option that asks for more runs: `8 runs of
  /// each are too few to show it; about 10 would do (--runs 10)`.
  func tooFewRuns(option: String) -> String {
    "\(evidence.count) runs of each are too few to show it"
      + (pairsThatWouldDo.map { "; about \($0) would do (\(option) \($0))" } ?? "")
  }
}

/// The remarks on differences that are tested together, for information.
enum TestedTogether {
  /// Returns how `count` differences were tested, and whether there were too few runs to show anything.
  /// `noun` is their name in the plural; only those of pairs have a signed rank. `fewest` is the fewest pairs
  /// of any of them, nil if there are none. With `metricsApart`, each metric is a question of its own, and
  /// only compared metrics count.
  static func note(
    count: Int, _ noun: String, isPaired: Bool = true, metricsApart: Bool = false, fewest: Int?
  ) -> String {
    let tests = isPaired ? "Student's t and the signed rank" : "Welch's t"
    let family = metricsApart ? "of each metric all \(count)" : "all \(count)"
    let method =
      "p: the chance of as much without a difference, by \(tests), \(family) \(noun) taken together "
      + "(Benjamini-Hochberg): of those called a difference \(NumberFormat.percent(rule.discoveryRate)) % "
      + "may be none. Nothing up to \(NumberFormat.percent(rule.floor)) %, or as small as a metric's grain, "
      + "is called one."
    guard isPaired, let fewest, fewest < fewestPairs else { return method }
    return method + " Fewer than \(fewestPairs) pairs can't show a difference."
  }

  /// Returns the remark that there were too few pairs to show anything; nil if there were enough.
  static func remark(pairs: Int) -> String? {
    pairs < fewestPairs ? "fewer than \(fewestPairs) pairs can't show a difference" : nil
  }

  private static let rule = DecisionRule.standard

  /// The least number of pairs that can show something: the signed rank's two-sided p is at least 2 · 2⁻ⁿ.
  private static let fewestPairs = PairForecast.fewest(showingAt: rule.discoveryRate / 2)
}

extension Table.Cell {
  /// A p value, with two digits.
  static func p(_ value: Double?) -> Table.Cell {
    value.map { .number($0, as: .coarse) } ?? .missing("not tested")
  }

  /// The finding of a difference, with caution if it may come from the code's place.
  static func finding(
    _ difference: Difference, shown: String, tone: Table.Cell.Tone = .neutral
  ) -> Table.Cell {
    let tones: [Difference.Finding: Table.Cell.Tone] = [.shown: tone, .layout: .caution]
    return .text(difference.word(shown: shown), tone: tones[difference.finding] ?? .neutral)
  }
}
