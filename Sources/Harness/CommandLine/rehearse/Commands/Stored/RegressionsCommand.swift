import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Recording
import Reports
import Statistics
import Store
import Tables

struct RegressionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regressions",
    abstract: "List the regressions that checks found, and say how they stand.",
    discussion: """
      A regression is open from the first check that finds it to a later check, against the same \
      baseline and of a commit that has the regression's among its ancestors, that shows it gone: it is \
      'fixed' then. If the history of either commit is unknown, it stays open. While it is open, it is \
      'new', 'investigating', or 'accepted' up to the end of a day in UTC, after which it is new again. An \
      inconclusive check changes nothing, and one with a driver for each side fixes nothing. States are kept in \
      the store, and 'push' and 'pull' share them; no check passes because of them.

      Exit status: 0 even if there are regressions, 1 Rehearse failed, or can't judge a check, which it \
      names and leaves out, 64 nothing of that name.
      """)

  @Argument(
    help: ArgumentHelp("Only this one, by the name that the list shows.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Its state: new, investigating or accepted.", valueName: "state"))
  var set: String?

  @Option(
    help: ArgumentHelp("With --set accepted: the last day, as 2027-01-31.", valueName: "date"))
  var until: String?

  @Flag(help: "Also list accepted and fixed ones.")
  var all = false

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws { _ = try decision() }

  /// The decision to store; nil if there is none.
  private func decision() throws -> RegressionNote.Decision? {
    if set != nil, name == nil { throw ValidationError("--set needs the name of a regression.") }
    if until != nil, set != "accepted" { throw ValidationError("--until needs --set accepted.") }
    guard let set else { return nil }
    do {
      return try RegressionNote.Decision(
        set, until: until, at: Date(), named: ("--set", "--until"))
    } catch {
      throw ValidationError(error.description)
    }
  }

  func run() throws {
    let store = try storeOptions.openExisting()
    let (found, leftOut) = try store.regressions()
    if let name, found.isEmpty {
      let checks = leftOut.isEmpty ? "no check of the store" : "no check that can be judged"
      throw ValidationError("There is no regression '\(name)': \(checks) found any.")
    }
    if let name {
      try Refusal.check([name], as: "regression", in: "The store", known: found.map(\.name))
    }
    if let decision = try decision(), let regression = found.named(name ?? "") {
      do {
        try store.set(decision, of: regression, at: Date())
      } catch let error as RecordingError {
        throw ValidationError(error.description)
      }
    }
    let notes = try store.regressionNotes()
    let now = Date()
    let shown = found.map { (regression: $0, state: $0.state(notes, at: now)) }
      .filter { name == nil ? all || $0.state.isOpen : $0.regression.name == name }
    if outputOptions.json {
      try outputOptions.console.print(
        json: shown.map { RegressionDocument($0.regression, $0.state) })
    } else if shown.isEmpty {
      let accepted = found.count {
        if case .accepted = $0.state(notes, at: now) { true } else { false }
      }
      let none =
        leftOut.isEmpty
        ? "No regression is open" : "In the checks that can be judged, no regression is open"
      try outputOptions.console.print(
        sentence: accepted == 0
          ? "\(none)."
          : "\(none), except for "
            + "\(accepted.counted("accepted one", "accepted ones")): '--all' lists them all.")
    } else {
      try outputOptions.console.print(try Table.regressions(shown))
    }
    // The list lacks what they may have found. One that was named is there.
    if name == nil, !leftOut.isEmpty { try Outcome.toolFailed.exit() }
  }
}
