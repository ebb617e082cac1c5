import Metrics
import Recording
import Statistics

extension ExperimentAnalysis {
  /// Larger relative differences between counts of instructions are reported. In a fixed environment counts
  /// repeat to the instruction; Swift's start alone moves them by 1.5 millionths.
  static let steadyCounts = 2e-6

  /// Missing counts of instructions, and those that did not repeat.
  var unsteadyCounts: [Finding] {
    failedCounts + stories.flatMap { story in builds.flatMap { findings(ofCounts: story, $0) } }
  }

  /// One finding for all failed counting runs; empty if the decision already explains it.
  private var failedCounts: [Finding] {
    guard experiment.decision?.uncounted == nil, let failed = failedSides(of: countedRuns) else {
      return []
    }
    return [
      .failedCounts(failed.sides, count: failed.count, of: failed.all, reason: failed.reason)
    ]
  }

  /// The sides whose counting runs failed, with counts and the first reason; nil if none failed.
  func failedSides(
    of counted: [Run]
  ) -> (sides: [CountedSide], count: Int, all: Int, reason: String)? {
    let failed = counted.filter { $0.countingFailure != nil }
    guard let reason = failed.first?.countingFailure?.message else { return nil }
    var sides: [CountedSide] = []
    for run in failed {
      let side = CountedSide(story: run.story, build: run.build)
      if !sides.contains(side) { sides.append(side) }
    }
    let all = counted.count { sides.contains(CountedSide(story: $0.story, build: $0.build)) }
    return (sides, failed.count, all, reason)
  }

  private func findings(ofCounts story: String, _ build: String) -> [Finding] {
    var findings: [Finding] = []
    // The processor's counts never repeat exactly; their statistics show how well.
    let cell = Cell(story: story, build: build, metric: .instructions)
    if let counts = distribution(of: cell)?.sorted, let minimum = counts.first,
      let maximum = counts.last, maximum - minimum > Self.steadyCounts * minimum
    {
      findings.append(
        .unsteadyCounts(
          story: story, build: build, minimum: minimum, maximum: maximum, runs: counts.count))
    }
    return findings
  }
}
