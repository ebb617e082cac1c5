import ArgumentParser
import CommandSupport
import Exporting
import Recording
import Reports
import Store
import Tables

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the experiments that the store holds.")

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let store = try storeOptions.openExisting()
    let rows = try store.experiments().map { experiment in
      let counts = try store.runCounts(of: experiment.number ?? 0)
      let isRunning = experiment.completedAt == nil && store.isBeingMeasured(experiment.number ?? 0)
      return Table.ListedExperiment(
        experiment, runs: counts.all, failed: counts.failed, isRunning: isRunning)
    }
    if outputOptions.json {
      try outputOptions.console.print(json: rows.map { ListedExperimentDocument($0) })
    } else {
      try outputOptions.console.print(try Table.experiments(rows))
    }
  }
}
