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

    func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] { [run] }
  }

  /// Makes runs without processes, and notes a folder's files before.
  private final class Noting: Executor {
    private let folder: ScratchFolder
    private(set) var files: [String] = []

    init(_ folder: ScratchFolder) { self.folder = folder }

    func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
      files = folder.files
      return batch.prefix(1).map { RunMaking.run($0) }
    }
  }

  private func watched(steps: Int) -> Run {
    let planned = RunMaking.plan().runs[0]
    let run = RunMaking.run(planned, digests: Array(repeating: nil, count: steps))
    return WatchedExecutor(Replayed(run: run), ownUse: .steps).execute(planned)
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

  @Test func `a run's own use covers the children that the kernel counted`() throws {
    let stage = try Stage([.of("count", ["to": .integer(3)], expecting: ["count": .integer(3)])])
    let run = stage.watchedRun()
    #expect(run.passed, "\(run.ending)")
    let own = try #require(run.interference?.run)
    #expect(own >= run.steps.map(\.outside.cpu.nanoseconds).reduce(0, +))
    #expect(try #require(run.interference).observed >= (try #require(run.steps.last)).end)
  }

  @Test func `watching begins after the preparation, and ends before the conclusion`() throws {
    let folder = try ScratchFolder()
    var command = MeasuredCommand(name: "c", words: ["/bin/true"])
    command.hooks.preparation = ["/bin/sh", "-c", "echo > \(folder["prepared"])"]
    command.hooks.conclusion = ["/bin/sh", "-c", "echo > \(folder["concluded"])"]
    let runs = Noting(folder)
    let executor = try HookedExecutor(
      [command], conditions: CommandConditions(),
      launcher: Launcher(path: BuiltProducts.launcher), interruption: try Interruption(), runs: runs
    )
    let plan = RunPlan(stories: [MeasuredCommand.story], builds: ["c"], rounds: 1, seed: 1)
    #expect(executor.execute(plan.runs[0]).passed)
    #expect(runs.files == ["prepared"] && folder.files == ["concluded", "prepared"])
  }

  @Test func `a command's own use is that of its single step`() throws {
    let run = try CommandStage(["c": ["/bin/true"]]).watchedRun("c")
    let interference = try #require(run.interference)
    #expect(interference.run == run.steps.first?.outside.cpu.nanoseconds)
    #expect(interference.observed >= (try #require(run.steps.first)).end)
  }
}
