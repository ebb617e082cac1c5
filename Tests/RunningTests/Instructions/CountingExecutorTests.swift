import DriverProtocol
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Running

/// Counted runs, with real processes and real Valgrind.
@Suite(.enabled(if: CountingStage.hasValgrind, "there is no Valgrind"))
struct CountingExecutorTests {
  @Test func `a story's count repeats within two millionths and is its only measurement`() throws {
    let runs = try CountingStage([
      CountingStage.compute(100_000), .of("directory"), .of("environment"),
    ]).runs(count: 3)
    #expect(runs.map(\.ending) == [.passed, .passed, .passed])
    let counts = runs.compactMap { $0.measurements[.instructions] }
    try #require(counts.count == 3)
    let (minimum, maximum) = (try #require(counts.min()), try #require(counts.max()))
    #expect(maximum - minimum <= 2e-6 * minimum, "\(counts)")
    #expect(minimum > 200_000)
    for run in runs {
      #expect(run.kind == .counted)
      #expect(run.measurements.keys.map(\.id) == ["instructions"])
      #expect(run.timeline == .empty)
      #expect(run.steps.compactMap(\.instructions).reduce(0, +) == Int64(counts[0]))
    }
  }

  @Test func `a repeated step counts in proportion to its repetitions`() throws {
    let steps = try CountingStage([
      CountingStage.compute(100_000), CountingStage.compute(100_000),
      CountingStage.compute(100_000, times: 2), CountingStage.compute(0),
    ]).runs()[0].steps.compactMap(\.instructions)
    try #require(steps.count == 4)
    #expect(steps[0] == steps[1])
    #expect(abs(Double(steps[2]) / Double(steps[0]) - 2) < 1e-3)
    // The driver's own share is in none.
    #expect(steps[3] < 5000)
  }

  @Test func `if addresses can't be fixed, a story has no count, and the reason is reported`()
    throws
  {
    let folder = try ScratchFolder()
    let story = Story(name: Stage.story, title: "", steps: [CountingStage.compute(1)])
    let run = try CountingStage(
      stories: [story], launcher: CountingStage.refusingLauncher(in: folder)
    ).runs()[0]
    #expect(run.failure?.reason == .notMeasured)
    #expect(
      run.failure?.message
        == "The system refused to fix the driver's addresses: Operation not permitted.")
  }

  @Test func `a build that does more work counts more`() throws {
    let stage = try CountingStage(
      [CountingStage.compute(100_000)],
      commands: [
        "once": [BuiltProducts.testDriver, "--answer", "1"],
        "twice": [BuiltProducts.testDriver, "--answer", "2"],
      ])
    let once = try #require(stage.runs(on: "once")[0].measurements[.instructions])
    let twice = try #require(stage.runs(on: "twice")[0].measurements[.instructions])
    #expect(abs(twice / once - 2) < 1e-2, "\(once) and \(twice)")
  }

  @Test func `the work of an app's threads is counted, too`() throws {
    let steps = try CountingStage([
      CountingStage.compute(100_000), CountingStage.compute(100_000, on: "thread"),
    ]).runs()[0].steps.compactMap(\.instructions)
    try #require(steps.count == 2)
    #expect(steps[1] > steps[0])
    #expect(steps[1] < steps[0] + 100_000)
  }

  @Test func `earlier stories are replayed, but not counted`() throws {
    let stage = try CountingStage(stories: [
      Story(name: "first", title: "", steps: [CountingStage.compute(1_000_000)]),
      Story(
        name: "second", title: "", after: ["first"], steps: [CountingStage.compute(1000)]),
    ])
    let run = stage.runs("second")[0]
    #expect(run.steps.map { $0.instructions == nil } == [true, false])
    #expect(try #require(run.measurements[.instructions]) < 200_000)
  }

  @Test func `a measuring run counts no instructions`() throws {
    let run = try CountingStage([CountingStage.compute(1000)]).measured()
    #expect(run.kind == .solo)
    #expect(run.measurements[.instructions] == nil)
    #expect(run.measurements[.cpuTime] != nil)
    #expect(run.steps.map(\.instructions) == [nil])
  }

  @Test func `a driver that another program executes is counted`() throws {
    let stage = try CountingStage(
      [CountingStage.compute(1000)],
      commands: ["build": ["/usr/bin/env", "A=B", BuiltProducts.testDriver]])
    // Each of a thousand rounds takes some.
    #expect(try #require(stage.runs()[0].measurements[.instructions]) > 1000)
  }

  @Test func `time limits are extended for the slower run under Valgrind`() throws {
    let stage = try CountingStage(
      stories: [
        Story(
          name: Stage.story, title: "",
          steps: [.of("burn", ["milliseconds": .integer(300)], limit: .milliseconds(100))])
      ])
    #expect(stage.runs()[0].ending == .passed)
  }

  @Test func `a driver without instruction counts fails its run with the reason`() throws {
    let script = """
      while read -r line; do case $line in *hello*) echo '{"ok":true,"protocol":1}';;
      *step*) echo '{"ok":true,"cost":{"wall_ns":1,"cpu_ns":1},"outcome":{}}';;
      *) echo '{"ok":true}';; esac; done
      """
    let run = try CountingStage(
      [.of("anything")], commands: ["build": ["/bin/sh", "-c", script]]
    ).runs()[0]
    #expect(run.failure?.reason == .protocolBroken)
    #expect(
      run.failure?.message == """
        The driver did not have instructions counted: a step with 'count' has to ask callgrind for it, \
        as Docs/reference/driver-protocol.md describes.
        """)
    #expect(run.failure?.step == StepName("story: anything"))
    #expect(run.measurements.isEmpty)
  }

  @Test(arguments: [(#"[]"#, false), (#"["perf"]"#, false), (#"["perf","callgrind"]"#, true)])
  func `a driver whose greeting excludes counting is not started under Valgrind`(
    _ counts: String, _ isTried: Bool
  ) throws {
    let folder = try ScratchFolder()
    let script = """
      echo "$LD_PRELOAD" >> \(folder["starts"])
      while read -r line; do case $line in \
      *hello*) echo '{"ok":true,"protocol":1,"counts":\(counts)}';;
      *step*) echo '{"ok":true,"cost":{"wall_ns":1,"cpu_ns":1},"outcome":{}}';;
      *bye*) echo '{"ok":true}'; exit 0;; *) echo '{"ok":true}';; esac; done
      """
    let runs = try CountingStage(
      [.of("anything")], commands: ["build": ["/bin/sh", "-c", script]]
    ).runs(count: 2)
    let words = "the driver counts no instructions, as its greeting says"
    #expect(runs.allSatisfy { ($0.failure?.countRefusal == words) == !isTried })
    // It is greeted once; each run under Valgrind starts it once more, with a library of Valgrind's.
    let starts = try folder.text(of: "starts").split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    #expect(starts.count == (isTried ? 3 : 1) && starts.first == "", "\(starts)")
  }

  @Test func `a crash by an unknown instruction under Valgrind fails its run`() throws {
    let run = try CountingStage([.of("crash", ["signal": .integer(4)])]).runs()[0]
    #expect(run.failure?.reason == .crashed)
    #expect(run.failure?.signal == 4)
  }
}
