import Analysis
import Recording
import Statistics
import Testing

/// The expected measurements were computed by another program from the formulas' definitions.
struct RatioTests {
  @Test func `the runs of one round form a pair`() throws {
    let ratio = try Sides.ratio([100, 200, 400], [110, 214, 452]).get()
    #expect(ratio.evidence == .pairs(3))
    expect(
      ratio, point: 1.0997272050809854, lower: 1.0276699321968934, upper: 1.1768369276016963,
      error: 0.017321044780005856)
    #expect(!ratio.isShown, "three pairs can show none")
  }

  @Test func `one outlier among ten pairs does not decide the ratio`() throws {
    let ratio = try Sides.ratio(
      [100, 101, 99, 100, 102, 98, 100, 103, 97, 100],
      [90, 92, 89, 91, 93, 88, 90, 94, 87, 500]
    ).get()
    #expect(ratio.evidence == .pairs(10))
    expect(
      ratio, point: 0.9052576631351041, lower: 0.8990007844327209, upper: 0.9115580885526562,
      error: 0.002655221741020585)
  }

  @Test func `a failed run removes its pair, and leaves the other pairs as they are`() throws {
    let ratio = try Sides.ratio([100, 7, 200, 400, nil], [110, nil, 214, 452, 9]).get()
    #expect(ratio.evidence == .pairs(3))
    expect(
      ratio, point: 1.0997272050809854, lower: 1.0276699321968934, upper: 1.1768369276016963,
      error: 0.017321044780005856)
  }

  @Test func `builds that always cost the same have a ratio and an interval of exactly 1`() throws {
    let ratio = try Sides.ratio([5, 6, 7], [5, 6, 7]).get()
    #expect(ratio.estimate.point == 1)
    #expect(ratio.estimate.lower == 1 && ratio.estimate.upper == 1)
    #expect(!ratio.isShown && ratio.pValue == 1)
  }

  /// Rounds in which the candidate takes so much of 100, once and again.
  private func ratio(_ values: [Double], times: Int) throws -> Difference {
    let candidate = Array(repeating: values, count: times).flatMap(\.self)
    return try Sides.ratio(Array(repeating: 100, count: candidate.count), candidate).get()
  }

  @Test
  func `a difference is shown only with six pairs, a small p value and a change above the floor`()
    throws
  {
    #expect(try ratio([90], times: 6).isShown)
    #expect(try ratio([90], times: 6).pValue == 0.03125)
    #expect(try !ratio([90], times: 5).isShown)
    #expect(try !ratio([90, 100, 110], times: 10).isShown)
    let little = try ratio([100.4], times: 20)
    #expect(little.finding == .negligible)
    #expect(try ratio([100.6], times: 20).isShown)
    #expect(try ratio([90, 91, 93], times: 4).evidence.count == 12)
  }

  @Test func `a build without measurements is named, the baseline first`() throws {
    #expect(try Sides.objection([1, 2], []) == "no measurements on 'unchecked'")
    #expect(try Sides.objection([nil, nil], [1, 2]) == "no measurements on 'checked'")
    #expect(try Sides.objection([1, 2], [nil, nil]) == "no measurements on 'unchecked'")
  }

  @Test func `fewer than two pairs give no ratio`() throws {
    #expect(try Sides.objection([1], [1]) == "it needs 2 pairs or more, and has 1")
    #expect(try Sides.objection([1, nil], [nil, 1]) == "it needs 2 pairs or more, and has 0")
    #expect(
      try Sides.objection([1, 2, nil], [1, nil, 3]) == "it needs 2 pairs or more, and has 1")
  }

  @Test func `a measurement of zero gives no ratio`() throws {
    let rest = "0, so there is no ratio; a gate whose 'at-most' is a number needs none"
    #expect(try Sides.objection([1, 0], [1, 2]) == "1 of 4 measurements are \(rest)")
    #expect(try Sides.objection([1, 2], [0, 0]) == "2 of 4 measurements are \(rest)")
    #expect(
      try Sides.objection([0, 0], [1, 2, 3], source: .import) == "2 of 5 measurements are \(rest)")
    #expect(
      try Sides.objection([1, -1], [1, 2])
        == "value 1 of the baseline is -1.0; a ratio needs values above 0")
  }

  @Test func `imported runs are independent samples, and each side may have any number of them`()
    throws
  {
    let ratio = try Sides.ratio([100, 110, 105], [90, 95, 97, 91], source: .import).get()
    #expect(ratio.evidence == .independent(3))
    expect(
      ratio, point: 0.888095238095238, lower: 0.8075980956348554, upper: 0.9766159135224652,
      error: 0.029046489074137104)
  }

  @Test func `a single imported run gives no ratio, since it has no spread`() throws {
    #expect(
      try Sides.objection([1], [1, 2], source: .import)
        == "the baseline has too few values: 1; at least 2 are needed")
  }
}
