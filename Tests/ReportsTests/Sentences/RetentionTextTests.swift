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
        "Nothing is retained by the cycles of list on 'a'.",
        "Not known: what the cycles of scan on 'a' retain. They did not all pass, or were too few.",
      ])
  }

  @Test func `cycles that could not be judged are named, also if others retain or all failed`() {
    func sentences(keeping bytes: Int?) -> [String] {
      var runs = ["list", "scan"].map {
        Replay.run($0, on: "a", kind: .cycles, failed: .crashed)
      }
      if let bytes {
        runs[0] = Replay.run("list", on: "a", kind: .cycles)
        runs[0].cycles = Replay.cycles(keeping: bytes)
      }
      let experiment = Replay.experiment(stories: ["list", "scan"], builds: Replay.builds("a"))
      return Headline.retention(ExperimentAnalysis(experiment, runs: runs))
    }
    #expect(
      sentences(keeping: 48) == [
        "Retains: list on 'a' holds 48 B more after each cycle (20 cycles).",
        "Not known: what the cycles of scan on 'a' retain. They did not all pass, or were too few.",
      ])
    #expect(
      sentences(keeping: nil) == [
        "Not known: what the cycles of list on 'a', scan on 'a' retain. They did not all pass, or were too few."
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

  @Test func `descriptors that were not counted after each cycle are not called closed`() {
    var run = Replay.run("list", on: "a", kind: .cycles)
    run.cycles = Replay.cycles()
    run.cycles?.descriptors = nil
    let experiment = Replay.experiment(stories: ["list"], builds: Replay.builds("a"))
    #expect(
      Headline.retention(ExperimentAnalysis(experiment, runs: [run])) == [
        "Not known: whether list on 'a' leaves file descriptors open. They could not be counted after each cycle."
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

  @Test func `memory outside of malloc that grows after some cycles only is not called nothing`() {
    func sentences(growingBy bytes: Int64) -> [String] {
      var run = Replay.run("list", on: "a", kind: .cycles)
      var series = Replay.cycles()
      series.resident = (0..<25).map { cycle in
        6_000_000 + bytes * Int64([9, 17, 23].count { $0 <= cycle })
      }
      run.cycles = series
      let experiment = Replay.experiment(stories: ["list"], builds: Replay.builds("a"))
      return Headline.retention(ExperimentAnalysis(experiment, runs: [run]))
    }
    #expect(
      sentences(growingBy: 65_536) == [
        "Inconclusive: list on 'a' frees what it allocates, yet its memory is more after 20 cycles than before. "
          + "It did not grow throughout. 'cycles: 80' may decide."
      ])
    #expect(sentences(growingBy: 4096) == ["Nothing is retained by any of the cycles."])
  }

  @Test func `a service whose memory was not read after each cycle is named, not called nothing`() {
    var run = Replay.run("list", on: "a", kind: .cycles)
    var series = Replay.cycles()
    series.services = ["db": Array(repeating: 10_000_000, count: 25), "web": []]
    run.cycles = series
    let experiment = Replay.experiment(stories: ["list"], builds: Replay.builds("a"))
    #expect(
      Headline.retention(ExperimentAnalysis(experiment, runs: [run])) == [
        "Not known: whether the service 'web' grows in list on 'a'. Its memory could not be read after each cycle."
      ])
  }
}
