import Analysis
import Metrics
import Recording
import TestSupport
import Testing

@testable import Exporting

/// The exports of how runs ended: only what Rehearse saw, and only what the app did.
struct RunEndingTests {
  private func exported(_ source: Experiment.Source, _ runs: [Run]) -> ExportedExperiment {
    var experiment = Replay.experiment(number: 1, stories: ["list"], builds: ["a"])
    experiment.source = source
    return ExportedExperiment(ExperimentAnalysis(experiment, runs: runs))
  }

  @Test(arguments: [
    (Experiment.Source.import, "It was measured elsewhere"),
    (Experiment.Source.attach, "It was watched from outside"),
  ])
  func `what Rehearse did not run has passed in no format`(
    _ source: Experiment.Source, _ reason: String
  ) throws {
    let words = "\(reason): Rehearse does not know how it ended."
    let run = Replay.run("list", on: "a", [.cpuTime: 1e6], steps: [Replay.step(of: "list")])
    let unseen = exported(source, [run])
    let junit = try ExportFormat.junit.text(of: [unseen])
    #expect(junit.contains(#"tests="1" failures="0" errors="0" skipped="1""#), "\(junit)")
    #expect(junit.contains(#"<skipped message="\#(words)"/>"#), "\(junit)")
    #expect(GitHubAnnotations.text([unseen]) == "::warning title=list on a::\(words)\n")
    let metrics = try ExportFormat.openMetrics.text(of: [unseen])
    #expect(metrics.contains("rehearse_cpu_time_seconds") && !metrics.contains("rehearse_runs"))
    let trace = try ExportFormat.chromeTrace.text(of: [unseen])
    #expect(trace.contains("\"unknown\"") && !trace.contains("\"passed\""), "\(trace)")
  }

  @Test(arguments: [RunFailure.Reason.twinFailed, .notMeasured, .interrupted])
  func `OpenMetrics counts no run as failed in which the app did not fail`(
    _ reason: RunFailure.Reason
  ) throws {
    let runs = [
      Replay.run("list", on: "a", [.cpuTime: 1e6]),
      Replay.run("list", on: "a", round: 2, failed: reason),
      Replay.run("list", on: "a", kind: .counted, failed: .crashed),
      Replay.run("list", on: "a", round: 3, failed: .crashed),
    ]
    let lines = try ExportFormat.openMetrics.text(of: [exported(.replay, runs)])
      .split(separator: "\n").filter { $0.hasPrefix("rehearse_runs{") }
    let labels = #"experiment="e",story="list",build="a""#
    #expect(
      lines == [
        "rehearse_runs{\(labels),ending=\"passed\"} 1",
        "rehearse_runs{\(labels),ending=\"failed\"} 1",
        "rehearse_runs{\(labels),ending=\"not-measured\"} 2",
      ])
  }

  @Test(arguments: ExportFormat.allCases)
  func `a file of values alone has a note on the runs that it lacks`(_ format: ExportFormat) {
    var failing = Exported.small
    failing.analysis = ExperimentAnalysis(
      failing.analysis.experiment,
      runs: failing.analysis.runs + [
        Replay.run("list", on: "checked", round: 3, failed: .crashed)
      ])
    let tellsAll = format.traits.contains(.verdicts) || format == .markdown
    let tellsFailures = tellsAll || format == .openMetrics || format == .chromeTrace
    let words =
      "1 of 3 runs of 'list' on 'checked' failed and are left out; 'rehearse show' says why."
    #expect(format.untold(of: failing).map(\.description) == (tellsFailures ? [] : [words]))
    var stopped = Exported.small
    stopped.analysis = ExperimentAnalysis(
      stopped.analysis.experiment, runs: Array(stopped.analysis.runs.prefix(1)))
    #expect(
      format.untold(of: stopped).map(\.description)
        == (tellsAll ? [] : ["The experiment was stopped after 1 of 2 runs."]))
    #expect(format.untold(of: Exported.small).isEmpty)
  }
}
