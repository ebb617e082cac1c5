import Scenarios
import Scorecards
import TestSupport
import Testing

struct ScorecardTextTests {
  private func sentences(_ criteria: String, alternatives: String = "{ a: {}, b: {} }") throws
    -> [String]
  {
    let card = try ScorecardReader.parse(
      "scorecard: s\nalternatives: \(alternatives)\ncriteria: \(criteria)", file: "s.yml")
    return ScorecardText.sentences(try ScorecardResult(card, [:]))
  }

  @Test func `the sentence on a shown order says how much better the winner is`() throws {
    #expect(
      try sentences("{ x: { weight: 1, better: lower, scores: { a: 2, b: 3 } } }") == [
        "a is better than b: 1.5 times as good."
      ])
    try expectSnapshot(
      sentences(
        """
        { x: { weight: 1, better: higher, scores: { a: 2, b: 3 to 4 } },
          y: { weight: 1 to 3, better: higher, scores: { a: 1, b: 1 } } }
        """), named: "shown", stating: "b is better than a", "1.205 (1.145 to 1.260)",
      "1.107 to 1.414")
  }

  @Test func `the sentence on an open order says what would decide it`() throws {
    try expectSnapshot(
      sentences("{ x: { weight: 1, better: lower, scores: { a: 8 to 12, b: 11 } } }"),
      named: "open", stating: "No order is shown between a and b", "1.10 (0.92 to 1.38)", "'x'",
      "100 %")
    // √(4/1 · 1/2) is √2; from two thirds of y on b is better.
    try expectSnapshot(
      sentences(
        """
        { x: { weight: 1, better: lower, scores: { a: 1, b: 4 } },
          y: { weight: 0 to 2, better: lower, scores: { a: 2, b: 1 } } }
        """), named: "open-by-weights", stating: "No order is shown between a and b", "1.414",
      "1.00 to 4.00", "'x'", "33.3 %", "33.3 to 100 %")
    try expectSnapshot(
      sentences("{ x: { weight: 1, better: lower, scores: { a: 1000, b: 1004 } } }"),
      named: "too-close", stating: "No order is shown", "less than 0.5 %")
  }

  @Test func `the best of several alternatives is named first`() throws {
    let told = try sentences(
      "{ x: { weight: 1, better: lower, scores: { a: 4, b: 1, c: 3 to 5 } } }",
      alternatives: "{ a: {}, b: {}, c: {} }")
    #expect(told.count == 4)
    #expect(told[0] == "b is best, whatever the weights within their ranges.")
    #expect(told[1] == "b is better than a: 4 times as good.")
    #expect(told[3].hasPrefix("No order is shown between "))
  }

  @Test func `the sentences on a guideline give the time, and name what is crucial`() throws {
    let card = try ScorecardReader.parse(
      """
      scorecard: s
      criteria:
        much: { hours: 30, times: always }
        some: { hours: 8, times: twice }
        more: { hours: 12, times: once }
      """, file: "s.yml")
    let full = try ScorecardResult(card, [:])
    let left = try ScorecardResult(try card.known(to: ["much"]), [:])
    expectSnapshot(
      ScorecardText.sentences(full) + ScorecardText.sentences(left, of: full),
      named: "times-to-learn", stating: "50 hours", "6.25 days", "0.3125 months", "much (84.3 %)",
      "20 of 50 hours", "2.5 days", "0.125 months", "some (57.1 %)")
  }
}
