import ArgumentParser
import Diagnosing
import Foundation
import Recording
import Store
import SystemPackage

struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Finish an experiment that was interrupted.",
    discussion: """
      Measures what 'run', 'compare', 'check', 'qualify' or 'baseline save' had not measured yet when \
      a signal, a reboot or a full disk ended it, in the order that was planned, and ends as that \
      command would have: with the same options, report, exports and exit status. 'rehearse list' \
      says which experiments are unfinished.

      Builds are made again where they are gone. An experiment whose builds, scenario or machine are \
      no longer what they were can't be finished: its runs would not be comparable.

      Exit status: that of the command, and 0 where nothing is left to measure, 5 where something \
      has changed.
      """)

  @Argument(
    help:
      "The experiment: its number or its name; the latest that is unfinished where none is named.")
  var experiment: String?

  @OptionGroup var storeOptions: StoreOptions

  func run() async throws {
    let store = try storeOptions.openExisting()
    let known = try store.experiments()
    guard let experiment = try wanted(store, among: known) else {
      Console.warn("\(storeOptions.store) holds no unfinished experiment.")
      return
    }
    let name = "Experiment \(experiment.number ?? 0) (\(experiment.name))"
    guard let invocation = experiment.invocation else {
      let isFinished = experiment.completedAt != nil
      Console.warn(
        isFinished
          ? "\(name) is finished."
          : "Error: \(name) can't be finished: only what 'run', 'compare', "
            + "'check', 'qualify' and 'baseline save' have begun can.")
      return try (isFinished ? ExitStatus.passed : .toolFailed).exit()
    }
    let call = MeasuringCall(of: invocation, among: known)
    if call.isFinished(of: invocation.parts) {
      Console.warn(
        "\(name) is finished: nothing is left to measure. 'rehearse show \(experiment.number ?? 0)' "
          + "shows it.")
      return
    }
    // What can be seen before anything is built, since that may take long.
    if let number = experiment.number, store.isBeingMeasured(number) {
      throw StoreError.beingMeasured(number: number)
    }
    try Resumption.require(try changes(experiment, invocation), of: experiment)
    let ownStore = try absolute(storeOptions.store)
    guard FileManager.default.changeCurrentDirectoryPath(invocation.folder) else {
      Console.warn(
        "Error: \(name) was begun in the folder \(invocation.folder), which can't be entered.")
      throw ExitStatus.toolFailed.code
    }
    guard var command = try Rehearse.parseAsRoot(invocation.arguments) as? any MeasuringCommand
    else {
      throw StoreError.damaged(what: "the command line \(invocation.arguments)")
    }
    if try absolute(command.storeOptions.store) != ownStore {
      command.storeOptions.store = ownStore
    }
    Console.warn(
      "\(name) goes on: \(try store.runCounts(of: experiment.number ?? 0).all) runs are there.")
    try await command.measure(call)
  }

  /// The experiment that is named, or the latest of a call that is not finished; nil where all are.
  private func wanted(_ store: ResultStore, among known: [Experiment]) throws -> Experiment? {
    if let experiment { return try store.experiment(experiment) }
    return known.last { experiment in
      experiment.invocation.map {
        !MeasuringCall(of: $0, among: known).isFinished(of: $0.parts)
      } ?? false
    }
  }

  private func changes(_ experiment: Experiment, _ invocation: Invocation) throws -> [String] {
    var now = experiment
    now.scenario = try UnreadableFile.text(of: invocation.scenario)
    now.version = Rehearse.version
    now.environment = try MachineWatch().environment()
    return experiment.changes(to: now)
  }

  private func absolute(_ path: String) throws -> String {
    FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
      .lexicallyNormalized().string
  }
}
