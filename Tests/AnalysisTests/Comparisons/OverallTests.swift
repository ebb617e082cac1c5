import Analysis
import Metrics
import Recording
import Statistics
import Testing

/// The expected measurements were computed by another program from the definition: the geometric mean
/// over stories in each round, then the rounds as pairs.
struct OverallTests {
  private func overall(
    baseline: Sides.Values, candidate: Sides.Values, source: Experiment.Source = .replay
  ) throws -> Result<Difference, NoRatio> {
    try #require(
      Sides.comparison(baseline: baseline, candidate: candidate, source: source)
        .overall[.cpuTime])
  }

  @Test func `every story weighs the same, however long it takes`() throws {
    let ratio = try overall(
      baseline: ["list": [100, 200, 150], "lend": [1000, 1100, 900]],
      candidate: ["list": [80, 170, 120], "lend": [1100, 1150, 1010]]
    ).get()
    #expect(ratio.evidence == .pairs(3))
    expect(
      ratio, point: 0.9427486823226998, lower: 0.9311100729464512, upper: 0.954532770984533,
      error: 0.0027218203652017003)
  }

  @Test func `a round counts only if every story passed on both builds`() throws {
    let ratio = try overall(
      baseline: ["list": [100, nil, 150], "lend": [1000, 1100, 900]],
      candidate: ["list": [80, 170, 120], "lend": [1100, 1150, 1010]]
    ).get()
    #expect(ratio.evidence == .pairs(2))
    expect(
      ratio, point: 0.9427854704720888, lower: 0.8847504416403731, upper: 1.004627295449906,
      error: 0.00471408449270082)
  }

  @Test func `if a story never passed on a build, no round is complete`() throws {
    let result = try overall(
      baseline: ["list": [1, 2], "lend": [nil, nil]], candidate: ["list": [1, 2], "lend": [1, 2]])
    #expect(throws: NoRatio.noCompleteRound) { try result.get() }
  }

  @Test func `a zero in one story leaves no overall ratio`() throws {
    let result = try overall(
      baseline: ["list": [1, 2], "lend": [0, 2]], candidate: ["list": [1, 2], "lend": [1, 2]])
    #expect(throws: NoRatio.zeros(1, of: 4)) { try result.get() }
  }

  @Test func `with a single story, the overall ratio is the ratio of that story`() throws {
    let ratio = try overall(
      baseline: ["list": [100, 200, 400]], candidate: ["list": [110, 214, 452]]
    ).get()
    #expect(isNear(ratio.estimate.point, 1.0997272050809854))
  }

  @Test func `imported runs have no overall ratio, since they are not made in rounds`() throws {
    let result = try overall(
      baseline: ["list": [1, 2]], candidate: ["list": [1, 2]], source: .import)
    #expect(throws: NoRatio.undefined("imported runs are not made in rounds")) {
      try result.get()
    }
  }
}
