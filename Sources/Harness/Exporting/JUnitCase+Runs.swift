import Analysis
import MetricCatalog
import Recording
import Reporting

extension JUnitCase {
  /// Every story on every build; one without any run that passed is no success.
  static func all(_ exported: ExportedExperiment) -> [JUnitCase] {
    let analysis = exported.analysis
    return analysis.stories.flatMap { story in
      analysis.builds.map { build in
        let runs = analysis.runs.filter { $0.story == story && $0.build == build }
        let failures = runs.compactMap(\.failure).filter(\.reason.isItsOwn)
        let times = runs.compactMap { $0.passed ? $0.measurements[.wallTime] : nil }
        var outcome: Outcome?
        if let first = failures.first {
          outcome = Outcome(
            kind: .error, type: first.reason.rawValue,
            message: "\(failures.count) of \(runs.count.counted("run", "runs")) failed: "
              + first.message, detail: errors(of: story, analysis, on: build))
        } else if !runs.contains(where: \.passed) {
          outcome = Outcome(
            kind: .error, type: "not-measured", message: "No run of it was made to its end.")
        }
        return JUnitCase(
          story: story, name: build, time: times.isEmpty ? nil : times.reduce(0, +) / 1e9,
          outcome: outcome)
      }
    }
  }

  /// What failed runs left to read.
  static func errors(
    of story: String, _ analysis: ExperimentAnalysis, on build: String? = nil
  ) -> String {
    analysis.failures.filter {
      $0.run.story == story && $0.run.build == build ?? $0.run.build && $0.failure.reason.isItsOwn
    }.map { run, failure in
      let step = failure.step.map { ", at \($0)" } ?? ""
      return "\(run.build), run \(run.round)\(step): \(failure.message)\n\(failure.standardError)"
    }.joined(separator: "\n")
  }
}
