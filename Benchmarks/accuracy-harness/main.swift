// Measures a command from a process that has much memory itself, which the measurements must not show.
//
//   accuracy-harness MEGABYTES RUNS COMMAND...
//
// Prints a line of JSON for each run, with the command's pid and its peak memory in bytes.

import Glibc
import Metrics
import Recording
import Running
import SystemPackage

let words = Array(CommandLine.arguments.dropFirst())
guard words.count > 2, let megabytes = Int(words[0]), let runs = Int(words[1]) else {
  print("usage: accuracy-harness MEGABYTES RUNS COMMAND...")
  exit(64)
}

do {
  let ballast = [UInt8](repeating: 1, count: megabytes << 20)
  defer { withExtendedLifetime(ballast) {} }
  let command = MeasuredCommand(name: "command", words: Array(words.dropFirst(2)))
  let interruption = try Interruption.onSignals()
  let executor = try CommandExecutor(
    [command], conditions: CommandConditions(), launcher: .besideThisProgram(),
    interruption: interruption,
    machineMemory: Int64(sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))))
  let plan = RunPlan(
    stories: [MeasuredCommand.story], builds: [command.name], rounds: runs, seed: 1)
  _ = try Runner(executor: executor, interruption: interruption).carryOut(plan) { run in
    if let failure = run.failure { throw failure }
    print("{\"pid\": \(run.pid ?? 0), \"peak\": \(Int64(run.measurements[.peakMemory] ?? 0))}")
  }
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("accuracy-harness: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
