import ArgumentParser
import Foundation
import Importing
import Recording
import Reporting

struct BaselineShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a baseline's figures, and what they are of.")

  @Argument(help: "The baseline's name.")
  var name: String

  @OptionGroup var baselineOptions: BaselineOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws { try BaselineName.check(name) }

  func run() throws {
    let baseline: Baseline
    do throws(BaselineError) {
      baseline = try baselineOptions.baselines.baseline(name)
    } catch {
      throw SavedBaseline.ending(error)
    }
    let console = outputOptions.console
    guard !outputOptions.json else { return try console.print(json: baseline) }
    try console.print(
      "\(name): \(baseline.build.name) of \(baseline.scenario), measured "
        + "\(baseline.measuredAt.formatted(.iso8601)) by Rehearse \(baseline.version)\n"
        + "Made by: \(baseline.build.recipe)\n")
    try console.print(try Table.environment(baseline.environment))
    try console.print(try Table.figures(baseline))
  }
}
