import Analysis
import Experimenting
import Exporting
import Metrics
import Recording
import Scenarios

/// Refusals about more than one option's form.
extension Refusal {
  static func severalExperiments(_ count: Int, in format: ExportFormat) -> Refusal {
    because(
      "--export \(format.rawValue) holds one experiment, but \(count) are to be made: one for each "
        + "candidate. Name one with --candidate.")
  }

  /// There is a baseline of that name; `words` name the option or the command that replaces it.
  static func baselineExists(_ name: String, replacedBy words: String) -> Refusal {
    because("There is a baseline '\(name)' already; \(words) replaces it.")
  }

  static func noInputs(of experiment: Experiment) -> Refusal {
    because(
      "What experiment \(experiment.number ?? 0) read was not recorded: 'rehearse compare', 'check' and 'qualify' "
        + "record it if strace is installed and may trace.")
  }

  /// The experiment does not have the requested run. `attempt` is nil for the try that counts; `isCounted`
  /// asks for a run that counted instructions.
  static func noRun(
    _ round: Int, attempt: Int?, of story: String, on build: String, counted isCounted: Bool
  ) -> Refusal {
    let words = attempt.map { ", try \($0)," } ?? ""
    let purpose = isCounted ? " that counted instructions" : ""
    return because("There is no run \(round)\(words) of '\(story)' on '\(build)'\(purpose).")
  }

  /// There are no two comparisons with the same baseline whose ratios could be drawn. `subject` is for
  /// example `of the scenario 'inventory'`.
  static func noRatios(of metric: Metric, _ subject: String) -> Refusal {
    because(
      "There are no ratios of '\(metric.id)' to draw: that needs two comparisons \(subject) with the same "
        + "baseline, such as 'rehearse check --against v1.0' after each commit.")
  }

  /// No run has the history's metric, only those `measured`. `subject` is for example `of the scenario 'inventory'`.
  static func noValue(of metric: Metric, _ subject: String, measured: [Metric]) -> Refusal {
    let known = measured.map(\.id).joined(separator: ", ")
    return because(
      "No run \(subject) that passed has a value of '\(metric.id)'; "
        + (known.isEmpty ? "there are no values at all." : "there are measurements of \(known)."))
  }
}
