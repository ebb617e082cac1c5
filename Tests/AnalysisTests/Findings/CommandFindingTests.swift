import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

struct CommandFindingTests {
  /// What is found where a command took these times, ms.
  private func findings(
    _ times: [Double], _ other: [Metric: Double] = [:], source: Experiment.Source = .command
  ) -> [Finding] {
    let runs = times.enumerated().map { index, time in
      Replay.run(
        "command", on: "c", round: index + 1,
        other.merging([.wallTime: time * 1e6]) { a, _ in a })
    }
    return ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: Replay.builds("c"), rounds: times.count, source: source),
      runs: runs
    ).findings
  }

  private static func summary(_ times: [Double]) throws -> Summary {
    try Summary(of: Distribution(times.map { $0 * 1e6 }))
  }

  private static let usual = [11.0, 11.1, 11.2, 11.0, 11.1, 11.3, 11.2, 11.1, 11.0, 11.2]

  @Test func `runs of nearly equal time raise no finding`() {
    #expect(findings(Self.usual) == [])
  }

  @Test func `a slow first run has a finding of its own, and does not count as an outlier`() throws
  {
    let times = [45] + Self.usual
    #expect(
      try findings(times) == [.slowFirstRun(build: "c", time: 45e6, of: Self.summary(times))])
    #expect(findings(times, source: .replay) == [])
  }

  @Test func `outliers are counted, and the farthest is named`() throws {
    let slow = Self.usual + [30, 45]
    #expect(
      try findings(slow)
        == [.outliers(build: "c", count: 2, farthest: 45e6, of: Self.summary(slow))])
    // A first run that was fast had no cold caches.
    let fast = [1] + Self.usual
    #expect(
      try findings(fast)
        == [.outliers(build: "c", count: 1, farthest: 1e6, of: Self.summary(fast))])
  }

  @Test func `runs below 5 ms are reported, since starting the process is much of their time`()
    throws
  {
    let times = [4.9, 5.0, 4.8]
    #expect(try findings(times) == [.shortRuns(build: "c", of: Self.summary(times))])
    #expect(findings([5, 5, 5]) == [])
  }

  @Test func `processes left behind are reported with the number in the worst run`() {
    #expect(
      findings([11], [.outlivingProcesses: 2]) == [.processesLeft(build: "c", maximum: 2)])
    #expect(findings([11], [.outlivingProcesses: 0]) == [])
    // Anyone may have written into a store.
    #expect(
      findings([11], [.outlivingProcesses: 1e300]) == [.processesLeft(build: "c", maximum: .max)])
  }

  @Test func `failed runs of a command have a finding of their own`() {
    let runs = [
      Replay.run("command", on: "c", failed: .exited), Replay.run("command", on: "c", round: 2),
    ]
    let analysis = ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: Replay.builds("c"), rounds: 2, source: .command),
      runs: runs)
    #expect(analysis.findings == [.failedCommand("c", count: 1, of: 2)])
  }

  @Test func `findings on failed runs and processes left behind have the recorded words`() {
    let findings = [
      Finding.failedCommand("c", count: 1, of: 2), .processesLeft(build: "c", maximum: 1),
      .processesLeft(build: "c", maximum: 2),
    ]
    expectSnapshot(
      findings.map(\.description), named: "failed-and-left", stating: "1 of 2 runs", "1 process ",
      "'--wait-for-tree'", "2 processes ", "'--wait-for-tree'")
  }

  /// By NumPy: 10.23 ms is the deviation of the first, 3.09 ms that of its mean; 268 and 81 ms of the
  /// second.
  @Test func `findings show times with the unit and digits of the table`() throws {
    let cold = [45.06] + Self.usual
    let slow = Self.usual.map { $0 * 100 } + [2000]
    try expectSnapshot(
      [
        Finding.slowFirstRun(build: "c", time: 45.06e6, of: Self.summary(cold)).description,
        Finding.outliers(build: "c", count: 1, farthest: 2e9, of: Self.summary(slow)).description,
      ], named: "first-run-and-outliers", stating: "45 ms", "11.1 ms", "'--warmup 3'",
      "'--prepare'", "1 of 11", "2.00 s", "1.110 s", "'--warmup'")
    #expect(
      try Finding.shortRuns(build: "c", of: Self.summary([1, 1, 1])).description
        == "'c' took 1 ms: below 5 ms, starting the process is much of that.")
  }

  @Test func `a long command is cut short in sentences, and its control characters are left out`() {
    let label = CommandLabel.short("a\n\u{1B}[31m" + String(repeating: "x", count: 60))
    #expect(label == "a  [31m" + String(repeating: "x", count: 40) + "…")
  }
}
