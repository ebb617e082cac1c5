import Recording
import TestSupport
import Testing

struct CountingTriesTests {
  /// A run of one try, beside which others took this share of a CPU.
  private func run(
    _ build: String, round: Int = 1, attempt: Int = 1, others: Int64 = 0,
    failed: RunFailure.Reason? = nil
  ) -> Run {
    var run = Replay.run("list", on: build, round: round, failed: failed)
    run.attempt = attempt
    run.interference = Replay.interference(others: others)
    return run
  }

  private func tries(_ runs: [Run]) -> CountingTries { CountingTries(runs, rule: .standard) }

  private func words(_ runs: [Run]) -> [String] {
    runs.map { "\($0.build)\($0.round).\($0.attempt)" }
  }

  @Test func `if no run was repeated, all runs count, disturbed or not`() {
    let tries = tries([run("a", others: 50), run("b")])
    #expect(words(tries.counting) == ["a1.1", "b1.1"])
    #expect(tries.superseded.isEmpty && tries.repeated == 0 && tries.stillDisturbed == 0)
  }

  @Test func `the first undisturbed try counts, for all builds`() {
    let tries = tries([
      run("a", others: 50), run("b"), run("a", attempt: 2), run("b", attempt: 2),
      run("b", round: 2), run("a", round: 2),
    ])
    #expect(words(tries.counting) == ["a1.2", "b1.2", "b2.1", "a2.1"])
    #expect(words(tries.superseded) == ["a1.1", "b1.1"])
    #expect(tries.repeated == 2 && tries.stillDisturbed == 0)
  }

  @Test func `if all tries were disturbed, the try whose worst run was least disturbed counts`() {
    let tries = tries([
      run("a", others: 20), run("b", others: 90), run("a", attempt: 2, others: 40),
      run("b", attempt: 2), run("a", attempt: 3, others: 50), run("b", attempt: 3),
    ])
    #expect(words(tries.counting) == ["a1.2", "b1.2"])
    #expect(tries.repeated == 2 && tries.stillDisturbed == 1)
  }

  @Test func `a try that was not completed does not count`() {
    #expect(
      words(tries([run("a", others: 50), run("b"), run("a", attempt: 2)]).counting)
        == ["a1.1", "b1.1"])
    let interrupted = tries([
      run("a", others: 50), run("b"), run("a", attempt: 2),
      run("b", attempt: 2, failed: .interrupted),
    ])
    #expect(words(interrupted.counting) == ["a1.1", "b1.1"])
  }

  @Test func `a failed try counts, and is not repeated`() {
    #expect(
      words(
        tries([
          run("a", others: 50), run("b"), run("a", attempt: 2, others: 90),
          run("b", attempt: 2, failed: .crashed),
        ]).counting) == ["a1.2", "b1.2"])
    #expect(InterferenceRule.standard.settles([run("a", others: 50, failed: .crashed)]))
    #expect(!InterferenceRule.standard.settles([run("a", others: 50), run("b")]))
  }

  @Test
  func `interference that a run may have caused itself neither repeats a run nor chooses a try`() {
    var waiting = run("a")
    waiting.interference?.memoryWaiting = 500_000_000
    waiting.interference?.swappedPages = 10_000
    let verdict = InterferenceRule.standard.verdict(on: waiting.interference, kind: .solo)
    #expect(verdict.severity > 0 && verdict.severityFromOutside == 0)
    #expect(InterferenceRule.standard.settles([waiting, run("b")]))
    #expect(words(tries([waiting, run("a", attempt: 2)]).counting) == ["a1.1"])
    waiting.interference?.busy = 200_000_000
    #expect(!InterferenceRule.standard.settles([waiting]))
    // The try that swapped was disturbed less from outside.
    let tries = tries([
      run("a", others: 40),
      {
        var other = waiting; other.attempt = 2; return other
      }(),
    ])
    #expect(words(tries.counting) == ["a1.2"] && tries.stillDisturbed == 1)
  }
}
