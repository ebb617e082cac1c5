import Scenarios
import Scorecards
import Testing

struct ScorecardTextTests {
  private func sentences(_ criteria: String, alternatives: String = "{ a: {}, b: {} }") throws
    -> [String]
  {
    let card = try ScorecardReader.parse(
      "scorecard: s\nalternatives: \(alternatives)\ncriteria: \(criteria)", file: "s.yml")
    return ScorecardText.sentences(try ScorecardResult(card, [:]))
  }

  @Test func `what is shown is told with how much better it is`() throws {
    #expect(
      try sentences("{ x: { weight: 1, better: lower, scores: { a: 2, b: 3 } } }") == [
        "a is better than b: 1.5 times as good."
      ])
    #expect(
      try sentences(
        """
        { x: { weight: 1, better: higher, scores: { a: 2, b: 3 to 4 } },
          y: { weight: 1 to 3, better: higher, scores: { a: 1, b: 1 } } }
        """) == [
          "b is better than a: 1.205 (1.145 to 1.260) times as good, and 1.107 to 1.414 over all weights "
            + "within their ranges."
        ])
  }

  @Test func `what is open is told with what would decide`() throws {
    #expect(
      try sentences("{ x: { weight: 1, better: lower, scores: { a: 8 to 12, b: 11 } } }") == [
        "No order is shown between a and b: a is 1.10 (0.92 to 1.38) times as good by what is known. 'x' "
          + "leaves 100 % of that open: judging it more closely decides soonest."
      ])
    // √(4/1 · 1/2) is √2; from two thirds of y on b is better.
    #expect(
      try sentences(
        """
        { x: { weight: 1, better: lower, scores: { a: 1, b: 4 } },
          y: { weight: 0 to 2, better: lower, scores: { a: 2, b: 1 } } }
        """) == [
          "No order is shown between a and b: with the weights as given a is 1.414 times as good, but it "
            + "is 1.00 to 4.00 over all weights within their ranges. a is shown to be better while 'x' "
            + "weighs more than 33.3 % (it may weigh 33.3 to 100 %)."
        ])
    #expect(
      try sentences("{ x: { weight: 1, better: lower, scores: { a: 1000, b: 1004 } } }") == [
        "No order is shown between a and b: they differ by less than 0.5 %."
      ])
  }

  @Test func `the best of several is named first`() throws {
    let told = try sentences(
      "{ x: { weight: 1, better: lower, scores: { a: 4, b: 1, c: 3 to 5 } } }",
      alternatives: "{ a: {}, b: {}, c: {} }")
    #expect(told.count == 4)
    #expect(told[0] == "b is best, whatever the weights within their ranges.")
    #expect(told[1] == "b is better than a: 4 times as good.")
    #expect(told[3].hasPrefix("No order is shown between "))
  }

  @Test func `a guideline tells the time, and what is crucial`() throws {
    let card = try ScorecardReader.parse(
      """
      scorecard: s
      criteria:
        much: { hours: 30, times: always }
        some: { hours: 8, times: twice }
        more: { hours: 12, times: once }
      """, file: "s.yml")
    let full = try ScorecardResult(card, [:])
    #expect(
      ScorecardText.sentences(full) == [
        "It takes 50 hours to learn: 6.25 days, 0.3125 months.", "Crucial: much (84.3 %).",
      ])
    let left = try ScorecardResult(try card.known(to: ["much"]), [:])
    #expect(
      ScorecardText.sentences(left, of: full) == [
        "20 of 50 hours are left to learn: 2.5 days, 0.125 months.", "Crucial: some (57.1 %).",
      ])
  }
}
