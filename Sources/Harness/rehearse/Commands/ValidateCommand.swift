import Analysis
import ArgumentParser
import Experimenting
import Reports
import Scenarios

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenario files; every mistake is told with its line and column.")

  @Argument(help: ArgumentHelp("Scenario files.", valueName: "scenario"))
  var scenarios: [String]

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let results = scenarios.map { name in
      Result { try ScenarioFile(name).scenario }
        .mapError {
          Mistakes(file: name, messages: "\($0)".split(separator: "\n").map(String.init))
        }
    }
    if outputOptions.json {
      try outputOptions.console.print(json: zip(scenarios, results).map(Entry.init))
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
    let file: String
    let messages: [String]
  }

  private struct Entry: Encodable {
    let file: String
    var stories: [String]?
    var builds: [String]?
    var mistakes: [String] = []

    init(_ file: String, _ result: Result<Scenario, Mistakes>) {
      self.file = file
      switch result {
      case .success(let scenario):
        stories = scenario.stories.map(\.name)
        builds = scenario.builds.map(\.name)
      case .failure(let failure): mistakes = failure.messages
      }
    }
  }
}
