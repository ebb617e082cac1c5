import Analysis
import ArgumentParser
import Experimenting
import Exporting
import Reports
import Scenarios

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenario files and report every mistake with its line and column.")

  @Argument(help: ArgumentHelp("Scenario files.", valueName: "scenario"))
  var scenarios: [String]

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let results = scenarios.map { name in
      Result { try ScenarioFile(name).scenario }
        .mapError {
          Mistakes(messages: "\($0)".split(separator: "\n").map(String.init))
        }
    }
    if outputOptions.json {
      try outputOptions.console.print(
        json: zip(scenarios, results).map { name, result in
          switch result {
          case .success(let scenario): ValidationDocument(name, scenario)
          case .failure(let mistakes): ValidationDocument(name, mistakes: mistakes.messages)
          }
        })
    } else {
      for (name, result) in zip(scenarios, results) {
        switch result {
        case .success(let scenario):
          try outputOptions.console.print(
            "\(name): \(scenario.stories.count.counted("story", "stories")), "
              + "\(scenario.builds.count.counted("build", "builds")), no mistake"
          )
        case .failure(let mistakes): mistakes.messages.forEach(Console.warn)
        }
      }
    }
    let failed = results.contains { if case .failure = $0 { true } else { false } }
    try (failed ? Outcome.toolFailed : .passed).exit()
  }

  private struct Mistakes: Error {
    let messages: [String]
  }
}
