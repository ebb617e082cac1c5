import Analysis
import ArgumentParser
import Charts
import Experimenting
import Exporting
import Reports
import Scenarios
import Store
import Tables

struct ScorecardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scorecard",
    abstract:
      "Weigh criteria, and choose between builds or platforms as far as they tell them apart.",
    discussion: """
      The file names criteria with weights, or with the hours that a skill takes to learn and how often \
      it is used. With alternatives it says which is best, and no order where weights and values within \
      their ranges leave it open. Docs/scorecard.md describes the file and the method.

      Exit status: 0 also where no order is shown, 1 a mistake in the file, or Rehearse failed, 64 no \
      experiment of that name.
      """)

  @Argument(help: "A scorecard.")
  var file: String

  @Option(
    name: .customLong("has"),
    help: ArgumentHelp(
      "A skill that the developer has, so that it takes no hours; can be repeated.",
      valueName: "skill"))
  var known: [String] = []

  @Option(
    help: ArgumentHelp("Draw the weights too, as .svg, .png or .pdf.", valueName: "file"))
  var chart: String?

  @Option(
    help: ArgumentHelp(
      "Draw how much better the best alternative is, as .svg, .png or .pdf.", valueName: "file"))
  var ratios: String?

  @Option(
    help: ArgumentHelp("Write the tables too, as .md, .csv or .tex.", valueName: "file"))
  var tables: String?

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if let chart { _ = try ChartFile(chart) }
    if let ratios { _ = try ChartFile(ratios, of: "--ratios") }
    if let tables { _ = try TableFile(tables) }
  }

  func run() async throws {
    let file = try ScorecardFile(file)
    if ratios != nil, file.card.alternatives.isEmpty {
      throw Refusal.because(
        "\(file.card.file) has no 'alternatives', so there are no ratios to draw.")
    }
    let store = file.needsStore ? try storeOptions.openExisting() : nil
    let full = try file.result(in: store)
    let result = known.isEmpty ? full : try file.result(knowing: known, in: store)
    let tables = try Table.scorecard(result)
    if let chart {
      let picture = try ShareChart(result)
      try await ChartFile(chart).draw(picture, size: picture.size())
    }
    if let ratios {
      let picture = try RatioChart(result)
      try await ChartFile(ratios, of: "--ratios").draw(picture, size: picture.size())
    }
    let sentences = ScorecardText.sentences(result, of: full)
    if let path = self.tables { try TableFile(path).write(tables, below: sentences) }
    let console = outputOptions.console
    if outputOptions.json {
      try console.print(json: ScorecardDocument(result, of: full))
      return
    }
    for sentence in sentences { try console.print(sentence: sentence) }
    try console.print()
    for table in tables { try console.print(table) }
  }
}
