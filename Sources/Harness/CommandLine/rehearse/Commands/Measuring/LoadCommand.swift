import Analysis
import ArgumentParser
import Charts
import CommandSupport
import Experimenting
import Exporting
import Reports
import Scenarios
import Tables

extension LatencyBudget.Percentile: ExpressibleByArgument {}

struct LoadCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Find how many users a second a server can take.",
    discussion: """
      Takes a story with 'users', and changes how many arrive: each run is a fresh server at one rate. A run \
      holds if all answers are right, but for 'errors' that the story tolerates, and the percentile of the \
      latencies is within its limit; requests of stories in 'after' count, too. The rate is doubled or halved, then \
      the gap is halved until it is a tenth, and five runs that agree show a bound. Builds take turns.

      Users come at a steady rate: 'pattern' can be poisson or constant. They arrive for as long as the scenario \
      says, but up to 20 s if the percentile needs more users (p99: 200), and for less if a run would have more than \
      50,000 requests. A limit that is long beside that can hide a queue that grows: then the answer says how much \
      lower the rate that lasts may be. Results are not stored.

      Exit status: 0 measured, 1 Rehearse failed, 3 a build fails even at the lowest rate, 4 nothing is known of a \
      build, 64 wrong usage, 130 interrupted; what is known then is printed.
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var scenario: String

  @Option(help: "The story with 'users'. Default: the only one.")
  var story: String?

  @Option(help: ArgumentHelp("Only this build; can be repeated."))
  var build: [String] = []

  @Option(
    help: ArgumentHelp(
      "The limit of the percentile, as in 20ms. Default: the scenario's budget for it, else 100ms.",
      valueName: "time"))
  var atMost: TimeArgument?

  @Option(help: "The percentile that is limited. Default: the one with a budget, else p99.")
  var percentile: LatencyBudget.Percentile?

  @Option(
    help: ArgumentHelp(
      "The lowest rate to try, as in 50/s. Default: the lowest that can be measured.",
      valueName: "rate"))
  var from: RateArgument?

  @Option(
    help: ArgumentHelp(
      "The highest rate to try. Default: the highest that can be measured.", valueName: "rate"))
  var to: RateArgument?

  @Option(
    help: ArgumentHelp(
      "End the runs after this time, builds not included. Default: 90s for each build.",
      valueName: "time"))
  var maxTime: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "Draw latencies by rate: .svg, .png or .pdf." + OutputFiles.removal, valueName: "file"))
  var chart: String?

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if let chart { _ = try ChartFile(chart) }
  }

  var outputFiles: OutputFiles { OutputFiles(charts: chart.map { [$0] } ?? []) }

  func carryOut() async throws {
    let picture = try chart.map { try ChartFile($0) }
    let file = try ScenarioFile(scenario).selecting([], build)
    let session = try LoadSession(file, settings, .ofThisMachine(quiet: quiet))
    let result = try await session.carryOut()
    try print(result)
    // Without any latency there is nothing to draw.
    let isMeasured = result.builds.contains { $0.runs.contains { $0.latency != nil } }
    let outcome = await result.outcome.besides {
      if let picture, isMeasured {
        try await picture.draw(LoadChart(result))
      } else if picture != nil {
        Console.warn("note: There is no chart, because no run was measured to its end.")
      }
    }
    try outcome.exit()
  }

  private var settings: LoadSession.Settings {
    var settings = LoadSession.Settings()
    settings.story = story
    settings.percentile = percentile
    settings.limit = atMost?.time
    settings.lowest = from?.perSecond
    settings.highest = to?.perSecond
    settings.time = maxTime?.time
    return settings
  }

  private func print(_ result: CapacityResult) throws {
    let console = outputOptions.console
    if outputOptions.json {
      try console.print(json: LoadDocument(result))
    } else {
      for sentence in CapacityText.answer(result) { try console.print(sentence: sentence) }
      try console.print()
      try console.print(try Table.load(result))
    }
    for note in [CapacityText.disturbance(result), CapacityText.ending(result)] {
      if let note { Console.warn("note: \(note)") }
    }
  }
}

/// A rate on the command line, as in scenarios.
struct RateArgument: ExpressibleByArgument {
  let perSecond: Double

  init?(argument: String) {
    guard let rate = RateText.perSecond(argument) else { return nil }
    perSecond = rate
  }
}
