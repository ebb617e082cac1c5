import Costs
import DriverProtocol
import Metrics
import Recording
import Running
import TestSupport
import Testing

@Suite struct WatchedExecutorTests {
  /// Makes runs without processes.
  private struct Replayed: Executor {
    let run: Run
    let isPrepared: Bool

    func execute(_ batch: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
      if isPrepared { whenPrepared() }
      return [run]
    }
  }

  private func watched(
    steps: Int, isPrepared: Bool = true, ownUse: WatchedExecutor.OwnUse = .steps
  ) -> Run {
    let planned = RunMaking.plan().runs[0]
    let run = RunMaking.run(planned, digests: Array(repeating: nil, count: steps))
    return WatchedExecutor(Replayed(run: run, isPrepared: isPrepared), ownUse: ownUse)
      .execute(planned)
  }

  @Test func `a watched run is unchanged except for its record of interference`() throws {
    var run = watched(steps: 2)
    let interference = try #require(run.interference)
    #expect(interference.observed > 0 && interference.run == 2)
    run.interference = nil
    #expect(run.measurements == [.cpuTime: 1] && run.steps.count == 2)
  }

  @Test func `if a command is ended before it reports its use, the use is unknown`() throws {
    let interference = try #require(watched(steps: 0).interference)
    #expect(interference.run == nil && interference.others == nil)
  }

  @Test func `a run with a failed preparation has no record of interference`() {
    #expect(watched(steps: 0, isPrepared: false).interference == nil)
  }

  @Test func `a run's own use covers the children that the kernel counted`() throws {
    let stage = try Stage([.of("count", ["to": .integer(3)], expecting: ["count": .integer(3)])])
    let run = stage.watchedRun()
    #expect(run.passed, "\(run.ending)")
    let own = try #require(run.interference?.run)
    #expect(own >= run.steps.map(\.outside.cpu.nanoseconds).reduce(0, +))
    #expect(try #require(run.interference).observed >= (try #require(run.steps.last)).end)
  }

  @Test func `watching begins after the preparation and before the command`() throws {
    let folder = try ScratchFolder()
    var hooks = CommandHooks()
    hooks.preparation = ["/bin/sh", "-c", "echo > \(folder["prepared"])"]
    let stage = try CommandStage(
      ["c": ["/bin/sh", "-c", "echo > \(folder["ran"])"]], hooks: hooks)
    var filesThen: [String] = []
    #expect(stage.run("c") { filesThen = folder.files }.passed)
    #expect(filesThen == ["prepared"] && folder.files.sorted() == ["prepared", "ran"])
  }

  @Test func `a command's own use is that of its single step`() throws {
    let run = try CommandStage(["c": ["/bin/true"]]).watchedRun("c")
    let interference = try #require(run.interference)
    #expect(interference.run == run.steps.first?.outside.cpu.nanoseconds)
    #expect(interference.observed >= (try #require(run.steps.first)).end)
  }
}
