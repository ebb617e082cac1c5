import Analysis
import ArgumentParser
import CommandSupport
import Diagnosing
import Experimenting
import Foundation
import Recording
import Store
import SystemPackage

struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Finish an experiment that was interrupted.",
    discussion: """
      Measures the rest of a 'run', 'compare', 'check', 'judge', 'qualify', 'explain', 'bisect' or 'baseline \
      save' that a signal, a reboot or a full disk ended. It keeps the planned order and ends as that command \
      would have: with the same options, report, exports and exit status. 'rehearse list' says which experiments \
      are unfinished.

      A finished 'run', 'compare', 'check' or 'qualify' that is named measures nothing, and ends with the status of \
      its result: a kill may have left only that to say. Any other is concluded again from its stored runs: a \
      verdict, a result or a baseline that is missing is made then, and a 'bisect' whose time was up searches on. \
      What its --explain measured is not measured again.

      Builds that are gone are made again. An experiment can't be finished if its builds, scenario or \
      machine have changed: its runs would not be comparable.

      Exit status: that of the command, 0 if no experiment is unfinished, or 5 if something has changed.
      """)

  @Argument(help: "The experiment: its number or its name. Default: the latest unfinished one.")
  var experiment: String?

  @OptionGroup var trustOptions: TrustOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() async throws {
    let store = try storeOptions.openExisting()
    guard let resumption = try Resumption(experiment, in: store) else {
      Console.warn("\(storeOptions.store) holds no unfinished experiment.")
      return
    }
    guard let invocation = resumption.invocation else {
      let isFinished = resumption.isFinished
      Console.warn(
        isFinished
          ? "\(resumption.name) is finished."
          : "Error: \(resumption.name) can't be finished: 'resume' continues only 'run', 'compare', 'check', "
            + "'judge', 'qualify', 'explain', 'bisect' and 'baseline save'.")
      return try (isFinished ? Outcome.passed : .toolFailed).exit()
    }
    if let outcome = try resumption.outcome {
      Console.warn(
        "\(resumption.name) is finished: nothing is left to measure. 'rehearse show "
          + "\(resumption.experiment.number ?? 0)\(storeOptions.argument)' shows it.")
      return try outcome.exit()
    }
    try resumption.check { try MachineWatch().environment() }
    let ownStore = try absolute(storeOptions.store)
    guard FileManager.default.changeCurrentDirectoryPath(invocation.folder) else {
      Console.warn(
        "Error: \(resumption.name) was begun in the folder \(invocation.folder), which can't be "
          + "entered.")
      throw Outcome.toolFailed.code
    }
    guard var command = try Rehearse.parseAsRoot(invocation.arguments) as? any MeasuringCommand
    else { throw StoreError.damaged(what: "the command line \(invocation.arguments)") }
    if try absolute(command.storeOptions.store) != ownStore {
      command.storeOptions.store = ownStore
    }
    let state = resumption.isFinished ? "is concluded again" : "goes on"
    Console.warn("\(resumption.name) \(state): \(try resumption.runs) runs are stored already.")
    try await command.outputFiles.prepare()
    try await command.measure(resumption.call)
  }

  private func absolute(_ path: String) throws -> String {
    FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
      .lexicallyNormalized().string
  }
}
