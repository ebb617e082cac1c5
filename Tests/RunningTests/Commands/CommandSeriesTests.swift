import Glibc
import Recording
import Sampling
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// One launcher that carries out a command again and again.
@Suite struct CommandSeriesTests {
  private func series(
    _ words: [String], _ interruption: Interruption, settings: [LaunchSetting] = [],
    isFollowed: Bool = false, patience: Duration = .seconds(60)
  ) throws -> CommandSeries {
    CommandSeries(
      words, streams: try CommandStreams(CommandConditions()),
      launcher: Launcher(path: BuiltProducts.launcher), interruption: interruption,
      settings: settings, isFollowed: isFollowed, patience: patience)
  }

  @Test func `a refused setting fails the run`() throws {
    let series = try series(["/bin/true"], Interruption(), settings: [.cpu(1000)])
    let batch = series.carryOut()
    #expect(batch.endings.isEmpty)
    #expect(
      batch.failure
        == RunFailure(
          reason: .notMeasured,
          message: "The system refused to keep the command on one CPU: Invalid argument."))
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func
    `if the launcher can't join its group, the runs are made without one, and the reason is kept once`()
    throws
  {
    let series = try series(
      ["/bin/true"], Interruption(), settings: [.ownGroup("/nowhere/tasks")],
      isFollowed: true)
    for _ in 0..<2 {
      let batch = series.carryOut(atMost: 3)
      #expect(batch.failure == nil && batch.endings.allSatisfy { $0.cgroupMemory == nil })
    }
    #expect(series.group == nil)
    #expect(
      series.groupRefusals == [
        "the launcher was not let into its control group: No such file or directory"
      ])
  }

  @Test func `the harness does not wait without end for a launcher that can't end its child`()
    throws
  {
    let interruption = try Interruption()
    let series = try series(
      ["/bin/sleep", "1000"], interruption, patience: .milliseconds(100))
    var watch: ProcessWatch?
    let failure = series.carryOut(
      whenLong: { started, launcher in
        watch = ProcessWatch(started.pid)
        // As stuck as one whose child is another user's.
        kill(launcher, SIGSTOP)
        interruption.raise()
      }
    ).failure
    #expect(failure?.reason == .interrupted)
    #expect(
      failure?.message == """
        Rehearse was asked to stop. The command could not be ended in time, for example because it runs as \
        another user: some of its processes may be left.
        """)
    // The kernel ends the command with its launcher, which it does to one's own alone.
    #expect(try #require(watch).hasEnded())
  }
}
