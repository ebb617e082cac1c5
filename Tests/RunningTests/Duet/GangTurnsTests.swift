import DriverProtocol
import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Who is held when, with processes that sleep.
struct GangTurnsTests {
  private let turns = GangTurns()
  private let sides: [DriverProcess]

  init() throws {
    sides = try Self.sleepers()
    try turns.begin(Self.families(of: sides))
  }

  private static func sleepers() throws -> [DriverProcess] {
    let interruption = try Interruption()
    return try (0..<2).map { _ in
      try DriverProcess(
        ["/bin/sleep", "1000"], environment: [:], in: "/",
        launcher: Launcher(path: BuiltProducts.launcher), interruption: interruption,
        patience: .seconds(60), settings: [])
    }
  }

  private static func families(of sides: [DriverProcess]) -> [[ProcessFamily]] {
    sides.map { [ProcessFamily(leader: $0.pid, launcher: $0.launcherPID)] }
  }

  @Test func `one side runs at a time, in turns, and in between none does`() throws {
    #expect(comes { areHeld == [true, true] })
    for expected in [[false, true], [true, true], [true, false], [true, true], [false, true]] {
      try change()
      #expect(comes { areHeld == expected })
    }
  }

  @Test func `a side that has answered stays held, and the other has all turns`() throws {
    try change()
    try turns.noteEnd(of: 0, at: MonotonicClock.now, isOtherPending: true)
    for expected in [[true, true], [true, false], [true, true]] {
      #expect(comes { areHeld == expected })
      try change()
    }
    #expect(comes { areHeld == [true, false] })
  }

  @Test func `a side's own time is that of its turns`() throws {
    let start = MonotonicClock.now
    try change()
    try turns.noteEnd(of: 0, at: MonotonicClock.now, isOtherPending: true)
    let between = MonotonicClock.now
    try change()
    try turns.noteEnd(of: 1, at: MonotonicClock.now, isOtherPending: false)
    let end = MonotonicClock.now
    let own = try (0..<2).map { try #require(turns.ownTime(of: $0)).nanoseconds }
    #expect(own[0] > 0 && own[0] <= between - start)
    #expect(own[1] > 0 && own[1] <= end - between)
  }

  @Test func `after the step nobody is held`() throws {
    try change()
    try turns.end()
    #expect(comes { areHeld == [false, false] })
    #expect(turns.nextChange == nil)
  }

  @Test func `a side that has ended is no failure of its turns`() throws {
    sides[0].end(killing: true)
    try change()
    try change()
    try change()
    #expect(comes { areHeld == [false, false] })
    try turns.end()
  }

  @Test func `what is held ends with its launcher`() throws {
    #expect(comes { areHeld == [true, true] })
    let watch = try #require(ProcessWatch(sides[0].pid))
    kill(sides[0].launcherPID, SIGKILL)
    #expect(watch.hasEnded())
    try turns.end()
  }

  /// In a process of its own, which becomes another user.
  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `who may not hold a side is told so`() async {
    await #expect(processExitsWith: .success) {
      let sides = try GangTurnsTests.sleepers()
      #expect(setuid(65534) == 0)
      #expect(throws: RunFailure.notHeld(.notPermitted)) {
        try GangTurns().begin(GangTurnsTests.families(of: sides))
      }
    }
  }

  @Test func `what left its group is held with the others, and let go`() throws {
    let interruption = try Interruption()
    let shell = try DriverProcess(
      ["/bin/sh", "-c", "setsid sleep 1000 & wait"], environment: ["PATH": "/usr/bin:/bin"],
      in: "/",
      launcher: Launcher(path: BuiltProducts.launcher), interruption: interruption,
      patience: .seconds(60), settings: [])
    func strays() -> [Int32] {
      ((try? descendants(of: shell.pid)) ?? []).filter { getpgid($0) != shell.pid }
    }
    #expect(comes { !strays().isEmpty })
    let turns = GangTurns()
    let family = ProcessFamily(leader: shell.pid, launcher: shell.launcherPID)
    try turns.begin([[family], []])
    #expect(comes { strays().allSatisfy(isHeld) })
    try turns.end()
    #expect(comes { !strays().contains(where: isHeld) })
  }

  @Test(arguments: [
    // It handles what it can handle of stops.
    ["/bin/sh", "-c", "trap '' TSTP; trap : CONT; while :; do sleep 1000; done"],
    // Another process is told of its stops, and passes them on.
    ["/usr/bin/env", "strace", "-f", "-o", "/dev/null", "sleep", "1000"],
  ]) func `who minds stops is held, too, and let go`(_ words: [String]) throws {
    let process = try DriverProcess(
      words, environment: ["PATH": "/usr/bin:/bin"], in: "/",
      launcher: Launcher(path: BuiltProducts.launcher), interruption: try Interruption(),
      patience: .seconds(60), settings: [])
    func children() -> [Int32] { (try? descendants(of: process.pid)) ?? [] }
    func family() -> [Int32] { [process.pid] + children() }
    // strace first tries what it can do on children of its own.
    #expect(comes { children().map(name(of:)) == ["sleep\n"] })
    let turns = GangTurns()
    try turns.begin([[ProcessFamily(leader: process.pid, launcher: process.launcherPID)], []])
    #expect(comes { family().allSatisfy(isHeld) })
    try turns.end()
    #expect(comes { !family().contains(where: isHeld) })
    process.end(killing: true)
  }

  private func name(of pid: Int32) -> String? {
    try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)
  }

  /// Waits for the next change, and makes it.
  private func change() throws {
    let due = try #require(turns.nextChange)
    while MonotonicClock.now < due { sched_yield() }
    try turns.proceed()
  }

  /// Which sides are stopped now; what has ended is not.
  private var areHeld: [Bool] { sides.map { isHeld($0.pid) } }

  private func isHeld(_ pid: Int32) -> Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    // Stopped, or in the hands of what traces it.
    return stat.split(separator: ")").last?.lowercased().hasPrefix(" t") == true
  }
}
