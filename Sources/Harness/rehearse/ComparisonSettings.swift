import Recording
import Running

/// How much of a comparison is measured, and how it is called, whichever command asks for it.
struct ComparisonSettings {
  /// Exactly so many pairs of each story; nil for as many as it takes.
  var pairs: Int?
  /// How long measuring may take; nil for as long as it takes.
  var timeLimit: Duration?
  /// How often each side runs for anonymous memory alone.
  var memoryRuns: Int
  /// How often the instructions of all stories are counted; 0 for only those that need it.
  var countedRounds = 0
  /// Whether instructions are counted where a small change in time may be the place of the code.
  var checksLayout = true
  /// What counts them, where somebody said so.
  var counting: InstructionCounting?
  /// What the order of pairs is made from; nil for any.
  var seed: UInt64?
  /// What to call the experiment; nil for the scenario's name with the purpose.
  var name: String?
  /// Whether no progress is shown.
  var isQuiet: Bool

  /// By which numbers it is judged.
  /// - Parameter comparisons: how many candidates share the chance of a false alarm.
  func rule(comparisons: Int) -> DecisionRule {
    var rule = pairs == nil ? DecisionRule.adaptive : .standard
    rule.alpha /= Double(max(1, comparisons))
    return rule
  }
}

extension ComparisonOptions {
  /// What of the options is about measuring.
  var settings: ComparisonSettings {
    get throws {
      ComparisonSettings(
        pairs: pairs, timeLimit: try timeLimit, memoryRuns: memoryRuns,
        countedRounds: instructions.rounds, checksLayout: !noLayoutCheck,
        counting: try instructions.counting(), seed: seed,
        name: name,
        isQuiet: quiet)
    }
  }
}
