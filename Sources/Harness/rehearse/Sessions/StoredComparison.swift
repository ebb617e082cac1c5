import Analysis
import Recording
import Store
import Scenarios

/// Sets a build of one stored experiment against a build of another.
struct StoredComparison {
  let storeOptions: StoreOptions
  let outputOptions: OutputOptions
  let exportOptions: ExportOptions
  let options: ComparisonOptions

  /// Compares two experiments by the names that users give them.
  func compare(_ baseline: String, _ candidate: String) throws -> ExitStatus {
    let store = try storeOptions.openExisting()
    var a = try side(baseline, build: options.baseline, store)
    var b = try side(candidate, build: options.candidate.first, store)
    let objections = StoredPair.objections(a, b)
    if !objections.isEmpty, !options.force {
      Console.warn(
        "Error: \(a.name) and \(b.name) are not comparable: \(objections.joined(separator: "; ")). "
          + "Measure both to the end on one machine, or compare all the same with --force.")
      return .notComparable
    }
    // The candidate's gates are those that hold.
    let gates = try ScenarioParser.parse(
      store.experiment(candidate).scenario, file: "the stored scenario"
    ).gates
    if gates.contains(where: \.steps) {
      a = try side(baseline, build: options.baseline, store, withSteps: true)
      b = try side(candidate, build: options.candidate.first, store, withSteps: true)
    }
    let decision = Decision(
      purpose: .comparison, baseline: a.name, candidate: b.name, rule: .standard)
    guard
      let result = try ComparisonResult(
        StoredPair.analysis(a, b, decision: decision))
    else { return .toolFailed }
    if outputOptions.json {
      try outputOptions.console.print(json: [ComparisonResultDocument(result)])
    } else {
      try ComparisonPrinter(console: outputOptions.console).print(result)
    }
    Console.warn(
      "note: These were not measured together; 'rehearse compare' of a scenario measures both sides "
        + "at once.")
    for objection in objections { Console.warn("note: Compared although \(objection).") }
    return exportOptions.conclude([result])
  }

  private func side(
    _ reference: String, build: String?, _ store: ResultStore, withSteps: Bool = false
  ) throws -> StoredPair.Side {
    let experiment = try store.experiment(reference)
    let runs = try store.runs(of: experiment.number ?? 0)
    let analysis = ExperimentAnalysis(
      experiment, runs: withSteps ? try runs.map { try store.details(of: $0) } : runs)
    let name = build ?? analysis.builds.first ?? ""
    guard analysis.builds.contains(name) else {
      throw Refusal.unknown("build", name, in: "The experiment", known: analysis.builds)
    }
    return StoredPair.Side(analysis, build: name)
  }
}
