import Analysis
import ArgumentParser
import Experimenting
import Exporting
import Foundation
import Recording
import Reports
import Store
import Tables

struct RegressionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regressions",
    abstract: "List the regressions that checks found, and say how they stand.",
    discussion: """
      A regression is open from the first check that finds it to a later check, against the same \
      baseline, that shows it gone: it is 'fixed' then. Until then it is 'new', 'investigating', or \
      'accepted' up to the end of a day in UTC, after which it is new again. An inconclusive check \
      changes nothing. States are kept in the store; no check passes because of them.

      Exit status: 0 also where there are regressions, 1 Rehearse failed, 64 nothing of that name.
      """)

  @Argument(
    help: ArgumentHelp("Only this one, by the name that the list shows.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Its state: new, investigating or accepted.", valueName: "state"))
  var set: String?

  @Option(
    help: ArgumentHelp("With --set accepted: the last day, as 2027-01-31.", valueName: "date"))
  var until: String?

  @Flag(help: "Accepted and fixed ones, too.")
  var all = false

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws { _ = try decision() }

  /// The decision that is to be kept; nil where none is.
  private func decision() throws -> RegressionNote.Decision? {
    if set != nil, name == nil {
      throw ValidationError("--set needs the name of a regression.")
    }
    if until != nil, set != "accepted" {
      throw ValidationError("--until goes with --set accepted alone.")
    }
    switch set {
    case nil: return nil
    case "new": return .new
    case "investigating": return .investigating
    case "accepted":
      guard let until else {
        throw ValidationError("--set accepted needs --until, a day such as 2027-01-31.")
      }
      guard let day = CalendarDay(until) else {
        throw ValidationError("--until is '\(until)'; allowed: a day such as 2027-01-31.")
      }
      guard day.end > Date() else {
        throw ValidationError("--until is \(day), which is over.")
      }
      return .accepted(until: day)
    case "fixed":
      throw ValidationError(
        "--set is 'fixed'; that is found by a check against the same baseline. Allowed: new, "
          + "investigating, accepted.")
    case let state?:
      throw ValidationError("--set is '\(state)'; allowed: new, investigating, accepted.")
    }
  }

  func run() throws {
    let store = try storeOptions.openExisting()
    let found = try TrackedRegression.all(in: judged(in: store))
    if let name, found.isEmpty {
      throw ValidationError("There is no regression '\(name)': no check of the store found any.")
    }
    if let name, !found.contains(where: { $0.name == name }) {
      throw Refusal.unknown("regression", name, in: "The store", known: found.map(\.name))
    }
    if let decision = try decision(), let regression = found.first(where: { $0.name == name }) {
      if let gone = regression.gone {
        throw ValidationError(
          "\(regression.name) is fixed, as experiment \(gone.number ?? 0) shows; no state is left.")
      }
      try store.set(
        RegressionNote(
          regression: regression.name, experiment: regression.found.number ?? 0,
          decision: decision))
    }
    let notes = try store.regressionNotes()
    let now = Date()
    let shown = found.map { (regression: $0, state: $0.state(notes[$0.name], at: now)) }
      .filter { all || $0.state.isOpen || $0.regression.name == name }
      .filter { name == nil || $0.regression.name == name }
    if outputOptions.json {
      try outputOptions.console.print(
        json: shown.map { RegressionDocument($0.regression, $0.state) })
    } else if shown.isEmpty {
      try outputOptions.console.print(sentence: "No regression is open.")
    } else {
      try outputOptions.console.print(try Table.regressions(shown))
    }
  }

  /// All checks, judged as they were when they were made.
  private func judged(
    in store: ResultStore
  ) throws -> [(experiment: Experiment, judgement: Judgement)] {
    let checks = try store.experiments().filter {
      $0.completedAt != nil && [.check, .strictCheck].contains($0.decision?.purpose)
    }
    return try checks.compactMap { experiment in
      // Steps are judged too, and they are in the details.
      let runs = try store.runs(of: experiment.number ?? 0).map(store.details)
      let result = try JudgedExperiment(ExperimentAnalysis(experiment, runs: runs))
      return result.map { (experiment, $0.judgement) }
    }
  }
}
