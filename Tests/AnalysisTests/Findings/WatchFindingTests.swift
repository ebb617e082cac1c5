import Analysis
import DriverProtocol
import Metrics
import Recording
import TestSupport
import Testing

/// How processes could be watched is told once, and only where it matters.
struct WatchFindingTests {
  private func findings(
    _ circumstances: [RunCircumstances], _ measurements: [Metric: Double] = [.treeProcesses: 3],
    source: Experiment.Source = .command
  ) -> [Finding] {
    let runs = circumstances.enumerated().map { index, circumstances in
      var run = Replay.run(
        "command", on: "c", round: index + 1,
        measurements.merging([.wallTime: 2e9]) { a, _ in a })
      run.circumstances = circumstances
      return run
    }
    return ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: Replay.builds("c"), rounds: runs.count, source: source),
      runs: runs
    ).findings
  }

  private let sampled = RunCircumstances(treeSource: .children, groupRefusals: ["no group: why"])

  @Test
  func `process trees that were followed only by sampling are reported once, with the reasons`() {
    #expect(
      findings([sampled, sampled])
        == [.watching(.withoutGroup(source: .children, refusals: ["no group: why"]))])
  }

  @Test
  func `a command that started no process, or was counted by a control group, has no finding`() {
    #expect(findings([sampled], [.treeProcesses: 1]) == [])
    #expect(findings([sampled], [:]) == [])
    #expect(findings([RunCircumstances(treeSource: .controlGroup)]) == [])
  }

  @Test func `sampling of a driver's tree is reported along with the processes that it started`() {
    #expect(
      findings([sampled], source: .replay)
        == [.startedProcesses(atOnce: 3, .refused(["no group: why"]))])
  }

  @Test func `the times for which processes were stopped add up over runs`() {
    let stopped = RunCircumstances(stoppedTime: 500_000_000)
    #expect(
      findings([stopped, RunCircumstances(), stopped])
        == [.watching(.stopped(subject: "'c'", time: 1e9, of: 4e9, runs: 2))])
    #expect(
      findings([stopped], [:], source: .replay)
        == [.watching(.stopped(subject: "'command' on 'c'", time: 0.5e9, of: 2e9, runs: 1))])
  }

  @Test func `processes that /proc hides are reported if something may have been missed`() {
    let blind = RunCircumstances(treeSource: .scan, hidesOthers: true)
    #expect(findings([blind]).contains(.watching(.othersHidden)))
    #expect(findings([blind], [.treeProcesses: 1]) == [])
    #expect(findings([RunCircumstances(treeSource: .controlGroup, hidesOthers: true)]) == [])
    let refused = RunCircumstances(samplingRefusal: "It is gone.", hidesOthers: true)
    #expect(
      findings([refused], [:])
        == [.watching(.othersHidden), .watching(.notSampled(reason: "It is gone."))])
  }

  @Test func `unreadable processes and dropped samples are reported by the worst run`() {
    #expect(
      findings(
        [
          RunCircumstances(unreadableProcesses: 2, samplesPerKept: 2),
          RunCircumstances(unreadableProcesses: 1, samplesPerKept: 4),
        ], [:]) == [.watching(.unreadable(maximum: 2)), .watching(.downsampled(samplesPerKept: 4))])
  }

  @Test func `processes that the kernel ended for memory are reported of runs that passed`() {
    var ended = RunCircumstances()
    ended.memoryKills = 2
    #expect(
      findings([ended, RunCircumstances(), ended], [:])
        == [.watching(.endedForMemory(processes: 4))])
  }

  private static let examples: [(WatchFinding, fact: String)] = [
    (
      .withoutGroup(source: .children, refusals: ["no group: a", "no group: b"]),
      "no group: a; no group: b"
    ), (.stopped(subject: "'c'", time: 1.5e9, of: 4e9, runs: 1), "1.5 s of 4 s"),
    (.stopped(subject: "'c'", time: 1.5e9, of: 4e9, runs: 2), "1.5 s of 4 s, 2 runs"),
    (.othersHidden, "hidepid"), (.unreadable(maximum: 1), "Up to 1 process "),
    (.notSampled(reason: "It is gone."), "It is gone."), (.hugePages(most: 209_715_200), "209 MB"),
    (.downsampled(samplesPerKept: 4), "one in 4"),
    (.endedForMemory(processes: 1), "ended 1 process of runs that passed"),
  ]

  @Test(arguments: examples)
  func `the description of a finding states its facts`(_ finding: WatchFinding, _ fact: String) {
    #expect(finding.description.contains(fact))
    #expect(Finding.watching(finding).description == finding.description)
  }

  @Test func `the descriptions of all findings match the recorded ones`() {
    expectSnapshot(Self.examples.map(\.0.description), named: "findings")
  }
}
