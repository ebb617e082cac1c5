import Statistics
import Testing

struct StudentTTests {
  @Test func `quantiles agree with scipy at 1 to 200 degrees of freedom`() throws {
    let cases = try Reference.load().studentT
    #expect(cases.degrees == (1...200).map(Double.init))
    for (degrees, expected) in zip(cases.degrees, cases.upperQuantiles) {
      let student = try StudentT(degreesOfFreedom: degrees)
      for (level, quantile) in zip(cases.levels, expected) {
        let upper = try student.upperQuantile(level)
        #expect(agree(upper, quantile), "\(degrees) degrees, \(level): \(upper), \(quantile)")
        #expect(agree(try student.quantile(level), -quantile), "\(degrees) degrees, \(level)")
      }
    }
  }

  @Test func `tails agree with scipy at 1 to 200 degrees of freedom`() throws {
    let cases = try Reference.load().studentT
    for (degrees, expected) in zip(cases.degrees, cases.upperTails) {
      let student = try StudentT(degreesOfFreedom: degrees)
      for (t, tail) in zip(cases.arguments, expected) {
        #expect(agree(try student.upperTail(t), tail), "\(degrees) degrees, \(t)")
        #expect(agree(try student.lowerTail(-t), tail), "\(degrees) degrees, -\(t)")
      }
    }
  }

  @Test func `fractional degrees of freedom agree with scipy`() throws {
    for reference in try Reference.load().studentT.fractional {
      let student = try StudentT(degreesOfFreedom: reference.degrees)
      #expect(agree(try student.quantile(0.975), reference.quantile975))
      #expect(agree(try student.criticalValue(confidenceLevel: 0.95), reference.quantile975))
    }
  }

  @Test func `probabilities outside 0 to 1, and arguments that are not a number, are refused`()
    throws
  {
    let student = try StudentT(degreesOfFreedom: 9)
    for probability in [0, 1, -0.1, 1.5, .infinity] {
      #expect(throws: StatisticsError.undefined(function: "t quantile", argument: probability)) {
        try student.quantile(probability)
      }
    }
    #expect(throws: StatisticsError.self) { try student.quantile(.nan) }
    #expect(throws: StatisticsError.self) { try student.upperTail(.nan) }
    #expect(try student.upperTail(.infinity) == 0)
  }

  @Test func `degrees of freedom that are not positive and finite are refused`() {
    for degrees in [0, -1, .infinity] {
      #expect(throws: StatisticsError.degreesOfFreedom(degrees)) {
        try StudentT(degreesOfFreedom: degrees)
      }
    }
  }
}
