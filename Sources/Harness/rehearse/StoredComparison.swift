import Analysis
import Comparing
import Recording
import ResultStore

/// Sets a build of one stored experiment against a build of another.
struct StoredComparison {
  let storeOptions: StoreOptions
  let outputOptions: OutputOptions
  let options: ComparisonOptions

  /// Compares two experiments by the names that users give them.
  func compare(_ baseline: String, _ candidate: String) throws -> ExitStatus {
    let store = try storeOptions.openExisting()
    let a = try side(baseline, build: options.baseline, store)
    let b = try side(candidate, build: options.candidate.first, store)
    let objections = StoredPair.objections(a, b)
    if !objections.isEmpty, !options.force {
      Console.warn(
        "Error: \(a.name) and \(b.name) are not comparable: \(objections.joined(separator: "; ")). "
          + "Measure both on one machine, or compare all the same with --force.")
      return .notComparable
    }
    let decision = Decision(
      purpose: .comparison, baseline: a.name, candidate: b.name, rule: .standard)
    guard let result = try ComparisonResult(StoredPair.analysis(a, b, decision: decision)) else {
      return .toolFailed
    }
    if outputOptions.json {
      try outputOptions.console.print(json: [ComparisonResultDocument(result)])
    } else {
      try ComparisonPrinter(console: outputOptions.console).print(result)
    }
    Console.warn(
      "note: These were not measured together, so a change of the machine looks like one of the "
        + "program. 'rehearse compare' of a scenario measures both sides at once.")
    for objection in objections { Console.warn("note: Compared although \(objection).") }
    return result.status
  }

  private func side(
    _ reference: String, build: String?, _ store: ResultStore
  ) throws -> StoredPair.Side {
    let experiment = try store.experiment(reference)
    let analysis = ExperimentAnalysis(
      experiment, runs: try store.runs(of: experiment.number ?? 0))
    let name = build ?? analysis.builds.first ?? ""
    guard analysis.builds.contains(name) else {
      throw Refusal.unknown("build", name, in: "The experiment", known: analysis.builds)
    }
    return StoredPair.Side(analysis, build: name)
  }
}
