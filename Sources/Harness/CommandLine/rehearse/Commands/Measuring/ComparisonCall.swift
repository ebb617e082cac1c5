import Analysis
import CommandSupport
import Experimenting
import Exporting
import Recording
import Reports
import Scenarios
import Statistics
import Store
import Tables

/// The common part of `compare` and `check`: a session, and its output.
struct ComparisonCall {
  /// The purpose, which determines whether verdicts fail.
  let purpose: Decision.Purpose
  let options: ComparisonOptions
  let storeOptions: StoreOptions
  let outputOptions: OutputOptions
  let exportOptions: ExportOptions
  /// A Boolean value indicating whether 'watch' made the call: it tells what is known so far, and a save stops it for
  /// good. Its store is removed with it, and knows no qualification.
  var isWatched = false

  func compare(_ path: String, _ call: SessionCall) async throws -> Outcome {
    let file = try ScenarioFile(path).selecting(options.story, [])
    options.tellUnusedSettings()
    let store = try storeOptions.open()
    let equipment = try equipment
    let session = try ComparisonSession(
      file, try options.choice, try options.settings, for: purpose, store: store, equipment)
    try exportOptions.check(experiments: session.candidates)
    try await options.page.check(experiments: session.candidates, beside: storeOptions)
    var (states, warnings): ([QualificationState], [String]) = ([], [])
    var count = 0
    let results = try await session.carryOut(in: call) { result in
      count += 1
      // It is about the machine, the same for all candidates, so it is printed once, after the last.
      if !isWatched, let state = result.qualification, !states.contains(state) {
        states.append(state)
        // Whoever was told once, and did not qualify, need not be told again.
        let own = result.analysis.experiment
        let wasTold =
          try state == .missing(outdated: nil)
          && store.experiments().contains {
            $0.number != own.number && $0.name == own.name && $0.isOfSameMachine(as: own)
          }
        warnings +=
          wasTold
          ? []
          : Headline.warnings(
            state, of: file.scenario.name, path: "\(file.path)", in: storeOptions.argument,
            like: result.analysis)
      }
      if result.analysis.experiment.partition != nil {
        if !outputOptions.json { try printPart(result.analysis) }
      } else if result.outcome == .interrupted {
        if !isWatched { storeOptions.tellOfInterruption(result.analysis) }
      } else if !outputOptions.json {
        var advice = [Headline.recording(result.analysis.runs, of: path)]
        if !isWatched {
          let number = result.analysis.experiment.number ?? 0
          advice += [
            Headline.explaining(result.judgement, of: number, in: storeOptions.argument),
            Headline.explainingWaits(result.judgement, of: number, in: storeOptions.argument),
          ]
        }
        try ComparisonPrinter(console: outputOptions.console)
          .print(
            result,
            notes: advice.compactMap(\.self)
              + (count == session.candidates ? warnings : []))
      }
    }
    if outputOptions.json {
      warnings.forEach { Console.warn("note: \($0)") }
      try outputOptions.console.print(json: results.map(JudgedExperimentDocument.init))
    } else if options.partOptions.text == nil {
      try printClosing(results)
    }
    // A part has no verdict, only runs.
    if options.partOptions.text != nil { return results.map(\.analysis.outcome).max() ?? .passed }
    return await options.page.conclude(
      results.map(\.analysis), exportOptions.conclude(results, of: file.path), in: store,
      beside: storeOptions, until: equipment.interruption)
  }

  private var equipment: Equipment {
    get throws {
      try .ofThisMachine(
        quiet: options.pairing.quiet, tellsInterims: isWatched,
        sharing: options.partOptions.shared)
    }
  }

  private func printPart(_ analysis: ExperimentAnalysis) throws {
    if analysis.outcome == .interrupted { return storeOptions.tellOfInterruption(analysis) }
    try outputOptions.console.printFailures(of: analysis)
    analysis.findings.forEach { Console.warn("note: \($0.description)") }
    try outputOptions.console.print(sentence: PartSentence.made(analysis, in: storeOptions.store))
  }

  func compareMerged(in path: String) throws -> Outcome {
    let merged = try MergedComparison(
      options.pairing.name, for: purpose, in: ResultStore(existing: path))
    try exportOptions.check(experiments: merged.results.count)
    let warnings = merged.qualifications.flatMap { machines, state in
      merged.measured.map { PartSentence.warnings(state, of: machines, like: $0) } ?? []
    }
    try print(merged.results, notes: warnings)
    return exportOptions.conclude(merged.results)
  }

  func compare(_ subject: String, withSaved name: String, _ call: SessionCall) async throws
    -> Outcome
  {
    let comparison = try SavedComparison(
      options.savedSettings(name), for: purpose, in: options.baselineOptions.baselines,
      resuming: call)
    guard subject.isScenarioFile else {
      return try conclude(try comparison.take(subject, from: try storeOptions.openExisting()))
    }
    let file = try ScenarioFile(subject).selecting(options.story, [])
    // Before a store is created.
    try comparison.check(file.scenario)
    options.tellUnusedSettings()
    let store = try storeOptions.open()
    let equipment = try equipment
    try await options.page.check(experiments: 1, beside: storeOptions)
    let analysis = try await comparison.measure(file, in: call, store: store, equipment)
    if analysis.outcome == .interrupted {
      storeOptions.tellOfInterruption(analysis)
      return .interrupted
    }
    let outcome = try conclude(analysis, of: file)
    return await options.page.conclude(
      [analysis], outcome, in: store, beside: storeOptions, until: equipment.interruption)
  }

  private func conclude(_ analysis: ExperimentAnalysis, of file: ScenarioFile? = nil) throws
    -> Outcome
  {
    guard let result = try JudgedExperiment(analysis) else { return .toolFailed }
    try print([result])
    return exportOptions.conclude([result], of: file?.path)
  }

  func compare(_ baseline: String, _ candidate: String) throws -> Outcome {
    let store = try storeOptions.openExisting()
    let sides = try StoredComparison.sides(
      baseline, candidate, chosen: (options.baseline, options.candidate.first), in: store)
    try exportOptions.check(experiments: sides.count)
    let comparisons = try sides.map {
      try StoredComparison(baseline, candidate, builds: $0, isForced: options.force, in: store)
    }
    let results = comparisons.map(\.result)
    let objections = comparisons.flatMap(\.objections).uniqued
    try print(
      results,
      notes: [
        "These were not measured together. 'rehearse compare' with a scenario, and 'rehearse measure' with "
          + "several commands, measure both sides at once."
      ] + objections.map { "Compared although \($0)." })
    return exportOptions.conclude(results)
  }

  private func print(_ results: [JudgedExperiment], notes: [String] = []) throws {
    if outputOptions.json {
      notes.forEach { Console.warn("note: \($0)") }
      try outputOptions.console.print(json: results.map(JudgedExperimentDocument.init))
      return
    }
    for (index, result) in results.enumerated() {
      try ComparisonPrinter(console: outputOptions.console)
        .print(result, notes: index == results.count - 1 ? notes : [])
    }
    try printClosing(results)
  }

  /// The last line is about all candidates, like the exit status.
  private func printClosing(_ results: [JudgedExperiment]) throws {
    guard !results.contains(where: { $0.outcome == .interrupted }),
      let closing = Headline.closing(results.map(\.judgement))
    else { return }
    try outputOptions.console.print(sentence: closing)
  }
}

extension Experiment {
  fileprivate func isOfSameMachine(as other: Experiment) -> Bool {
    guard let environment, let now = other.environment else { return false }
    return now.differences(from: environment).isEmpty
  }
}
