import ArgumentParser

/// The scorecard, and the files to write.
public struct ScorecardOptions: CompanionOptions, Sendable {
  /// The program.
  public static let companion = Companion.scorecard
  /// The verb.
  public static let configuration = CommandConfiguration(
    commandName: "scorecard",
    abstract:
      "Weigh criteria, and choose between builds or platforms as far as the criteria tell them apart.",
    discussion: """
      The file names criteria with weights, or with the hours that a skill takes to learn and how often it \
      is used. With alternatives it says which is best, and gives no order if weights and values within \
      their ranges leave it open. Docs/how-to/scorecard.md describes the file, \
      Docs/explanation/scorecard.md the method.

      Exit status: 0 even if no order is shown, 1 a mistake in the file, or Rehearse failed, 64 no \
      experiment of that name.
      """)

  /// The scorecard.
  @Argument(help: "A scorecard.")
  public var file: String

  /// The skills that need no hours.
  @Option(
    name: .customLong("has"),
    help: ArgumentHelp(
      "A skill that the developer has already, so it takes no hours; can be repeated.",
      valueName: "skill"))
  public var known: [String] = []

  /// The picture of the weights.
  @Option(help: ArgumentHelp("Draw the weights too, as .svg, .png or .pdf.", valueName: "file"))
  public var chart: String?

  /// The picture of the ratios.
  @Option(
    help: ArgumentHelp(
      "Draw how much better the best alternative is, as .svg, .png or .pdf.", valueName: "file"))
  public var ratios: String?

  /// The file of the tables.
  @Option(help: ArgumentHelp("Write the tables too, as .md, .csv or .tex.", valueName: "file"))
  public var tables: String?

  /// The store.
  @OptionGroup public var storeOptions: StoreOptions
  /// The look of results.
  @OptionGroup public var outputOptions: OutputOptions

  /// Options that are not given.
  public init() {}

  /// Refuses files whose extensions name no format.
  public func validate() throws {
    if let chart { _ = try ChartFile(chart) }
    if let ratios { _ = try ChartFile(ratios, of: "--ratios") }
    if let tables { _ = try TableFile(tables) }
  }
}
