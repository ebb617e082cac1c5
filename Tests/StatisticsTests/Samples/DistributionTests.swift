import Statistics
import Testing

struct DistributionTests {
  @Test func `a distribution keeps the run order and also offers the sorted values`() throws {
    let distribution = try Distribution([3, 1, 2])
    #expect(distribution.values == [3, 1, 2])
    #expect(distribution.sorted == [1, 2, 3])
    #expect(distribution.count == 3)
  }

  @Test func `a distribution without values is refused`() {
    #expect(throws: StatisticsError.noValues) { try Distribution([]) }
  }

  @Test func `the first value that is not finite is reported with its index`() {
    #expect(throws: StatisticsError.notFinite(index: 2, value: -.infinity)) {
      try Distribution([1, 2, -.infinity, .infinity])
    }
  }

  @Test func `not a number is refused`() {
    let error = #expect(throws: StatisticsError.self) { try Distribution([.nan]) }
    #expect(error?.description == "value 0 is nan, which is not a finite number")
  }
}
