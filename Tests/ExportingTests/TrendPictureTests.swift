import Analysis
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Exporting

struct TrendPictureTests {
  @Test(
    arguments: zip(
      [0.9, 0.97, 0.985, 0.995, 1, 1.005, 1.015, 1.03, 1.1],
      ["▁", "▂", "▃", "▄", "▄", "▅", "▆", "▇", "█"] as [Character]))
  func `the middle heights are noise, and the others its double and fourfold`(
    _ ratio: Double, _ bar: Character
  ) { #expect(TrendPicture.bar(ratio, noise: 0.01) == bar) }

  @Test func `a summary shows how a changed cell did before`() throws {
    var exported = try Exported.comparison(["list": Exported.ratios(around: 1.5)])
    #expect(try !GitHubSummary.text([exported]).contains("Earlier, now"))
    exported.trends = try trends()
    let text = try GitHubSummary.text([exported])
    let line = try #require(
      text.split(separator: "\n").first { $0.contains(" █  list: CPU time, noise ±0.5") })
    // Six of twenty columns; rounding decides which of the middle two.
    #expect(line.hasPrefix(String(repeating: " ", count: 14)))
    #expect(line.dropFirst(14).prefix(while: { "▄▅".contains($0) }).count == 6)
    #expect(TrendPicture.lines(of: []) == nil)
  }

  /// Six commits that changed nothing, and one of 5 % more.
  private func trends() throws -> [BranchTrend] {
    let judged = try [0.0, 0, 0, 0, 0, 0, 5].enumerated().map { index, percent in
      let (experiment, runs) = Replay.check(
        index + 1, "c\(index + 1)", against: "c\(index)", percent)
      return (
        experiment: experiment,
        judgement: try Judgement(
          ExperimentAnalysis(experiment, runs: runs), baseline: "c\(index)",
          candidate: "work tree", gates: [Gate(metric: .cpuTime)])
      )
    }
    return try BranchTrend.all(of: judged[6], after: Array(judged.prefix(6)))
  }
}
