import Statistics
import Testing

/// Expected values: scipy 1.17, `pearsonr` with its `confidence_interval(0.95)` and `spearmanr`; the
/// interval of Spearman's by numpy from Bonett and Wright's error.
struct CorrelationTests {
  private static let stories = ["US1", "US2", "US3A", "US3B", "US4A", "US4B", "US5", "US7"]

  /// CPU and memory of 2015, a pair a run or a story.
  private static func pairs(_ build: String, overStories: Bool) throws -> [(x: Double, y: Double)] {
    let peaks = try Measurements2015.peaks()
    return try stories.flatMap { story in
      let x = try #require(peaks["\(build) cpu_percent \(story)"])
      let y = try #require(peaks["\(build) memory_mb \(story)"])
      guard overStories else { return zip(x, y).map { (x: $0, y: $1) } }
      return [
        (
          x: try Summary(of: Distribution(x)).mean, y: try Summary(of: Distribution(y)).mean
        )
      ]
    }
  }

  @Test(arguments: [
    ("swift", false, 80, 0.48931522466764366, 0.3020746192344864, 0.640203333903965),
    ("swift", true, 8, 0.7937169051232996, 0.20205618811737178, 0.960930828092386),
    ("objc", false, 80, 0.1977803210381611, -0.022933150761173148, 0.4001101588820499),
    ("objc", true, 8, 0.318848085278701, -0.49763535263015, 0.8357432091287357),
  ])
  func `Pearson's r of CPU and memory in 2015 agrees with the reference`(
    build: String, overStories: Bool, count: Int, r: Double, lower: Double, upper: Double
  ) throws {
    let pairs = try Self.pairs(build, overStories: overStories)
    let found = try #require(try Correlation(.pearson, of: pairs))
    #expect(found.count == count)
    #expect(agree(found.estimate.point, r))
    #expect(agree(found.estimate.lower, lower, within: 1e-9))
    #expect(agree(found.estimate.upper, upper, within: 1e-9))
    #expect(found.estimate.confidenceLevel == 0.95 && found.hasInterval)
  }

  @Test(arguments: [
    ("swift", false, 0.29868177514334543, 0.07961698283532787, 0.49022571682891),
    ("swift", true, 0.45509797952703834, -0.4050526096113689, 0.8878971460572306),
    ("objc", false, -0.08630190284899669, -0.3007020429086041, 0.13640150478643878),
    ("objc", true, 0.04761904761904763, -0.6801344666187994, 0.7281012457972997),
  ])
  func `Spearman's r of CPU and memory in 2015 agrees with the reference`(
    build: String, overStories: Bool, r: Double, lower: Double, upper: Double
  ) throws {
    let pairs = try Self.pairs(build, overStories: overStories)
    let found = try #require(try Correlation(.spearman, of: pairs))
    #expect(agree(found.estimate.point, r, within: 1e-11))
    #expect(agree(found.estimate.lower, lower, within: 1e-9))
    #expect(agree(found.estimate.upper, upper, within: 1e-9))
  }

  @Test func `a straight or steady series has a correlation of exactly 1 or -1`() throws {
    let pairs = [1.0, 2, 3, 4, 5].map { (x: $0 * 1e200, y: -2 * $0) }
    let falling = try #require(try Correlation(.pearson, of: pairs))
    #expect(falling.estimate.point == -1)
    #expect(falling.estimate.lower == -1 && falling.estimate.upper == -1)
    #expect(falling.estimate.standardError == 0)
    #expect(!falling.hasInterval)
    let rising = try #require(
      try Correlation(.spearman, of: [0.0, 1, 2, 3].map { (x: $0, y: $0 * $0 * $0) }))
    #expect(rising.estimate.point == 1 && !rising.hasInterval)
  }

  @Test func `a side that never varies has no correlation`() throws {
    let pairs = [1.0, 2, 3, 4].map { (x: $0, y: 0.1) }
    for kind in Correlation.Coefficient.allCases {
      #expect(try Correlation(kind, of: pairs) == nil)
    }
  }

  @Test func `too few pairs, and values that are not finite or too large, are refused`() {
    #expect(throws: StatisticsError.tooFewPairs(found: 3, needed: 4)) {
      try Correlation(.pearson, of: [(1, 1), (2, 2), (3, 3)])
    }
    #expect(throws: StatisticsError.notFinite(index: 1, value: .infinity)) {
      try Correlation(.spearman, of: [(1, 1), (2, .infinity), (3, 3), (4, 4)])
    }
    #expect(throws: StatisticsError.notRepresentable(value: "correlation")) {
      try Correlation(.pearson, of: [(1.7e308, 1), (1.7e308, 2), (-1.7e308, 3), (-1.7e308, 4)])
    }
  }
}
