import Foundation
import Programs
import Recording
import SystemPackage

/// Linux's perf, which samples what code a process executes.
public struct Profiler: Sendable {
  /// The clock that triggers samples.
  public enum Clock: Sendable, Equatable {
    /// The processor's cycles.
    case cycles
    /// The kernel's clock of CPU time, if the processor's can't be used, as in most virtual machines.
    case cpuClock
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
    ["-e", clock == .cycles ? "cycles" : "cpu-clock", "-c", "\(interval)"]
  }

  /// The CPU time that a sample stands for, ns; nil if only the whole time tells it.
  var period: Double? { clock == .cpuClock ? Double(interval) : nil }

  /// Primes, so that no sampling beats with a duet's time slices of 0.5 ms: about 0.1 ms, or 1 ms
  /// if the kernel allows fewer samples and would leave some out.
  private static func interval(_ clock: Clock, mostLooks: Int) -> Int {
    switch clock {
    case .cycles: mostLooks >= 20_000 ? 250_007 : 2_500_009
    case .cpuClock: mostLooks >= 10_000 ? 100_271 : 1_000_003
    }
  }

  private static var mostLooks: Int {
    let file = "/proc/sys/kernel/perf_event_max_sample_rate"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return Int(text.prefix { $0.isNumber }) ?? 100_000
  }

  /// Looks for perf, and tries it.
  /// - Throws: ``ProfilerUnusable``.
  public init(
    _ clock: Clock, searching folders: SearchPath = .own
  ) throws(ProfilerUnusable) {
    guard let path = folders.program("perf") else { throw .missing }
    self.path = path
    self.clock = clock
    inlinedCode = InlinedCode(searching: folders)
    interval = Self.interval(clock, mostLooks: Self.mostLooks)
    let trial: (status: Int32, output: Data, error: String)
    do {
      trial = try HelperProgram(path).run(
        ["record", "--quiet"] + options + ["-o", "/dev/null", "--", path.string, "--version"])
    } catch {
      throw .refused("\(error)")
    }
    guard trial.status == 0 else { throw ProfilerUnusable(perf: trial.error.asOneLine) }
  }
}

/// Why nothing can be profiled.
public enum ProfilerUnusable: Error, Equatable, CustomStringConvertible {
  /// perf is not installed.
  case missing
  /// It is installed, but does not work; in its words.
  case refused(String)
  /// It is Ubuntu's wrapper, which did not find the perf of the running kernel; in its words.
  case otherKernel(String)

  /// Why perf failed, from its output.
  init(perf words: String) {
    self = words.contains("not found for kernel") ? .otherKernel(words) : .refused(words)
  }

  /// The reason, and what to do.
  public var description: String {
    switch self {
    case .missing:
      "Functions are found by perf, but 'perf' was not found in PATH. On Debian 'sudo apt-get install "
        + "linux-perf' installs it, on Ubuntu 'sudo apt-get install linux-tools-generic'."
    case .otherKernel(let words):
      "There is no perf for this kernel: \(words.prefix(300)). 'sudo apt-get install "
        + "linux-tools-$(uname -r)' installs it."
    case .refused(let words):
      "perf is not permitted to profile processes here: \(words.prefix(300)). 'sudo sysctl "
        + "kernel.perf_event_paranoid=1' allows it; in a container '--cap-add PERFMON' is needed too."
    }
  }
}

extension String {
  /// The non-blank lines, joined.
  var asOneLine: String {
    split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
