import Analysis
import Metrics
import Recording
import Running
import TestSupport
import Testing

@testable import Experimenting

/// How many rounds commands are measured in where nobody says.
@Suite struct AutomaticRoundsTests {
  private let rule = AutomaticRounds()

  private func next(
    after made: Int, precision: Double?, seconds: Double, commands: Int = 1
  ) -> Int? {
    rule.next(
      after: made, precision: precision, elapsed: .seconds(seconds), commands: commands)
  }

  @Test func `no rounds are added once the precision is within 1 %`() {
    #expect(next(after: 10, precision: 0.01, seconds: 1) == nil)
    #expect(next(after: 10, precision: 0.0101, seconds: 1) == 11)
  }

  @Test func `the rounds to add follow from the square of the missing precision, up to double`() {
    // (1.2 / 1)² · 10 = 14.4
    #expect(next(after: 10, precision: 0.012, seconds: 1) == 15)
    #expect(next(after: 10, precision: 0.05, seconds: 1) == 20)
    #expect(next(after: 800, precision: 0.05, seconds: 1) == 1000)
    #expect(next(after: 1000, precision: 0.05, seconds: 1) == nil)
  }

  @Test func `no round is added that would end after 10 s for each command`() {
    // Ten took 8 s, so two more take 1.6 s; a third would end too late.
    #expect(next(after: 10, precision: 0.05, seconds: 8) == 12)
    #expect(next(after: 10, precision: 0.05, seconds: 10) == nil)
    #expect(next(after: 10, precision: 0.05, seconds: 60) == nil)
    #expect(next(after: 10, precision: 0.05, seconds: 10, commands: 2) == 20)
    var limited = AutomaticRounds()
    limited.timeLimit = .seconds(2)
    #expect(
      limited.next(after: 10, precision: 0.05, elapsed: .seconds(2), commands: 9) == nil)
  }

  @Test(
    arguments: [
      (nil, nil, 10, 1000), (3, nil, 3, 1000), (nil, 5, 5, 5), (2000, nil, 2000, 2000),
      (20, 40, 20, 40),
    ] as [(Int?, Int?, Int, Int)])
  func `given bounds replace the usual ones, and those that they cross`(
    _ fewest: Int?, _ most: Int?, _ minimum: Int, _ maximum: Int
  ) {
    var bounded = AutomaticRounds()
    bounded.bound(from: fewest, to: most)
    #expect(bounded.minimum == minimum && bounded.maximum == maximum)
    let next = bounded.next(after: maximum, precision: 0.5, elapsed: .seconds(1), commands: 100)
    #expect(next == nil)
  }

  @Test func `without measurements no round is added`() {
    #expect(next(after: 10, precision: nil, seconds: 1) == nil)
    #expect(next(after: 10, precision: .infinity, seconds: 1) == nil)
    #expect(AutomaticRounds.precision([], of: ["a"]) == nil)
  }

  private func runs(_ command: String, _ times: [Double]) -> [Run] {
    times.enumerated().map {
      Replay.run(MeasuredCommand.story, on: command, round: $0 + 1, [.wallTime: $1])
    }
  }

  @Test func `the precision is that of one command's mean, or of the widest ratio of several`() {
    // Mean 100, deviation 10: t(0.975, 3) = 3.182446, half of the interval 3.182446 · 10 / 2.
    let one = runs("a", [90, 100, 100, 110].map { ($0 - 100) * 1.2247448713916 + 100 })
    let precision = AutomaticRounds.precision(one, of: ["a"]) ?? 0
    #expect(abs(precision - 0.159122) < 1e-5)
    // What both sides share is in no ratio.
    let both = one + runs("b", one.compactMap { $0.measurements[.wallTime] }.map { $0 * 2 })
    #expect((AutomaticRounds.precision(both, of: ["a", "b"]) ?? 1) < 1e-9)
    let three = both + runs("c", [90, 110, 95, 120])
    #expect((AutomaticRounds.precision(three, of: ["a", "b", "c"]) ?? 0) > 0.05)
    #expect(AutomaticRounds.precision(both, of: ["a", "b", "c"]) == nil)
  }
}
