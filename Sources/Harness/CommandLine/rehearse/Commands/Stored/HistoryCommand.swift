import Analysis
import ArgumentParser
import Charts
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Glibc
import Metrics
import Recording
import Reports
import Scenarios
import Statistics
import Store
import Tables

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show a metric over experiments and commits, and where it changed.",
    discussion: """
      Shows, for each story and build, the means of all experiments of a scenario, in the order in which \
      they began. Changes are found by E-divisive means (Matteson and James 2014) with Student's t test \
      (Fleming, Kołaczkowski et al., Hunter, 2023), as Apache Otava 0.8 does. A change is a place to look \
      at, not a verdict: experiments of different times are not paired. A change of the machine, its kernel, \
      the driver or the scenario's file is reported. So is an experiment that this version can't read or judge, \
      which is left out.

      Comparisons ('check', 'compare') have a table of their own, with what each found for the metric: \
      their runs share a CPU, so their means don't belong in this series. Two or more with the same \
      baseline, such as 'check --against v1.0' after each commit, are a history of ratios to it, which \
      continues when the machine changes. Compare a new baseline with the old one once to join both \
      histories.

      Exit status: 0 even if there are changes, 1 Rehearse failed, 64 nothing of that name.
      """)

  @Option(help: "The scenario. Default: that of the latest experiment.")
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      "Experiments of this name; '*' and '?' stand for any text and any letter.",
      valueName: "pattern"))
  var name: String?

  @Option(help: "Only this story; can be repeated.")
  var story: [String] = []

  @Option(help: "Only this build; can be repeated.")
  var build: [String] = []

  @Option(help: "The metric.")
  var metric = Metric.cpuTime.id

  @Option(
    help: ArgumentHelp(
      "Only this many of the latest experiments. Default: the latest 100 comparisons, and 1,000 others.",
      valueName: "n"))
  var last: Int?

  @Option(help: ArgumentHelp("Draw it too, as .svg, .png or .pdf.", valueName: "file"))
  var chart: String?

  @Option(
    help: ArgumentHelp(
      "Draw the ratios to one baseline, as .svg, .png or .pdf.", valueName: "file"))
  var ratios: String?

  @Option(help: ArgumentHelp("Only changes of more than this, in percent.", valueName: "percent"))
  var minMagnitude = 0.0

  @Option(
    name: .customLong("p-value"),
    help: ArgumentHelp("Only changes with a p below this.", valueName: "p"))
  var pValue = 0.001

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    _ = try MetricName.checked(metric)
    if let last, last < 1 { throw ValidationError("--last is \(last); allowed: 1 and more.") }
    if let chart { _ = try ChartFile(chart) }
    if let ratios { _ = try ChartFile(ratios, of: "--ratios") }
    if !(pValue > 0 && pValue < 1) {
      throw ValidationError("--p-value is \(pValue); allowed: between 0 and 1.")
    }
    if !(minMagnitude >= 0 && minMagnitude.isFinite) {
      throw ValidationError("--min-magnitude is \(minMagnitude); allowed: 0 and more.")
    }
  }

  func run() async throws {
    let store = try storeOptions.openExisting()
    let selection = try HistorySelection(
      of: store.outlines(), scenario: scenario, pattern: name, last: last, in: store)
    // Before anything is said of what was found, and of what was not.
    HistoryText.leftOut(
      comparisons: selection.earlierComparisons, others: selection.earlierExperiments,
      in: storeOptions.argument
    ).map { Console.warn("note: \($0)") }
    let found = try history(of: selection, in: store)
    let (history, anchored) = (found.history, found.anchored)
    if let chart { try await ChartFile(chart).draw(HistoryChart(history)) }
    if let ratios {
      guard let anchored else { throw Refusal.noRatios(of: history.metric, selection.subject) }
      try await ChartFile(ratios).draw(HistoryChart(anchored))
    }
    HistoryText.remarks(history).forEach { Console.warn("note: \($0)") }
    if outputOptions.json {
      try outputOptions.console.print(json: HistoryDocument(found))
    } else {
      if !found.comparisons.isEmpty {
        try outputOptions.console.print(
          try Table.comparisons(found.comparisons, of: history.metric))
      }
      if let anchored {
        try outputOptions.console.print(try Table.anchored(anchored))
        for sentence in HistoryText.sentences(anchored) {
          try outputOptions.console.print(sentence)
        }
      }
      guard !history.series.isEmpty else { return }
      try outputOptions.console.print(try Table.history(history))
      for sentence in HistoryText.sentences(history) { try outputOptions.console.print(sentence) }
    }
  }

  private func history(
    of selection: HistorySelection, in store: ResultStore
  ) throws -> StoredHistory {
    let stories = selection.experiments.flatMap { $0.stories.map(\.name) }.uniqued
    try Refusal.check(story, as: "story", in: "The history", known: stories)
    let builds = selection.experiments.flatMap { $0.builds.map(\.name) }.uniqued
    try Refusal.check(build, as: "build", in: "The history", known: builds)
    let metric = try MetricName.checked(self.metric)
    let found = try StoredHistory(
      of: selection, metric: metric, stories: story, builds: build,
      rule: ChangePointRule(level: pValue, minimumMagnitude: minMagnitude / 100), in: store)
    if found.history.series.isEmpty, found.comparisons.isEmpty {
      let numbers = selection.experiments.filter { !$0.isOfPairs }.compactMap(\.number)
      let unread = selection.earlierComparisons + selection.earlierExperiments + found.leftOut.count
      let read = unread > 0 ? " among those read" : ""
      throw Refusal.noValue(
        of: metric, selection.subject + read, measured: try store.metrics(of: numbers))
    }
    return found
  }
}
