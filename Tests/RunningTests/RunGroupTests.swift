import DriverProtocol
import Glibc
import Metrics
import Recording
import Sampling
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// The driver is in its group before it executes its program.
@Suite struct RunGroupTests {
  private func driver(_ command: [String], _ group: RunGroup) throws(RunFailure) -> DriverProcess {
    let interruption: Interruption
    do {
      interruption = try Interruption()
    } catch {
      preconditionFailure("a pipe could not be made: \(error)")
    }
    return try DriverProcess(
      command, environment: [:], in: "/", launcher: Launcher(path: BuiltProducts.launcher),
      interruption: interruption, patience: .seconds(60), settings: group.settings)
  }

  private func folders(_ group: RunGroup) -> [String] {
    group.settings.compactMap {
      guard case .group(let file) = $0 else { return nil }
      return file.removingLastComponent().string
    }
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `a process that a driver starts before its first request is in the group and ends with it`()
    throws
  {
    var group = RunGroup()
    let folders = folders(group)
    let driver = try driver(["/bin/sh", "-c", "setsid sleep 1000 & read -r line"], group)
    group.note(driver)
    let members = try #require(group.group)
    #expect(group.refusals == [])
    // The shell, and the sleep as soon as it has been started.
    #expect(comes { members.members.count >= 2 })
    #expect(members.members.contains(driver.pid))
    let sleeper = try #require(members.members.first { $0 != driver.pid })
    group.end()
    #expect(isGone(sleeper))
    #expect(!folders.isEmpty && folders.allSatisfy { access($0, F_OK) != 0 })
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func
    `a driver that can't join its group runs without one, with the reason, and no group is left`()
    throws
  {
    var group = RunGroup()
    let folders = folders(group)
    // Nobody can join what is gone.
    group.end()
    let driver = try driver(["/bin/sh", "-c", "read -r line"], group)
    group.note(driver)
    #expect(group.group == nil)
    #expect(
      group.refusals == [
        "the driver was not let into its control group: No such file or directory"
      ])
    driver.end(killing: true)
    #expect(folders.allSatisfy { access($0, F_OK) != 0 })
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `a driver that can't be executed leaves no group`() throws {
    let group = RunGroup()
    let folders = folders(group)
    #expect(throws: RunFailure.self) { try driver(["/nowhere"], group) }
    group.end()
    #expect(!folders.isEmpty && folders.allSatisfy { access($0, F_OK) != 0 })
  }

  @Test func `a driver that stops itself is ended at its time limit, and the stop is reported`()
    throws
  {
    let stage = try Stage(
      stories: [Story(name: Stage.story, title: "", steps: [.of("count", limit: .seconds(5))])],
      command: [
        "python3", "-u", "-c",
        """
        import os, signal, sys
        sys.stdin.readline()
        print('{"ok":true,"protocol":1}')
        sys.stdin.readline()
        print('{"ok":true}')
        sys.stdin.readline()
        os.kill(os.getpid(), signal.SIGSTOP)
        """,
      ])
    let run = stage.run()
    #expect(run.failure?.reason == .timedOut)
    let message = try #require(run.failure?.message)
    #expect(message.hasPrefix("No answer within 5 s. The driver was stopped by a signal for "))
    #expect(isGone(try #require(run.pid)))
  }
}
