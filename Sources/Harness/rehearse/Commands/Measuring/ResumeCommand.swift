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
      Measures what 'run', 'compare', 'check', 'qualify', 'explain' or 'baseline save' had not measured \
      yet when a signal, a reboot or a full disk ended it, in the order that was planned, and ends as that \
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
          : "Error: \(resumption.name) can't be finished: only what 'run', 'compare', "
            + "'check', 'qualify', 'explain' and 'baseline save' have begun can.")
      return try (isFinished ? Outcome.passed : .toolFailed).exit()
    }
    if resumption.isFinished {
      Console.warn(
        "\(resumption.name) is finished: nothing is left to measure. 'rehearse show "
          + "\(resumption.experiment.number ?? 0)' shows it.")
      return
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
    else {
      throw StoreError.damaged(what: "the command line \(invocation.arguments)")
    }
    if try absolute(command.storeOptions.store) != ownStore {
      command.storeOptions.store = ownStore
    }
    Console.warn("\(resumption.name) goes on: \(try resumption.runs) runs are there.")
    try await command.measure(resumption.call)
  }

  private func absolute(_ path: String) throws -> String {
    FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
      .lexicallyNormalized().string
  }
}
