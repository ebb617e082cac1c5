import Foundation
import Profiling
import Programs
import Recording
import SystemPackage

/// Linux's perf, which samples what code a process executes, or records where its threads wait.
public struct Profiler: Sendable {
  /// The event that triggers samples.
  public enum Clock: Sendable, Equatable {
    /// The processor's cycles.
    case cycles
    /// The kernel's clock of CPU time, if the processor's can't be used, as in most virtual machines.
    case cpuClock
    /// Each time that the kernel takes a CPU from a thread, with the moment when it gives one back.
    case switches
  }

  let path: FilePath
  /// Distinguishes inlined functions.
  let inlinedCode: InlinedCode
  let directCalls = DirectCalls()
  private let clock: Clock
  /// The interval between two samples: cycles, or ns.
  private let interval: Int

  /// The options of `perf record` for sampling.
  var options: [String] {
    switch clock {
    case .cycles: ["-e", "cycles", "-c", "\(interval)"]
    case .cpuClock: ["-e", "cpu-clock", "-c", "\(interval)"]
    case .switches: ["-e", "context-switches", "-c", "1", "--switch-events"]
    }
  }

  /// The unit of its profiles.
  public var unit: Profile.Unit { clock == .switches ? .offCPUTime : .cpuTime }

  /// The time that a sample stands for, ns; nil if only the whole time tells it.
  var period: Double? {
    switch clock {
    case .cycles: nil
    case .cpuClock: Double(interval)
    case .switches: PerfScript.waitingTime
    }
  }

  /// Primes, so that no sampling beats with a duet's time slices of 0.5 ms: about 0.1 ms, or 1 ms
  /// if the kernel allows fewer samples and would leave some out.
  private static func interval(_ clock: Clock, maxSampleRate: Int) -> Int {
    switch clock {
    case .cycles: maxSampleRate >= 20_000 ? 250_007 : 2_500_009
    case .cpuClock: maxSampleRate >= 10_000 ? 100_271 : 1_000_003
    case .switches: 1
    }
  }

  private static var maxSampleRate: Int {
    let file = "/proc/sys/kernel/perf_event_max_sample_rate"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return Int(text.prefix { $0.isNumber }) ?? 100_000
  }

  /// Looks for perf, and tries it.
  /// - Throws: ``RunningError``.
  public init(
    _ clock: Clock, searching folders: SearchPath = .own
  ) throws(RunningError) {
    guard let path = folders.program("perf") else { throw .noPerf }
    self.path = path
    self.clock = clock
    inlinedCode = InlinedCode(searching: folders)
    interval = Self.interval(clock, maxSampleRate: Self.maxSampleRate)
    let trial: (status: Int32, output: Data, error: String)
    do {
      trial = try HelperProgram(path).run(
        ["record", "--quiet"] + options + ["-o", "/dev/null", "--", path.string, "--version"])
    } catch {
      throw .perfRefused("\(error)")
    }
    guard trial.status == 0 else {
      // perf has no status of its own for that.
      let words = trial.error.asOneLine
      throw words.contains("not found for kernel") ? .perfOfOtherKernel(words) : .perfRefused(words)
    }
    // Where the kernel's events are not allowed, perf records nothing, and does not say so.
    if clock == .switches, !recordsWaiting {
      throw .perfRefused("it records no thread that waits")
    }
  }

  /// A Boolean value indicating whether it sees that a program sleeps.
  private var recordsWaiting: Bool {
    guard let place = try? TemporaryDirectory() else { return false }
    defer { place.remove() }
    let file = place.path.appending("data").string
    _ = try? HelperProgram(path).run(
      ["record", "--quiet"] + options + ["--call-graph", "fp", "-o", file, "--", "sleep", "0.001"])
    let printed = try? HelperProgram(path).run(
      ["script", "-i", file] + PerfScript.options(for: unit))
    return printed?.output.contains(UInt8(ascii: "\t")) ?? false
  }
}

extension String {
  /// The non-blank lines, joined.
  var asOneLine: String {
    split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
