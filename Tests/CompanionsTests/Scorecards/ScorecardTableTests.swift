import Scenarios
import Scorecards
import Tables
import TestSupport
import Testing

struct ScorecardTableTests {
  private func text(_ card: String) throws -> [String] {
    let result = try ScorecardResult(try ScorecardReader.parse(card, file: "s.yml"), [:])
    return try Table.scorecard(result).map { TextTableRenderer(width: 80).rendered($0) }
  }

  @Test func `the tables of a choice lead from the answer to the weights`() throws {
    let tables = try text(
      """
      scorecard: s
      title: A choice
      alternatives: { a: {}, b: {} }
      criteria:
        price: { weight: 1, scores: { a: 10, b: 18 to 22 }, better: lower, unit: € }
        speed: { weight: 3, scores: { a: 3, b: 3 }, better: higher }
      """)
    #expect(tables.count == 4)
    expectSnapshot(
      tables.joined(separator: "\n"), named: "choice", stating: "1     a            1",
      "2     b            0.8409", "What decides",
      "price       25.00           2.00  1.80  2.20               1.19        –¹", "Values",
      "price      10 €  20 (18 to 22) €", "Weights of A choice",
      "price       25.00  not so important", "speed       75.00  crucial")
  }

  @Test func `groups have sums, given weights have no hours, and ranges have both ends`() throws {
    let tables = try text(
      """
      scorecard: s
      criteria:
        one: { group: A, hours: [10, 30], times: twice }
        two: { weight: 60 }
      """)
    #expect(tables.count == 2)
    expectSnapshot(
      tables.joined(separator: "\n"), named: "groups-and-ranges",
      stating: "one       20           2      40   40.00  25.00  50.00  important",
      "two       –¹          –¹      60   60.00  50.00  75.00  important", "Groups of s",
      "A             40   40.00", "no group      60   60.00")
  }
}
