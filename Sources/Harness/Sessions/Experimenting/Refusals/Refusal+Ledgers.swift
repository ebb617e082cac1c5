import Analysis
import Recording
import Statistics

/// Refusals of ledgers, and of attempts before anything is measured.
extension Refusal {
  /// There is no ledger of that name.
  public static func noLedger(_ name: String, known: [String]) -> Refusal {
    guard !known.isEmpty else {
      return because(
        "There is no ledger '\(name)': the store has none. 'rehearse judge' with a scenario makes one."
      )
    }
    return unknown("ledger", name, in: "The store", known: known)
  }

  static func otherTerms(_ ledger: Ledger, of scenario: String) -> Refusal {
    guard ledger.terms.scenario == scenario else {
      return because(
        "The ledger '\(ledger.name)' is for the scenario '\(ledger.terms.scenario)', not for '\(scenario)'. Name "
          + "another ledger.")
    }
    return because(
      "The scenario file is not the one that the ledger '\(ledger.name)' began with, and all its attempts must be "
        + "judged alike. Restore the file, or begin another ledger.")
  }

  static func otherHoldOut(_ ledger: Ledger) -> Refusal {
    let own = ledger.terms.holdOut.map { "'\($0)'" }.joined(separator: ", ")
    return because(
      "The ledger '\(ledger.name)' holds out \(own.isEmpty ? "no story" : own), and that can't change. "
        + "Leave --hold-out out, or begin another ledger.")
  }

  static var allHeldOut: Refusal {
    because("--hold-out names every story, so only --final would measure anything. Hold fewer out.")
  }

  static var changedMeanwhile: Refusal {
    incomparable(
      "The files changed after the attempt began, so it is not known what would be judged. Judge again, and leave "
        + "the files alone until the verdict.")
  }

  static var withdrawn: Refusal {
    incomparable(
      "The attempt was withdrawn, because --max-time was too short: nothing of the budget was spent, and there is "
        + "nothing to go on with. Judge again, with more time.")
  }

  /// The time was up before it was known what all stories read. `enough` would have done for that; nil if unknown.
  static func noTimeForInputs(_ limit: Duration, enough: Duration?) -> Refusal {
    let more = enough.map { "Allow --max-time '\(TimeBudget.ample($0))' or more" } ?? "Allow more"
    return Refusal(
      .timeLimit,
      "Not comparable: --max-time is \(ProgressLine.words(limit)), which left no time to record what all stories "
        + "read, so nothing was measured. Unrecorded, an attempt could look up the expected outcomes or share files "
        + "with its base. \(more), or judge without the record: --no-inputs.")
  }

  static func harnessDiffers(_ files: [String]) -> Refusal {
    incomparable(
      "The attempt changes what measures it: \(files.listed(atMost: 5)). To judge it with the baseline's driver, "
        + "name its revision: --harness-from.")
  }

  static func dataDiffer(_ files: [String]) -> Refusal {
    incomparable(
      "The attempt changes data that its stories work on: \(files.listed(atMost: 5)). Restore them, or let the base "
        + "have them, too: both sides must be given the same work.")
  }

  /// Stories of the attempt change their own scheduling by these calls, by the stories' names.
  static func schedulingChanged(_ calls: [String: [String]]) -> Refusal {
    let clauses = calls.sorted { $0.key < $1.key }.map { story, calls in
      "'\(story)' calls \(calls.joined(separator: ", "))"
    }
    return incomparable(
      "The attempt changes how the kernel schedules it, and its base doesn't: "
        + "\(clauses.listed(atMost: 5, by: "; ")). Then it no longer shares a CPU equally with its base, and may take less "
        + "CPU time without doing less. Take the calls out, or let the base make them, too.")
  }

  /// Stories of the attempt read the scenario, or copies of it, at these paths, by the stories' names.
  static func scenarioRead(_ files: [String: String]) -> Refusal {
    let clauses = files.sorted { $0.key < $1.key }.map { story, path in
      "'\(story)' reads \(InputRecord.placeInTree(path) ?? path)"
    }
    return incomparable(
      "The attempt reads the scenario file or a copy of it, so it can look up the expected outcomes, and its base "
        + "doesn't: \(clauses.listed(atMost: 5, by: "; ")). Let the app take what it needs from the steps' "
        + "arguments or from files of its own.")
  }
}
