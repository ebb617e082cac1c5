import Statistics
import Testing

struct AutocorrelationTests {
  private static let first = [3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]
  private static let second = [2.0, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5]
  private static let third = (1...10).map(Double.init)

  @Test(arguments: [(first, -0.07704402515723274), (second, -0.9065315315315317), (third, 0.7)])
  func `lag-1 autocorrelation agrees with numpy`(_ series: [Double], _ expected: Double) throws {
    #expect(abs(try #require(Autocorrelation.lag1(series)) - expected) < 1e-12)
  }

  @Test func `estimate and interval agree with numpy and scipy`() throws {
    let one = try #require(try Autocorrelation(groups: [[Self.first]]))
    #expect(one.count == 12)
    #expect(abs(one.estimate - -0.019392033542976993) < 1e-12)
    #expect(abs(one.lower - -0.5546116426235191) < 1e-9)
    #expect(abs(one.upper - 0.5271775310170189) < 1e-9)
    // Series measured together count as one.
    let all = try #require(try Autocorrelation(groups: [[Self.first, Self.second], [Self.third]]))
    #expect(all.count == 22)
    #expect(abs(all.estimate - 0.1786997975677221) < 1e-12)
    #expect(abs(all.lower - -0.25171003233420625) < 1e-9)
    #expect(abs(all.upper - 0.5500940950061013) < 1e-9)
  }

  @Test func `series that are short or constant have no autocorrelation`() throws {
    #expect(Autocorrelation.lag1([1, 2]) == nil)
    #expect(Autocorrelation.lag1([4, 4, 4, 4]) == nil)
    #expect(try Autocorrelation(groups: [[[4, 4, 4, 4]], [], [[1, 2]]]) == nil)
    #expect(try Autocorrelation(groups: [[[4, 4, 4, 4], Self.third]])?.count == 10)
  }
}
