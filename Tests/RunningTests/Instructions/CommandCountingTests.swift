import Foundation
import Metrics
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Commands whose instructions are counted, with real Valgrind.
@Suite(.enabled(if: CountingStage.hasValgrind, "there is no Valgrind"))
struct CommandCountingTests {
  private static func runs(
    _ words: [String], count: Int = 1, launcher path: FilePath = BuiltProducts.launcher,
    _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws -> [Run] {
    let interruption = try Interruption()
    var conditions = CommandConditions()
    change(&conditions)
    let launcher = Launcher(path: path)
    let commands = [MeasuredCommand(name: "c", words: words)]
    let executor = try CommandCountingExecutor(
      commands, conditions: conditions, counting: .callgrind(Callgrind()),
      allocations: AllocationCounter(beside: launcher), launcher: launcher,
      interruption: interruption,
      others: CommandExecutor(
        commands, conditions: conditions, launcher: launcher, interruption: interruption,
        machineMemory: 1 << 30))
    return RunPlan(
      stories: [MeasuredCommand.story], builds: ["c"], rounds: 1, countedRounds: count, seed: 1
    ).runs.filter { $0.kind == .counted }.map(executor.execute)
  }

  private static func count(_ script: String) throws -> Double {
    try #require(runs(["/bin/sh", "-c", script])[0].measurements[.instructions])
  }

  private static let loop = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"

  @Test func `a command's count repeats and is its only measurement`() throws {
    let runs = try Self.runs(["/bin/sh", "-c", Self.loop], count: 3)
    #expect(runs.map(\.ending) == [.passed, .passed, .passed])
    let counts = runs.compactMap { $0.measurements[.instructions] }
    try #require(counts.count == 3)
    #expect(try #require(counts.max()) - counts.min()! <= 2e-6 * counts[0], "\(counts)")
    #expect(runs[0].measurements.count == 1 && runs[0].startedAt != nil)
    #expect(runs[0].steps.map(\.instructions) == [Int64(counts[0])])
  }

  @Test func `if addresses can't be fixed, a command has no count, and the reason is reported`()
    throws
  {
    let folder = try ScratchFolder()
    let run = try Self.runs(
      ["/bin/true"], launcher: CountingStage.refusingLauncher(in: folder))[0]
    #expect(
      run.failure?.message
        == "The system refused to fix the command's addresses: Operation not permitted.")
    #expect(run.measurements.isEmpty)
  }

  @Test(.nightly) func `instructions of child processes are counted once`() throws {
    let nothing = try Self.count(":")
    let loop = try Self.count(Self.loop) - nothing
    let executed = try Self.count("/bin/sh -c '\(Self.loop)'; :") - nothing
    #expect(abs(executed / loop - 1) < 0.2, "\(loop) and \(executed)")
    let forked = try Self.count("\(Self.loop); (:)") - nothing
    #expect(abs(forked / loop - 1) < 0.2, "\(loop) and \(forked)")
  }

  @Test func `a failed command has no count, unless failures are ignored`() throws {
    let script = ["/bin/sh", "-c", "exit 3"]
    let run = try Self.runs(script)[0]
    #expect(run.failure?.exitCode == 3)
    #expect(run.measurements.isEmpty)
    #expect(try Self.runs(script) { $0.ignoresFailure = true }[0].measurements.count == 1)
  }

  @Test func `the hash seeds of languages are fixed, and HOME stays unchanged`() throws {
    let script = """
      test "$PYTHONHASHSEED$SWIFT_DETERMINISTIC_HASHING$PERL_HASH_SEED" = 010 && test "$HOME" = \
      '\(ProcessInfo.processInfo.environment["HOME"] ?? "")'
      """
    #expect(try Self.runs(["/bin/sh", "-c", script])[0].ending == .passed)
  }
}
