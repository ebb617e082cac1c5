import Statistics
import Testing

struct RandomEffectsTests {
  /// Log risk ratios of thirteen trials of a vaccine, and their variances: the example of R's metafor
  /// (dat.bcg; G. A. Colditz and others, JAMA 271 (1994), 698-702). Expected values are from statsmodels
  /// 0.15.0, `combine_effects(y, v, method_re="iterated", use_t=True, atol=1e-15)`, which is Paule and
  /// Mandel's iteration.
  private static let trials: [(y: Double, v: Double)] = [
    (-0.8893113339202054, 0.32558476500396133), (-1.5853886572014306, 0.19458112139814385),
    (-1.348073148299693, 0.4153679653679654), (-1.4415511900213054, 0.020010031902247573),
    (-0.2175473222112957, 0.05121017216963086), (-0.786115585818864, 0.0069056184559087574),
    (-1.6208982235983924, 0.22301724755237315), (0.011952333523841173, 0.0039615792978177295),
    (-0.4694176487381487, 0.056434210463248966), (-1.3713448034727846, 0.07302479361302891),
    (-0.33935882833839015, 0.01241221397155972), (0.4459134005713783, 0.5325058452001528),
    (-0.017313948216879493, 0.0714046596839863),
  ]

  private func effects(_ values: [(y: Double, v: Double)]) throws -> RandomEffects {
    try RandomEffects(
      values.map {
        LogRatio(location: $0.y, standardError: $0.v.squareRoot(), degreesOfFreedom: 1_000)
      })
  }

  @Test func `mean, error, spread and inconsistency agree with statsmodels`() throws {
    let effects = try effects(Self.trials)
    #expect(agree(effects.mean.location, -0.7149681534934446, within: 1e-8))
    #expect(agree(effects.mean.standardError, 0.18089219153762356, within: 1e-7))
    #expect(effects.mean.degreesOfFreedom == 12)
    #expect(agree(effects.betweenVariance, 0.3180684522050243, within: 1e-7))
    #expect(agree(effects.inconsistency, 0.9211734685456205, within: 1e-7))
    #expect(agree(effects.plain.location, -0.7406503812109363))
    #expect(agree(effects.plain.standardError, 0.19242689195075668))
  }

  @Test func `machines that agree have no spread between them, and the usual error`() throws {
    let effects = try effects([(0.1, 0.01), (0.12, 0.02), (0.09, 0.015), (0.11, 0.01)])
    #expect(effects.betweenVariance == 0 && effects.inconsistency == 0)
    #expect(agree(effects.mean.location, 0.10421052631578948))
    #expect(agree(effects.mean.standardError, 0.05619514869490164))
  }

  @Test func `how far a machine deviates is judged by its distance from the others' mean`() throws {
    let effects = try effects(Self.trials)
    // Of the others' mean with the root of Q by scipy's brentq, on which statsmodels' iteration does not
    // always settle, and Student's t of eleven degrees by scipy.
    let expected = [
      (7, 0.18215839656134217), (3, 0.19332575562169227), (0, 0.8350732664349623),
    ]
    for (index, value) in expected {
      let p = try #require(try effects.pValue(ofBeingAlike: index))
      #expect(agree(p, value, within: 1e-6), "\(index): \(p)")
    }
  }

  @Test func `with only two machines, neither can be found to deviate`() throws {
    let two = try effects([(0, 1e-6), (0.1, 1e-6)])
    #expect(try two.pValue(ofBeingAlike: 0) == nil)
    #expect(agree(two.mean.location, 0.05))
    #expect(throws: StatisticsError.tooFewClusters(found: 1, needed: 2)) {
      try effects([(0, 1)])
    }
  }

  @Test func `pairs without any noise have a finite weight`() throws {
    let same = try effects([(0.02, 0), (0.02, 0), (0.02, 0)])
    #expect(same.mean.location == 0.02 && same.betweenVariance == 0)
    let apart = try effects([(0.02, 0), (0.03, 0), (0.04, 0)])
    #expect(agree(apart.mean.location, 0.03) && agree(apart.betweenVariance, 1e-4, within: 1e-6))
  }

  @Test func `groups differ exactly if the analysis of variance finds it`() throws {
    // scipy.stats.f_oneway: F = 2.384615, p = 0.172942.
    let groups = try [[0.010, 0.012, 0.011], [0.013, 0.012, 0.014], [0.010, 0.011, 0.013]]
      .map { LogQuotients(try Distribution($0)) }
    #expect(try RandomEffects.differ(groups, level: 0.173))
    #expect(try !RandomEffects.differ(groups, level: 0.1729))
    #expect(try !RandomEffects.differ([groups[0]], level: 0.5))
  }
}
