import DriverProtocol
import Glibc
import Metrics
import Recording
import TestSupport
import Testing

@testable import Running

/// Whole commands, counted by the kernel's counters. Page faults stand in for instructions, which
/// not every machine can count: opening, handing down and adding up are the same.
@Suite struct PerfCommandTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func runs(_ script: String, count: Int = 1, by event: ProcessorEvent = .pageFaults)
    throws -> [Run]
  {
    let interruption = try Interruption()
    let launcher = Launcher(path: BuiltProducts.launcher)
    let commands = [MeasuredCommand(name: "c", words: ["/bin/sh", "-c", script])]
    let executor = try CommandCountingExecutor(
      commands, conditions: CommandConditions(), counting: .perf(event),
      allocations: AllocationCounter(beside: launcher), launcher: launcher,
      interruption: interruption,
      others: CommandExecutor(
        commands, conditions: CommandConditions(), launcher: launcher, interruption: interruption,
        machineMemory: 1 << 30))
    return RunPlan(
      stories: [MeasuredCommand.story], builds: ["c"], rounds: 1, countedRounds: count, seed: 1
    ).runs.filter { $0.kind == .counted }.map(executor.execute)
  }

  /// The least of five counts: how many pages a fault maps depends on what else goes on.
  private func count(_ script: String) throws -> Double {
    let runs = try runs(script, count: 5)
    let counts = runs.compactMap { $0.measurements[.hardwareInstructions] }
    try #require(counts.count == 5, "\(runs.map(\.ending))")
    return try #require(counts.min())
  }

  @Test func `a command's count is its only measurement, and begins anew with each run`() throws {
    let runs = try runs(":", count: 3)
    #expect(runs.map(\.ending) == [.passed, .passed, .passed])
    let counts = runs.compactMap { $0.measurements[.hardwareInstructions] }
    try #require(counts.count == 3)
    let (minimum, maximum) = (try #require(counts.min()), try #require(counts.max()))
    #expect(minimum > 0 && maximum < 2 * minimum, "\(counts)")
    #expect(runs.allSatisfy { $0.measurements.count == 1 })
    #expect(runs[0].steps.map(\.instructions) == [Int64(counts[0])])
  }

  @Test func `the count of user-mode faults is close to the kernel's own, and not above it`() throws
  {
    let run = try runs("/bin/true; /bin/true")[0]
    let counted = try #require(run.steps[0].instructions)
    let faults = try #require(run.steps[0].inside.minorFaults)
    #expect(counted <= faults)
    #expect(Double(counted) > 0.5 * Double(faults), "\(counted) of \(faults)")
  }

  @Test func `child processes are counted once, at any depth`() throws {
    let none = try count(":")
    let one = try count("/bin/true; :") - none
    let three = try count("/bin/true; /bin/true; /bin/true; :") - none
    #expect(one > 10)
    #expect(abs(three / one - 3) < 0.3, "\(one) and \(three)")
    let deep = try count("/bin/sh -c '/bin/true; /bin/true; :'; :") - none
    #expect(deep > 2 * one, "\(one) and \(deep)")
  }

  @Test func `a process that outlives the command is counted until it is ended`() throws {
    let pipe = try NamedPipe(folder["begun"])
    func left(touching bytes: Int) throws -> Double {
      // It has touched them by the time that the command ends.
      try count(
        "(text=$(printf %0\(bytes)d 0); echo > \(pipe.path); exec sleep 1000) & "
          + "read line < \(pipe.path)")
    }
    let pages = Double(1_000_000 / Int(getpagesize()))
    let (some, none) = (try left(touching: 1_000_000), try left(touching: 1))
    #expect(some - none > pages, "\(some) and \(none)")
  }

  @Test func `an event that the kernel can't count fails the run with the reason`() throws {
    let run = try runs(":", by: .unknown)[0]
    #expect(run.failure?.reason == .notMeasured)
    #expect(run.failure?.message.hasPrefix("The kernel counted no instructions: ") == true)
    #expect(run.measurements.isEmpty)
  }
}

extension ProcessorEvent {
  /// No kernel has it.
  fileprivate static let unknown = ProcessorEvent(type: 1, number: 9999)
}

extension ProcessorEvent {
  /// PERF_TYPE_SOFTWARE and PERF_COUNT_SW_PAGE_FAULTS of the kernel's perf_event.h.
  fileprivate static let pageFaults = ProcessorEvent(type: 1, number: 2)
}
