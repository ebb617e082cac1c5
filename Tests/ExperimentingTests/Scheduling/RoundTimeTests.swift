import Recording
import Testing

@testable import Experimenting

struct RoundTimeTests {
  @Test func `a control's pairs are among the rounds: ten in five, later one for every three`() {
    let time = RoundTime(round: .seconds(2), control: .seconds(1))
    #expect(time.total(4, by: .adaptive) == .seconds(8 + 8))
    #expect(time.total(5, by: .adaptive) == .seconds(10 + 10))
    #expect(time.total(10, by: .adaptive) == .seconds(20 + 11))
    #expect(time.total(13, by: .adaptive) == .seconds(26 + 12))
    #expect(time.total(10, by: .standard) == .seconds(20 + 10))
    #expect(RoundTime(round: .seconds(2)).total(13, by: .adaptive) == .seconds(26))
  }

  /// The least p value of n pairs is 2^-n, so one cell at 1 % takes 7, and each of 2 takes 8.
  @Test(
    arguments: [
      (DecisionRule.adaptive, 1, 60, 7), (.adaptive, 2, 60, 8), (.standard, 2, 60, 8),
      // 36 cells take 12 pairs, but the rule judges 10 or 15, and by two analyses 15 show them.
      (.adaptive, 36, 60, 15), (.standard, 36, 20, 12), (.standard, 36, 10, nil),
      (.standard, 1, 3, nil), (.standard, 1, 1, nil),
    ] as [(DecisionRule, Int, Int, Int?)])
  func `fewer pairs than the signed rank needs show nothing`(
    _ rule: DecisionRule, _ cells: Int, _ planned: Int, _ fewest: Int?
  ) throws {
    #expect(try rule.fewestRounds(showingOneOf: cells, of: planned) == fewest)
  }
}
