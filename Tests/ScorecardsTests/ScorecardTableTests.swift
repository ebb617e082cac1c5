import Scenarios
import Scorecards
import Tables
import Testing

struct ScorecardTableTests {
  private func text(_ card: String) throws -> [String] {
    let result = try ScorecardResult(try ScorecardReader.parse(card, file: "s.yml"), [:])
    return try Table.scorecard(result).map { TextTableRenderer(width: 80).rendered($0) }
  }

  @Test func `a choice is told from its answer to its weights`() throws {
    let tables = try text(
      """
      scorecard: s
      title: A choice
      alternatives: { a: {}, b: {} }
      criteria:
        price: { weight: 1, scores: { a: 10, b: 18 to 22 }, better: lower, unit: € }
        speed: { weight: 3, scores: { a: 3, b: 3 }, better: higher }
      """)
    #expect(
      tables == [
        """
        A choice

        Rank  Alternative   Score
        ────  ───────────  ──────
        1     a            1
        2     b            0.8409

        Score: the weighted product of ratios, against the best. A rank is a range if no
        order is shown.

        """,
        """
        What decides

        Criterion  Weight  Times as good  from    to  Part of the score  Turns at
                        %                                                       %
        ─────────  ──────  ─────────────  ────  ────  ─────────────────  ────────
        a against b
        price       25.00           2.00  1.80  2.20               1.19        –¹
        speed       75.00           1     1     1                  1           –¹

        Turns at: the share of the criterion at which both are equal, if the others keep
        their proportions.
        ¹ no weight of it alone turns the order

        """,
        """
        Values

        Criterion     a                b
        ─────────  ────  ───────────────
        price      10 €  20 (18 to 22) €
        speed         3                3

        """,
        """
        Weights of A choice

        Criterion  Weight  It is
                        %
        ─────────  ──────  ────────────────
        price       25.00  not so important
        speed       75.00  crucial

        Not so important: up to 25 %, half of an equal share; crucial: from 75 %, one
        and a half of it.

        """,
      ])
  }

  @Test func `groups have their sum, given weights no hours, and ranges both ends`() throws {
    let tables = try text(
      """
      scorecard: s
      criteria:
        one: { group: A, hours: [10, 30], times: twice }
        two: { weight: 60 }
      """)
    #expect(
      tables == [
        """
        Weights of s

        Skill  Hours  Times used  Factor  Weight   from     to  It is
                                               %      %      %
        ─────  ─────  ──────────  ──────  ──────  ─────  ─────  ─────────
        A
        one       20           2      40   40.00  25.00  50.00  important

        No group
        two       –¹          –¹      60   60.00  50.00  75.00  important

        Factor = hours · times used (1 once, 2 twice, 3 a few, 4 several, 5 always);
        weight = factor / M, with M = 100 / 100 = 1.
        Not so important: up to 25 %, half of an equal share; crucial: from 75 %, one
        and a half of it.
        From and to: what a share can be while all weights move within their ranges.
        ¹ its weight was given

        """,
        """
        Groups of s

        Group     Factor  Weight
                               %
        ────────  ──────  ──────
        A             40   40.00
        no group      60   60.00

        """,
      ])
  }
}
