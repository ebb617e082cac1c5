import Statistics
import Testing

struct MeanTestTests {
  @Test func `p value and interval agree with scipy`() throws {
    for reference in try DecisionReference.load().means {
      let test = try MeanTest(Distribution(reference.values), as: .candidate)
      let interval = try test.interval()
      #expect(agree(try test.pValue(meanAtMost: reference.budget), reference.p, within: 1e-10))
      #expect(agree(interval.lower, reference.lower))
      #expect(agree(interval.upper, reference.upper))
    }
  }

  @Test func `for equal values the budget alone decides`() throws {
    let test = try MeanTest(Distribution([3, 3, 3]), as: .candidate)
    #expect(try test.pValue(meanAtMost: 3) == 1)
    #expect(try test.pValue(meanAtMost: 2.999) == 0)
  }

  @Test func `a single value is refused`() throws {
    #expect(throws: StatisticsError.tooFewValues(side: .candidate, found: 1, needed: 2)) {
      try MeanTest(Distribution([3]), as: .candidate)
    }
  }
}
