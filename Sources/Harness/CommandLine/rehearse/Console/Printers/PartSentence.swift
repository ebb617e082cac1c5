import Analysis
import Experimenting
import Recording
import Reports
import Scenarios
import Statistics

/// Sentences about parts that several machines make.
enum PartSentence {
  /// A part's result, and what to do with it.
  static func made(_ analysis: ExperimentAnalysis, in store: String) -> String {
    guard let partition = analysis.experiment.partition, let part = partition.parts.first else {
      return ""
    }
    return "Part \(part.number) of \(partition.count) of \(analysis.experiment.name), made on "
      + "'\(part.machine)': \(analysis.runs.count.counted("run", "runs")) in \(store). "
      + "'rehearse merge' puts the parts together."
  }

  /// The content of a file.
  static func taken(_ taken: MergeSession.Taken, from file: String) -> String {
    let what =
      taken.part.map { part in
        "part \(part.number) of \(taken.experiment.partition?.count ?? 0) of "
          + "\(taken.experiment.name), made on '\(part.machine)'"
      } ?? "the qualification \(taken.experiment.name)"
    let runs = taken.runs.counted("run", "runs")
    return "\(file): \(what), \(taken.wasThere ? "was there already" : runs)."
  }

  /// The parts of an experiment that exist, and those that are missing.
  static func state(_ experiment: Experiment) -> String {
    guard let partition = experiment.partition else { return "" }
    let there = partition.parts.count
    let machines = partition.machines.count.counted("machine", "machines")
    let missing = partition.missing.map { "\($0)" }.joined(separator: ", ")
    return "Experiment \(experiment.number ?? 0) (\(experiment.name)): \(there) of "
      + "\(partition.count.counted("part", "parts")), of \(machines). "
      + (missing.isEmpty ? complete(partition) : "Missing: \(missing).")
  }

  private static func complete(_ partition: Partition) -> String {
    partition.decidedAfter.map {
      "It is decided after the first \($0), as the plan allows; the others are not needed."
    } ?? "It is complete."
  }

  /// Facts about similar machines that a reader of verdicts must know.
  static func warnings(
    _ state: QualificationState, of machines: [String], like analysis: ExperimentAnalysis
  ) -> [String] {
    let scenario = ScenarioParser.name(in: analysis.experiment.scenario) ?? analysis.experiment.name
    return Headline.warnings(
      state, of: scenario, on: machines, path: "SCENARIO", in: "", like: analysis)
  }
}
