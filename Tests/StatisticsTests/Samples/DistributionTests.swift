import Statistics
import Testing

struct DistributionTests {
  @Test func `a distribution keeps run order and offers the sorted values beside it`() throws {
    let distribution = try Distribution([3, 1, 2])
    #expect(distribution.values == [3, 1, 2])
    #expect(distribution.sorted == [1, 2, 3])
    #expect(distribution.count == 3)
  }

  @Test func `no values are refused`() {
    #expect(throws: StatisticsError.noValues) { try Distribution([]) }
  }

  @Test func `the first value that is not finite is named with its index`() {
    #expect(throws: StatisticsError.notFinite(index: 2, value: -.infinity)) {
      try Distribution([1, 2, -.infinity, .infinity])
    }
  }

  @Test func `not a number is refused`() {
    let error = #expect(throws: StatisticsError.self) { try Distribution([.nan]) }
    #expect(error?.description == "value 0 is nan, which is not a finite number")
  }
}
