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

    func execute(_ row: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
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

  @Test func `a run comes back as it was made, with what else happened`() throws {
    var run = watched(steps: 2)
    let contamination = try #require(run.contamination)
    #expect(contamination.observed > 0 && contamination.run == 2)
    run.contamination = nil
    #expect(run.measurements == [.cpuTime: 1] && run.steps.count == 2)
  }

  @Test func `a command that was ended before it told its use leaves it unknown`() throws {
    let contamination = try #require(watched(steps: 0).contamination)
    #expect(contamination.run == nil && contamination.others == nil)
  }

  @Test func `where the preparation failed there was no run to watch`() {
    #expect(watched(steps: 0, isPrepared: false).contamination == nil)
  }

  @Test func `what the kernel counted of children that ended is the run's own`() throws {
    let stage = try Stage([.of("count", ["to": .integer(3)], expecting: ["count": .integer(3)])])
    let run = stage.watchedRun()
    #expect(run.passed, "\(run.ending)")
    let own = try #require(run.contamination?.run)
    #expect(own >= run.steps.map(\.outside.cpu.nanoseconds).reduce(0, +))
    #expect(try #require(run.contamination).observed >= (try #require(run.steps.last)).end)
  }

  @Test func `what is watched begins after the preparation and before the command`() throws {
    let folder = try ScratchFolder()
    let stage = try CommandStage(["c": ["/bin/sh", "-c", "echo > \(folder["ran"])"]]) {
      $0.preparation = ["/bin/sh", "-c", "echo > \(folder["prepared"])"]
    }
    var filesThen: [String] = []
    #expect(stage.run("c") { filesThen = folder.files }.passed)
    #expect(filesThen == ["prepared"] && folder.files.sorted() == ["prepared", "ran"])
  }

  @Test func `of a command its own use is known from its one step`() throws {
    let run = try CommandStage(["c": ["/bin/true"]]).watchedRun("c")
    let contamination = try #require(run.contamination)
    #expect(contamination.run == run.steps.first?.outside.cpu.nanoseconds)
    #expect(contamination.observed >= (try #require(run.steps.first)).end)
  }
}
