import Foundation
import Profiling
import Programs
import Recording
import SystemPackage

/// Linux's perf, which samples what code a process executes, or records where its threads wait.
public struct Profiler: Sendable {
  let path: FilePath
  /// Distinguishes inlined functions.
  let inlinedCode: InlinedCode
  let directCalls = DirectCalls()
  /// The unit of its profiles: CPU time, or time that threads wait.
  public let unit: Profile.Unit
  /// The interval between two samples of CPU time, ns.
  private let interval: Int
  /// A Boolean value indicating whether it sees when threads are woken, which the kernel reports only to root, or if
  /// `kernel.perf_event_paranoid` is -1. Linux 6.18 reports only what the program's own threads wake, and not what a
  /// timer does, so there it does not.
  private(set) var seesWakeUps = false

  /// The options of `perf record` for sampling.
  ///
  /// The kernel's clock of CPU time tells what a sample stands for, whatever else is sampled. With the processor's
  /// cycles only all CPU time would tell, and not all of it is sampled: the kernel's own part only if
  /// `perf_event_paranoid` is below 2, or for root. Where it may not be, perf leaves it out by itself.
  var options: [String] {
    unit == .offCPUTime
      ? ["-e", "context-switches", "-c", "1", "--switch-events"]
        + (seesWakeUps ? ["-e", "sched:sched_wakeup/call-graph=no/"] : [])
      : ["-e", "cpu-clock", "-c", "\(interval)"]
  }

  /// The options of `perf script` for what was recorded.
  var scriptOptions: [String] { PerfScript.options(for: unit, withWakeUps: seesWakeUps) }

  /// A Boolean value indicating whether the kernel's list of events is mounted. Without it perf
  /// would mount it as root, and leave it so.
  private static var hasEvents: Bool {
    ["tracing", "debug/tracing"].contains {
      FileManager.default.isReadableFile(atPath: "/sys/kernel/\($0)/events/sched/sched_wakeup/id")
    }
  }

  /// The time that a sample stands for, ns.
  var period: Double { unit == .offCPUTime ? PerfScript.waitingTime : Double(interval) }

  /// Primes, so that no sampling beats with a duet's time slices of 0.5 ms: about 0.1 ms, or 1 ms
  /// if the kernel allows fewer samples and would leave some out.
  private static func interval(maxSampleRate: Int) -> Int {
    maxSampleRate >= 10_000 ? 100_271 : 1_000_003
  }

  private static var maxSampleRate: Int {
    let file = "/proc/sys/kernel/perf_event_max_sample_rate"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return Int(text.prefix { $0.isNumber }) ?? 100_000
  }

  /// Looks for perf, and tries it.
  /// - Throws: ``RunningError``.
  public init(of unit: Profile.Unit, searching folders: SearchPath = .own) throws(RunningError) {
    guard let path = folders.program("perf") else { throw .noPerf }
    self.path = path
    self.unit = unit
    inlinedCode = InlinedCode(searching: folders)
    interval = Self.interval(maxSampleRate: Self.maxSampleRate)
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
    guard unit == .offCPUTime else { return }
    if Self.hasEvents {
      seesWakeUps = true
      let script = recordedSleep.flatMap {
        try? PerfScript(String(decoding: $0, as: UTF8.self), of: unit, windows: [0..<Int64.max])
      }
      seesWakeUps = script?.hasWakeUps ?? false
    }
    // Where the kernel's events are not allowed, perf records nothing, and does not say so.
    guard seesWakeUps || recordedSleep?.contains(UInt8(ascii: "\t")) == true else {
      throw .perfRefused("it records no thread that waits")
    }
  }

  /// The text of what it records of a program that sleeps; nil if it can't be had.
  private var recordedSleep: Data? {
    guard let place = try? TemporaryDirectory() else { return nil }
    defer { place.remove() }
    let file = place.path.appending("data").string
    _ = try? HelperProgram(path).run(
      ["record", "--quiet"] + options + ["--call-graph", "fp", "-o", file, "--", "sleep", "0.001"])
    return try? HelperProgram(path).run(["script", "-i", file] + scriptOptions).output
  }
}

extension String {
  var asOneLine: String {
    split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
