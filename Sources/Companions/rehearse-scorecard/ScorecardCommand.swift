import ArgumentParser
import Charts
import CommandSupport
import Experimenting
import Scorecards
import Tables

struct ScorecardCommand: AsyncParsableCommand {
  static let configuration = ScorecardOptions.configuration

  @OptionGroup var options: ScorecardOptions

  func run() async throws {
    let file = try ScorecardFile(options.file)
    if options.ratios != nil, file.card.alternatives.isEmpty {
      throw Refusal.because(
        "\(file.card.file) has no 'alternatives', so there are no ratios to draw.")
    }
    let store = file.needsStore ? try options.storeOptions.openExisting() : nil
    let full = try file.result(in: store)
    let result = options.known.isEmpty ? full : try file.result(knowing: options.known, in: store)
    let tables = try Table.scorecard(result)
    if let chart = options.chart { try await ChartFile(chart).draw(ShareChart(result)) }
    if let ratios = options.ratios {
      try await ChartFile(ratios, of: "--ratios").draw(RatioChart(result))
    }
    let sentences = ScorecardText.sentences(result, of: full)
    if let path = options.tables { try TableFile(path).write(tables, below: sentences) }
    let console = options.outputOptions.console
    if options.outputOptions.json {
      try console.print(json: ScorecardDocument(result, of: full))
      return
    }
    for sentence in sentences { try console.print(sentence: sentence) }
    try console.print()
    for table in tables { try console.print(table) }
  }
}
