import MetricCatalog
import Recording
import Statistics

extension ExperimentAnalysis {
  /// Counts of instructions that differ by more are told: with a fixed environment they repeat to
  /// the instruction, and Swift's start alone moves them by 1.5 millionths.
  static let steadyCounts = 2e-6

  /// Which counts of instructions are missing, and which did not repeat.
  var unsteadyCounts: [Finding] {
    stories.flatMap { story in builds.flatMap { findings(ofCounts: story, $0) } }
  }

  private func findings(ofCounts story: String, _ build: String) -> [Finding] {
    let runs = countedRuns.filter { $0.story == story && $0.build == build }
    let failed = runs.compactMap(\.countingFailure)
    var findings: [Finding] = []
    if let first = failed.first {
      findings.append(
        .failedCounts(
          story: story, build: build, count: failed.count, of: runs.count, reason: first.message))
    }
    // Those of the processor never repeat exactly: their statistics tell how far they do.
    let cell = Cell(story: story, build: build, metric: .instructions)
    if let counts = distribution(of: cell)?.sorted, let least = counts.first,
      let most = counts.last, most - least > Self.steadyCounts * least
    {
      findings.append(
        .unsteadyCounts(
          story: story, build: build, least: least, most: most, runs: counts.count))
    }
    return findings
  }
}
