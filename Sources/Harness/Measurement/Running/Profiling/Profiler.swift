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

  /// The options of `perf record` for sampling.
  ///
  /// The kernel's clock of CPU time tells what a sample stands for, whatever else is sampled. With the processor's
  /// cycles only all CPU time would tell, and not all of it is sampled: the kernel's own part only if
  /// `perf_event_paranoid` is below 2, or for root. Where it may not be, perf leaves it out by itself.
  var options: [String] {
    unit == .offCPUTime
      ? ["-e", "context-switches", "-c", "1", "--switch-events"]
      : ["-e", "cpu-clock", "-c", "\(interval)"]
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
    // Where the kernel's events are not allowed, perf records nothing, and does not say so.
    if unit == .offCPUTime, !recordsWaiting {
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
