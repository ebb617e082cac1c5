import Analysis
import Recording
import TestSupport
import Testing

@testable import Exporting

/// What is exported while parts of several machines are missing.
struct PartExportTests {
  /// The same, as the first of two parts, or as what is merged so far.
  private func part(_ exported: ExportedExperiment, isAlone: Bool) -> ExportedExperiment {
    var (part, experiment) = (exported, exported.analysis.experiment)
    experiment.partition = Partition(count: 2, parts: [])
    experiment.completedAt = isAlone ? experiment.startedAt : nil
    part.analysis = ExperimentAnalysis(experiment, runs: part.analysis.runs)
    return part
  }

  @Test(arguments: [false, true])
  func `a run whose parts are not all there fails, but one part alone is only skipped`(
    _ isAlone: Bool
  ) throws {
    let part = part(Exported.experiment(["list"], builds: ["a"]), isAlone: isAlone)
    let text = try ExportFormat.junit.text(of: [part])
    let (failures, skipped) = isAlone ? (0, 1) : (1, 0)
    #expect(
      text.contains(#"tests="2" failures="\#(failures)" errors="0" skipped="\#(skipped)""#),
      "\(text)")
    let words = "Not complete: parts 1 and 2 of 2 are missing."
    #expect(text.contains(words), "\(text)")
    #expect(
      GitHubAnnotations.text([part])
        == "::\(isAlone ? "warning" : "error") title=parts%3A all parts::\(words)\n")
  }

  @Test func `of one part alone only runs that failed are red, whatever its pairs show so far`()
    throws
  {
    let part = part(
      try Exported.comparison([
        "same": Exported.ratios(around: 1), "worse": Exported.ratios(around: 1.5),
        "unclear": Exported.unclear, "crash": nil, "missing": [],
      ]), isAlone: true)
    let text = try ExportFormat.junit.text(of: [part])
    #expect(text.contains(#"failures="0" errors="1" skipped="3""#), "\(text)")
    let annotations = GitHubAnnotations.text([part]).split(separator: "\n")
    #expect(annotations.count { $0.hasPrefix("::error ") } == 1, "\(annotations)")
  }
}
