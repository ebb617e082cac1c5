import Analysis
import Metrics
import Recording
import Tables

/// The tables of a report, in their displayed groups. Tables without data are left out.
struct ReportTables {
  let verdicts: [NamedTable]
  /// The functions behind changes of stories.
  let explanations: [NamedTable]
  let results: [NamedTable]
  /// The tables of origins: builds, machine, checks.
  let origins: [NamedTable]
  let failures: [NamedTable]
  let runs: [NamedTable]
  /// The steps of one run of every story.
  let steps: [NamedTable]

  /// The tables of a report. `metrics` compare builds; `layoutMetrics` show their spread over layouts.
  init(
    _ report: Report, comparing metrics: [Metric], layouts layoutMetrics: [Metric]
  ) throws(TableError) {
    let analysis = report.analysis
    verdicts = try Self.verdicts(report)
    explanations = try Self.explanations(report)
    results = try Self.results(report, metrics, layoutMetrics)
    origins = try Self.origins(analysis.experiment)
    failures =
      analysis.runsThatFailed.isEmpty
      ? [] : [NamedTable("failures", try .failures(analysis.runsThatFailed))]
    var names = FileNames()
    var runs: [NamedTable] = []
    let measured = Dictionary(grouping: analysis.measuredRuns, by: \.story)
    for story in analysis.stories where !measured.isEmpty {
      let own = measured[story] ?? []
      runs.append(
        NamedTable(
          names.name("runs", story), try .runs(own, story: story, builds: analysis.builds),
          story: story, metrics: Self.metricsOfRuns.filter(analysis.metrics.contains)))
    }
    let countedRuns = Dictionary(grouping: analysis.countedRuns, by: \.story)
    for story in analysis.stories {
      guard let counted = countedRuns[story] else { continue }
      runs.append(
        NamedTable(
          names.name("instructions", story),
          try .counts(counted, story: story, builds: analysis.builds), story: story))
    }
    let allocationRuns = Dictionary(
      grouping: analysis.runs.filter { $0.kind == .allocations }, by: \.story)
    for story in analysis.stories {
      guard let counted = allocationRuns[story] else { continue }
      runs.append(
        NamedTable(
          names.name("allocations", story),
          try .allocations(counted, story: story, builds: analysis.builds), story: story))
    }
    self.runs = runs
    var steps: [NamedTable] = []
    for run in report.typicalRuns where !run.steps.isEmpty {
      steps.append(
        NamedTable(
          names.name("steps", run.story),
          try .steps(run, layouts: analysis.experiment.layouts), story: run.story))
    }
    self.steps = steps
  }

  var all: [NamedTable] { verdicts + explanations + results + origins + failures + runs + steps }

  private static let metricsOfRuns: [Metric] = [
    .peakMemory, .lowestMemory, .otherMemory, .peakCPU, .lowestCPU, .otherCPU, .cpuTime,
  ]

  private static func verdicts(_ report: Report) throws(TableError) -> [NamedTable] {
    var tables: [NamedTable] = []
    if let judgement = report.judgement {
      let metrics = Set(judgement.gated.map(\.name.metric)).sorted()
      if !judgement.isOfBudgetsAlone {
        tables.append(NamedTable("verdicts", try .verdicts(judgement), metrics: metrics))
      }
      tables.add("budgets", try Table.budgets(judgement), metrics: metrics)
      tables.add("changes", try Table.changes(judgement))
    }
    if let qualification = report.qualification {
      tables.append(NamedTable("qualification", try .qualification(qualification)))
      tables.append(NamedTable("dependence", try .dependence(qualification)))
    }
    return tables
  }

  /// The greatest number of functions in a story's table.
  private static let shownFunctions = 50

  private static func explanations(_ report: Report) throws(TableError) -> [NamedTable] {
    var tables: [NamedTable] = []
    var names = FileNames()
    for explained in report.explanations {
      guard let explanation = explained.explanation else { continue }
      tables.append(
        NamedTable(
          names.name("functions", explained.story),
          try .explanation(explanation, limit: shownFunctions), story: explained.story))
      if let types = try Table.types(explanation, limit: shownFunctions) {
        tables.append(
          NamedTable(names.name("types", explained.story), types, story: explained.story))
      }
    }
    return tables
  }

  private static func results(
    _ report: Report, _ metrics: [Metric], _ layoutMetrics: [Metric]
  ) throws(TableError) -> [NamedTable] {
    let analysis = report.analysis
    var tables: [NamedTable] = []
    var names = FileNames()
    // Verdicts replace them: by another rule the same ratio would look different.
    for comparison in report.comparisons where !report.isJudged {
      tables.append(
        NamedTable(
          names.name("comparison", comparison.candidate, "against", comparison.baseline),
          try .comparison(comparison, metrics: metrics), metrics: metrics))
    }
    if report.hasLayouts {
      tables.append(
        NamedTable(
          "layouts", try .layouts(analysis, metrics: layoutMetrics), metrics: layoutMetrics))
    }
    if let attribution = report.attribution {
      tables.append(NamedTable("attribution", try .attribution(attribution), metrics: [.cpuTime]))
    }
    tables.add("retention", try Table.retention(analysis))
    tables.add("peak-parts", try Table.peakParts(analysis), metrics: Metric.peakParts)
    for comparison in report.published {
      let here = comparison.published.here
      tables.append(
        NamedTable(
          names.name("published", here.build, "over", here.over),
          try .published(comparison), metrics: [here.metric]))
    }
    let peaks = [Metric.peakMemory, .peakCPU].filter(analysis.metrics.contains)
    if !peaks.isEmpty {
      tables.append(NamedTable("peaks-by-story", try .peaks(analysis), metrics: peaks))
    }
    tables.add("others", try Table.others(analysis), metrics: [.otherCPU])
    tables.add(
      "correlations", try Table.correlations(analysis, report.scatterCPU, .peakMemory),
      metrics: [.peakMemory, report.scatterCPU])
    return tables
  }

  private static func origins(_ experiment: Experiment) throws(TableError) -> [NamedTable] {
    var tables = [NamedTable("builds", try .builds(experiment))]
    tables.add("checks", try Table.checks(experiment))
    tables.add("checks-by-module", try Table.checksByModule(experiment))
    if experiment.environment != nil {
      tables.append(NamedTable("machine", try .environment(experiment.environment)))
    }
    return tables
  }
}

extension [NamedTable] {
  fileprivate mutating func add(_ name: String, _ table: Table?, metrics: [Metric] = []) {
    if let table { append(NamedTable(name, table, metrics: metrics)) }
  }
}
