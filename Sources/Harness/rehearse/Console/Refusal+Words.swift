import Analysis
import Experimenting
import Exporting
import Metrics
import Recording
import Scenarios

/// The words of refusals that are about more than how one option is written.
extension Refusal {
  /// Several experiments are to be made, and exported in a format that holds one.
  static func severalExperiments(_ count: Int, in format: ExportFormat) -> Refusal {
    because(
      "--export \(format.rawValue) holds one experiment, and \(count) are to be made: one a "
        + "candidate. Name one with --candidate.")
  }

  /// Stories of a stored experiment were chosen, to be held against a saved baseline.
  static var storyOfStored: Refusal {
    because("--story needs a scenario file; a stored experiment is taken whole.")
  }

  /// A baseline is to be saved under a name that is taken.
  static func baselineExists(_ name: String) -> Refusal {
    because("There is a baseline '\(name)' already; --replace replaces it.")
  }

  /// The inputs of an experiment are to be shown, and none were recorded.
  static func noInputs(of experiment: Experiment) -> Refusal {
    because(
      "What experiment \(experiment.number ?? 0) read was not recorded: 'rehearse compare' and 'rehearse "
        + "check' record it, where strace is installed and may trace.")
  }

  /// A run is to be shown that the experiment does not have.
  /// - Parameters:
  ///   - attempt: the try that was asked for; nil for the one that counts.
  ///   - isCounted: whether a run that counted instructions was asked for.
  static func noRun(
    _ round: Int, attempt: Int?, of story: String, on build: String, counted isCounted: Bool
  ) -> Refusal {
    let words = attempt.map { ", try \($0)," } ?? ""
    let purpose = isCounted ? " that counted instructions" : ""
    return because("There is no run \(round)\(words) of '\(story)' on '\(build)'\(purpose).")
  }

  /// There are no two comparisons with the same baseline, whose ratios could be drawn.
  /// - Parameter subject: whose comparisons, as in `of the scenario 'inventory'`.
  static func noRatios(of metric: Metric, _ subject: String) -> Refusal {
    because(
      "There are no ratios of '\(metric.id)' to draw: that takes two comparisons \(subject) with the "
        + "same baseline, such as 'rehearse check --against v1.0' after each commit.")
  }

  /// A history is of a metric that no run has.
  /// - Parameters:
  ///   - subject: whose runs, as in `of the scenario 'inventory'`.
  ///   - measured: the metrics that they have.
  static func noValue(of metric: Metric, _ subject: String, measured: [Metric]) -> Refusal {
    let known = measured.map(\.id).joined(separator: ", ")
    return because(
      "No run \(subject) that passed has a value of '\(metric.id)' there; "
        + (known.isEmpty ? "there is no value at all." : "there are measurements of \(known)."))
  }
}
