import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Recording
import Reports
import Store
import Tables

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Save the cost of a build under a name, to compare later builds against.",
    discussion: """
      A baseline is one JSON file that can be kept in the repository. 'rehearse check scenario.yml \
      --saved NAME' measures the build alone and judges what is the same in every run: anonymous \
      memory without address randomisation, instructions and allocations. Times of another day say little \
      about a program; 'rehearse check scenario.yml --against main' measures both sides now.
      """,
    subcommands: [BaselineSaveCommand.self, BaselineListCommand.self, BaselineShowCommand.self])
}

struct BaselineListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the baselines that are saved.")

  @OptionGroup var baselineOptions: BaselineOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let folder = baselineOptions.baselines
    var found: [(name: String, baseline: Baseline)] = []
    var status = Outcome.passed
    for name in try folder.names() {
      do throws(StoreError) {
        found.append((name, try folder.baseline(name)))
      } catch {
        // The others are still useful.
        Console.warn("Error: \(error)")
        status = .toolFailed
      }
    }
    if outputOptions.json {
      try outputOptions.console.print(
        json: found.map { ListedBaselineDocument($0.baseline, named: $0.name) })
    } else if found.isEmpty, status == .passed {
      try outputOptions.console.print(
        "There are no baselines in \(baselineOptions.folder); 'rehearse baseline save' makes one.")
    } else {
      try outputOptions.console.print(try Table.baselines(found))
    }
    try status.exit()
  }
}

struct BaselineShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a baseline's measurements, and what was measured.")

  @Argument(help: "The baseline's name.")
  var name: String

  @OptionGroup var baselineOptions: BaselineOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws { try FolderName.check(name, of: "baseline") }

  func run() throws {
    let baseline = try baselineOptions.baselines.baseline(name)
    let console = outputOptions.console
    guard !outputOptions.json else { return try console.print(json: baseline) }
    try console.print(
      "\(name): \(baseline.build.name) of \(baseline.scenario), measured "
        + "\(baseline.measuredAt.formatted(.iso8601)) by Rehearse \(baseline.version)\n"
        + "Made by: \(baseline.build.recipe)\n")
    try console.print(try Table.environment(baseline.environment))
    try console.print(try Table.measurements(baseline))
  }
}
