import Foundation
import Recording
import SeededRandom
import Simulation
import Statistics
import Testing

/// The promise of a ledger, with the rule's own tests: at most 1 % of ledgers ever accept an attempt without any
/// effect.
struct LedgerTests {
  /// Returns whether a single analysis of pairs shows an improvement at a level.
  private static func isShown(_ differences: [Double], at level: Double) throws -> Bool {
    // Only to save time: the ranks of 9 pairs that grew add up to 45 at least, and Wilcoxon's table for 20 pairs has
    // 43 as the greatest sum with a p of at most 0.01.
    guard differences.count(where: { $0 > 0 }) <= 8 else { return false }
    let test = try PairedTest(LogQuotients(Distribution(differences)))
    return try test.pValue(ratioAtLeast: 1) <= level
  }

  /// The number of accepted attempts among a thousand without any effect; `level` receives how many were not
  /// accepted before.
  private static func accepted(
    _ random: inout SplitMix64, at level: (_ refused: Int) -> Double
  ) throws -> Int {
    let noise = SimulatedNoise.normal(deviation: 0.005)
    var accepted = 0
    for attempt in 0..<1_000 {
      let differences = noise.differences(20, &random)
      if try isShown(differences, at: level(attempt - accepted)) { accepted += 1 }
    }
    return accepted
  }

  @Test func `a thousand attempts without effect make at most one ledger in a hundred accept one`()
    throws
  {
    var random = SplitMix64(seed: 43)
    let ledgers = 100
    var wrong = 0
    for _ in 0..<ledgers {
      let accepted = try Self.accepted(&random) { 0.01 * AlphaSpending.share(atPlace: $0 + 1) }
      if accepted > 0 { wrong += 1 }
    }
    // With one in a hundred, five or more of a hundred ledgers would be a chance of 0.3 %.
    #expect(wrong <= 4, "\(wrong) of \(ledgers)")
  }

  @Test func `the same attempts, each at one in a hundred, make every ledger accept some`() throws {
    var random = SplitMix64(seed: 43)
    for _ in 0..<5 {
      let accepted = try Self.accepted(&random) { _ in 0.01 }
      #expect(accepted > 0)
    }
  }

  private func ledger(_ verdicts: [Attempt.Verdict?], levels: [Double]) -> Ledger {
    let attempts = zip(verdicts, levels).enumerated().map { index, attempt in
      Attempt(
        number: index + 1,
        Attempt.Subject(base: "b", baseTree: "b", candidate: "\(index)", tree: "\(index)"),
        level: attempt.1, experiment: 1,
        ruling: attempt.0.map { .init($0, because: "", at: Date(timeIntervalSince1970: 0)) })
    }
    return Ledger(
      name: "l", terms: .init(scenario: "s", sha256: ""), attempts: Array(attempts))
  }

  @Test func `only measured attempts that are not accepted use up a place`() {
    let none = ledger([], levels: [])
    #expect(none.spending == 0 && none.left == 0.01)
    #expect(none.nextLevel == 0.01 * AlphaSpending.share(atPlace: 1))
    let level = none.nextLevel
    // An unfinished one may have been looked at; a refused one of level 0 was not measured.
    let some = ledger(
      [.accepted, .rejected, .undecided, .refused, .failed, nil],
      levels: [level, level, level, 0, level, level])
    #expect(some.spending == 4)
    #expect(some.nextLevel == 0.01 * AlphaSpending.share(atPlace: 5))
    #expect(some.left == 0.01 * AlphaSpending.left(after: 4))
  }

  @Test func `equal files against equal files are one attempt, whatever their commits are`() {
    let one = Attempt.Subject(base: "1", baseTree: "b", candidate: "2", tree: "t")
    var other = Attempt.Subject(base: "3", baseTree: "b", candidate: "4", tree: "t")
    #expect(one.isSame(as: other))
    other.isFinal = true
    #expect(!one.isSame(as: other))
    #expect(!one.isSame(as: .init(base: "1", baseTree: "c", candidate: "2", tree: "t")))
    #expect(!one.isSame(as: .init(base: "1", baseTree: "b", candidate: "2", tree: "u")))
    #expect(
      !one.isSame(as: .init(base: "1", baseTree: "b", candidate: "2", tree: "t", build: "x")))
  }
}
