import Analysis
import Costs
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

  @Test func `trees that were followed by sampling alone are told once, with the reasons`() {
    #expect(
      findings([sampled, sampled])
        == [.watching(.withoutGroup(source: .children, refusals: ["no group: why"]))])
  }

  @Test func `a command that started nothing, or a group that counted it, is not told`() {
    #expect(findings([sampled], [.treeProcesses: 1]) == [])
    #expect(findings([sampled], [:]) == [])
    #expect(findings([RunCircumstances(treeSource: .controlGroup)]) == [])
  }

  @Test func `drivers' trees are reported with the processes that they started`() {
    #expect(
      findings([sampled], source: .replay)
        == [.startedProcesses(atOnce: 3, .refused(["no group: why"]))])
  }

  @Test func `stops of several runs add up`() {
    let stopped = RunCircumstances(stoppedTime: 500_000_000)
    #expect(
      findings([stopped, RunCircumstances(), stopped])
        == [.watching(.stopped(subject: "'c'", time: 1e9, of: 4e9, runs: 2))])
    #expect(
      findings([stopped], [:], source: .replay)
        == [.watching(.stopped(subject: "'command' on 'c'", time: 0.5e9, of: 2e9, runs: 1))])
  }

  @Test func `what /proc hides is reported where something may have been missed`() {
    let blind = RunCircumstances(treeSource: .scan, hidesOthers: true)
    #expect(findings([blind]).contains(.watching(.othersHidden)))
    #expect(findings([blind], [.treeProcesses: 1]) == [])
    #expect(findings([RunCircumstances(treeSource: .controlGroup, hidesOthers: true)]) == [])
    let refused = RunCircumstances(samplingRefusal: "It is gone.", hidesOthers: true)
    #expect(
      findings([refused], [:])
        == [.watching(.othersHidden), .watching(.notSampled(reason: "It is gone."))])
  }

  @Test func `what could not be read, and what was not kept, is told by the worst run`() {
    #expect(
      findings(
        [
          RunCircumstances(unreadableProcesses: 2, samplesPerKept: 2),
          RunCircumstances(unreadableProcesses: 1, samplesPerKept: 4),
        ], [:]) == [.watching(.unreadable(maximum: 2)), .watching(.downsampled(samplesPerKept: 4))])
  }

  @Test(arguments: [
    (
      WatchFinding.withoutGroup(source: .children, refusals: ["no group: a", "no group: b"]),
      """
      Processes that the commands started were sampled, and found by the kernel's lists of \
      children: those that lived only between two scans are missing from memory and from the \
      number of processes. Shared pages count once for each process, except in \
      tree-peak-proportional-memory. CPU time is exact. There was no group: a; no group: b.
      """
    ),
    (
      .stopped(subject: "'c'", time: 1.5e9, of: 4e9, runs: 1),
      "'c' was stopped by a signal for 1.5 s of 4 s: that time is in the wall time."
    ),
    (
      .stopped(subject: "'c'", time: 1.5e9, of: 4e9, runs: 2),
      "'c' was stopped by a signal for 1.5 s of 4 s, 2 runs together: that time is in the wall time."
    ),
    (
      .othersHidden,
      """
      /proc shows only the processes of Rehearse's own user (it is mounted with hidepid): other users' \
      processes are in no sampled measurement. Root sees all of them, and so does the group that \
      the mount option 'gid' names.
      """
    ),
    (
      .unreadable(maximum: 1),
      """
      Up to 1 process of a run could be found but not read, mostly because they ran as another \
      user: they are in no sampled measurement.
      """
    ),
    (
      .notSampled(reason: "It is gone."),
      "Some runs could not be sampled, so their time lines are missing: It is gone."
    ),
    (
      .hugePages(most: 209_715_200),
      """
      Up to 209 MB of huge pages (hugetlb) were in use at one time: the kernel counts them in no resident \
      set, so no measurement of memory here includes them.
      """
    ),
    (
      .downsampled(samplesPerKept: 4),
      """
      There were too many samples to keep all: at worst one in 4 was kept. The extremes of memory and \
      CPU are those of all samples.
      """
    ),
  ])
  func `a finding says what is missing`(_ finding: WatchFinding, _ text: String) {
    #expect(finding.description == text)
    #expect(Finding.watching(finding).description == text)
  }
}
