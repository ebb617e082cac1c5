import ArgumentParser
import Foundation
import Importing
import Recording
import Reporting

struct BaselineListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the baselines that are saved.")

  @OptionGroup var baselineOptions: BaselineOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let folder = baselineOptions.baselines
    var found: [(name: String, baseline: Baseline)] = []
    var status = ExitStatus.passed
    for name in try folder.names() {
      do throws(BaselineError) {
        found.append((name, try folder.baseline(name)))
      } catch {
        // The others are still of use.
        Console.warn("Error: \(error)")
        status = .toolFailed
      }
    }
    if outputOptions.json {
      try outputOptions.console.print(json: found.map(Entry.init))
    } else {
      try outputOptions.console.print(try Table.baselines(found))
    }
    try status.exit()
  }

  private struct Entry: Encodable {
    let name: String
    let scenario: String
    let build: String
    let measuredAt: Date
    let revision: String?
    let stories: Int

    init(_ found: (name: String, baseline: Baseline)) {
      name = found.name
      scenario = found.baseline.scenario
      build = found.baseline.build.name
      measuredAt = found.baseline.measuredAt
      revision = found.baseline.build.revision?.commit
      stories = found.baseline.stories.count
    }
  }
}
