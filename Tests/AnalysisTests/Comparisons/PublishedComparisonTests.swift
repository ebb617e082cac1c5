import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

struct PublishedComparisonTests {
  private static func analysis(published: [PublishedRatios]) -> ExperimentAnalysis {
    var experiment = Replay.experiment(stories: ["heap", "quick"], rounds: 3)
    experiment.published = published
    let runs = (1...3).flatMap { round in
      ["heap", "quick"].flatMap { story in
        [
          Replay.run(story, on: "checked", round: round, [.cpuTime: 6]),
          Replay.run(story, on: "unchecked", round: round, [.cpuTime: 2]),
        ]
      }
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private static func published(over: String) -> PublishedRatios {
    PublishedRatios(
      title: "A book", here: .init(metric: .cpuTime, build: "checked", over: over),
      there: [
        .init(
          title: "Then", pair: .init(metric: .wallTime, build: "a", over: "b"),
          ratios: ["heap": 1177])
      ])
  }

  @Test func `our ratio is listed next to the published ratio for each story`() throws {
    let comparison = try #require(
      PublishedComparison.all(
        of: Self.analysis(published: [Self.published(over: "unchecked")])
      ).first)
    #expect(comparison.rows.map(\.story) == ["heap", "quick"])
    for row in comparison.rows { #expect(abs(try row.here.get().estimate.point - 3) < 1e-12) }
    #expect(comparison.rows.map(\.there) == [[1177], [nil]])
  }

  @Test func `if a build was left out, or nothing was published, there is no published comparison`()
  {
    let both = [Self.published(over: "debug"), Self.published(over: "unchecked")]
    let found = PublishedComparison.all(of: Self.analysis(published: both))
    #expect(found.map(\.published.here.over) == ["unchecked"])
    #expect(PublishedComparison.all(of: Self.analysis(published: [])).isEmpty)
  }
}
