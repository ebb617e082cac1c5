import Analysis
import Recording
import Statistics

extension Headline {
  /// Returns the reason for the verdict on an attempt, and what the comparison shows besides.
  public static func reason(_ finding: AttemptFinding, _ judgement: Judgement) -> String {
    func cells(_ cells: [JudgedCell]) -> String {
      cells.map(\.clause).listed(atMost: maximumNamed, by: "; ")
    }
    func stories(_ names: [String]) -> String { named(names.map { "'\($0)'" }) }
    let reason: String? =
      switch finding.cause {
      // The headline says it.
      case .failures, .proven, .unexercised, .improved, .regressed: nil
      case .nothingShown: "No improvement is shown at the attempt's level."
      case .open(let found): "Something is better, but this may be worse: \(cells(found))."
      case .layout(let found):
        "The improvement may come from where the linker put the code, and that was not checked: \(cells(found)). "
          + "Install Valgrind, or begin a ledger with 'layouts: 8' in the scenario."
      case .varying(let found):
        "The improvement is shown only by counts that vary from run to run, so it may be chance: \(cells(found))."
      case .allNew(let cause): "There is nothing to compare with: \(cause)."
      case .missing(let found):
        found.isEmpty ? "No cell is gated." : "These gated cells have no value: \(cells(found))."
      case .harness(let files): "The attempt changes what measures it: \(named(files))."
      case .moved(let work): "\(work.story): \(work.clause)."
      case .outside(let found): "Work outside of the steps grew: \(cells(found))."
      case .slower(let time):
        "'\(time.story)' uses less CPU time but takes longer; gate its wall time."
      case .errors(let story, let counts):
        "More users of '\(story)' are not answered as expected: \(counts.words())."
      case .latencies(let found):
        "Users wait longer, and no gate is on latencies: \(cells(found))."
      case .unchecked(let names):
        "Nothing checks the outcome of \(stories(names)), so less work would look better. 'rehearse record' "
          + "records it; for many users, expect a value besides the digest."
      case .sockets(let sockets):
        "Both sides share what answers at \(named(sockets)); make it a service of the scenario."
      case .inputsUnknown(let gap):
        "It is not known what both sides read, so they may share results: "
          + "\(gap.withoutFullStop). Give later attempts --no-inputs to judge without."
      }
    return ([reason].compactMap(\.self) + [sentence(judgement)]).joined(separator: " ")
  }

  /// Returns the verdict on an attempt and what is left of the budget, in sentences; nothing without a
  /// verdict.
  public static func sentences(_ attempt: Attempt, in ledger: Ledger, repeated isRepeated: Bool)
    -> [String]
  {
    guard let ruling = attempt.ruling else { return [] }
    let subject = "attempt \(attempt.number) of '\(ledger.name)'"
    let word = ruling.verdict.rawValue
    return [
      "\(word.capitalisedFirst), \(subject)"
        + (isRepeated ? ", judged before" : "") + ": \(ruling.reason)",
      budget(of: ledger),
    ]
  }

  /// Returns what is left of a ledger's budget.
  public static func budget(of ledger: Ledger) -> String {
    "Error budget left: \(NumberFormat.coarsePercent(ledger.left)) of "
      + "\(NumberFormat.coarsePercent(ledger.terms.alpha)) %. The next attempt is "
      + "judged at \(NumberFormat.coarsePercent(ledger.nextLevel)) %."
  }
}
