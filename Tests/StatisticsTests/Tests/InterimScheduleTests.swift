import Foundation
import Statistics
import Testing

struct InterimScheduleTests {
  private let standard = InterimSchedule.standard

  @Test func `six interim analyses share the level of each of 36 tests`() {
    #expect(standard.pairs == [10, 15, 20, 30, 45, 60])
    #expect(standard.level(0.01, tests: 36) == 0.01 / 216)
    #expect(standard.level(0.01, tests: 0) == 0.01 / 6)
  }

  @Test func `a schedule takes the interim analyses that the pairs allow`() {
    #expect(standard.taken(with: 9) == [])
    #expect(standard.taken(with: 20) == [10, 15, 20])
    #expect(standard.taken(with: 44) == [10, 15, 20, 30])
    #expect(standard.taken(with: 100) == standard.pairs)
  }

  @Test func `the combined p is the smallest of all interim analyses times their number`() {
    #expect(standard.combined([0.3, 0.001, 0.2]) == 0.006)
    #expect(standard.combined([0.5]) == 1)
    #expect(standard.combined([]) == 1)
  }

  @Test(arguments: [[], [1, 5], [10, 10], [20, 10]])
  func `schedules that are empty, too early or out of order are refused`(_ pairs: [Int]) {
    #expect(throws: StatisticsError.interimSchedule(pairs)) { try InterimSchedule(pairs: pairs) }
    #expect(throws: StatisticsError.interimSchedule(pairs)) {
      try JSONDecoder().decode(InterimSchedule.self, from: JSONEncoder().encode(pairs))
    }
  }

  @Test func `a stored schedule is a list of numbers`() throws {
    let data = try JSONEncoder().encode(standard)
    #expect(String(decoding: data, as: UTF8.self) == "[10,15,20,30,45,60]")
    #expect(try JSONDecoder().decode(InterimSchedule.self, from: data) == standard)
  }
}
