import Analysis
import Recording
import Reports
import TestSupport
import Testing

struct RetentionTextTests {
  /// A story whose cycles keep nothing, and one whose cycles failed or not.
  private func sentences(failed reason: RunFailure.Reason?) -> [String] {
    var runs = ["list", "scan"].map { Replay.run($0, on: "a", kind: .cycles) }
    if let reason { runs[1] = Replay.run("scan", on: "a", kind: .cycles, failed: reason) }
    for index in runs.indices where runs[index].passed { runs[index].cycles = Replay.cycles() }
    let experiment = Replay.experiment(stories: ["list", "scan"], builds: Replay.builds("a"))
    return Headline.retention(ExperimentAnalysis(experiment, runs: runs))
  }

  @Test func `nothing is said to be retained by any cycles only if all could be judged`() {
    #expect(sentences(failed: nil) == ["Nothing is retained by any of the cycles."])
    #expect(
      sentences(failed: .crashed) == [
        "Nothing is retained by 1 of 2 cycles; the other could not be judged."
      ])
  }

  @Test func `descriptors that only some cycles leave open are not called nothing`() {
    var run = Replay.run("list", on: "a", kind: .cycles)
    var series = Replay.cycles()
    series.descriptors = (0..<25).map { cycle in 10 + Int64([9, 17, 23].count { $0 <= cycle }) }
    run.cycles = series
    let experiment = Replay.experiment(stories: ["list"], builds: Replay.builds("a"))
    #expect(
      Headline.retention(ExperimentAnalysis(experiment, runs: [run])) == [
        "Inconclusive: list on 'a' has more open file descriptors after 20 cycles than before, but did not "
          + "open more throughout. 'cycles: 80' may decide."
      ])
  }

  /// The sentences if the memory of a service grows by this much after some of the cycles.
  private func sentences(ofServiceGrowingBy bytes: Int64) -> [String] {
    var run = Replay.run("list", on: "a", kind: .cycles)
    var series = Replay.cycles()
    series.services = [
      "db": (0..<25).map { cycle in
        10_000_000 + bytes * Int64([9, 17, 23].count { $0 <= cycle })
      }
    ]
    run.cycles = series
    let experiment = Replay.experiment(stories: ["list"], builds: Replay.builds("a"))
    return Headline.retention(ExperimentAnalysis(experiment, runs: [run]))
  }

  @Test func `a service that grows after some cycles only is not called nothing, beyond 64 KiB`() {
    #expect(
      sentences(ofServiceGrowingBy: 65_536) == [
        "Inconclusive: the service 'db' holds more after 20 cycles of list on 'a' than before, but did not grow "
          + "throughout. 'cycles: 80' may decide."
      ])
    #expect(sentences(ofServiceGrowingBy: 4096) == ["Nothing is retained by any of the cycles."])
  }
}
