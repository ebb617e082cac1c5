import ArgumentParser
import Foundation
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
      let isRunning =
        experiment.completedAt == nil && store.isBeingMeasured(experiment.number ?? 0)
      return Table.ListedExperiment(
        experiment, runs: counts.all, failed: counts.failed, isRunning: isRunning)
    }
    if outputOptions.json {
      try outputOptions.console.print(
        json: rows.map {
          Entry(
            number: $0.experiment.number, name: $0.experiment.name, title: $0.experiment.title,
            startedAt: $0.experiment.startedAt, completedAt: $0.experiment.completedAt,
            runs: $0.runs, failed: $0.failed, state: $0.state)
        })
    } else {
      try outputOptions.console.print(try Table.experiments(rows))
    }
  }

  private struct Entry: Encodable {
    let number: Int64?
    let name: String
    let title: String
    let startedAt: Date
    let completedAt: Date?
    let runs: Int
    let failed: Int
    let state: Table.ListedExperiment.State
  }
}
