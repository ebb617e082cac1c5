import Foundation
import Recording
import SystemPackage

/// Linux's perf, which looks again and again where a process is.
public struct Profiler: Sendable {
  /// The clock by which it looks.
  public enum Clock: Sendable, Equatable {
    /// The processor's cycles.
    case cycles
    /// The kernel's clock of CPU time, where the processor can't be asked, as in most virtual machines.
    case cpuClock

    /// The options of `perf record`.
    ///
    /// Both are no multiples of a duet's time slices of 0.5 ms, with which they would beat: 9,973 a second
    /// is a prime, as is the number of cycles, 250,007 of which are about 0.1 ms.
    var options: [String] {
      switch self {
      case .cycles: ["-e", "cycles", "-c", "250007"]
      case .cpuClock: ["-e", "cpu-clock", "-F", "9973"]
      }
    }

    /// The CPU time that a sample stands for, ns; nil where only the whole time tells it.
    var period: Double? { self == .cpuClock ? 1e9 / 9973 : nil }
  }

  let path: FilePath
  let clock: Clock

  /// Looks for perf, and tries it.
  /// - Parameters:
  ///   - folders: `PATH`.
  /// - Throws: ``ProfilerUnusable``.
  public init(
    _ clock: Clock, searching folders: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
  ) throws(ProfilerUnusable) {
    let candidates = folders.split(separator: ":").map { FilePath(String($0)).appending("perf") }
    guard
      let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.string) }
      )
    else { throw .missing }
    self.path = path
    self.clock = clock
    let trial: (status: Int32, output: Data, error: String)
    do {
      trial = try HelperProgram(path).run(
        ["record", "--quiet"] + clock.options + ["-o", "/dev/null", "--", path.string, "--version"])
    } catch {
      throw .refused("\(error)")
    }
    guard trial.status == 0 else { throw .refused(trial.error.asOneLine) }
  }
}

/// Why nothing can be profiled.
public enum ProfilerUnusable: Error, Equatable, CustomStringConvertible {
  /// There is no perf.
  case missing
  /// It is there, and does not work; in its words.
  case refused(String)

  /// The reason, and what to do.
  public var description: String {
    switch self {
    case .missing:
      "Functions are found by perf, but 'perf' was not found in PATH. On Debian 'sudo apt-get install "
        + "linux-perf' installs it, on Ubuntu 'sudo apt-get install linux-tools-generic'."
    case .refused(let words):
      "perf may not look at processes here: \(words.prefix(300)). 'sudo sysctl "
        + "kernel.perf_event_paranoid=1' allows it; in a container '--cap-add PERFMON' is needed too."
    }
  }
}

/// A program that helps Rehearse, carried out to its end.
struct HelperProgram {
  private let path: FilePath

  init(_ path: FilePath) { self.path = path }

  /// Carries it out.
  /// - Throws: what `Process` throws where it can't be started.
  func run(_ arguments: [String]) throws -> (status: Int32, output: Data, error: String) {
    let process = Self.process(path, arguments)
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // Read at the same time: either pipe may fill up.
    let reading = DispatchQueue(label: "standard error")
    nonisolated(unsafe) var words = Data()
    reading.async { words = (try? error.fileHandleForReading.readToEnd()) ?? Data() }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    reading.sync {}
    process.waitUntilExit()
    return (process.terminationStatus, text, String(decoding: words, as: UTF8.self))
  }

  /// A process that speaks English and reads nothing.
  static func process(_ path: FilePath, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path.string)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      // perf reads what a user prefers, also in the system's file.
      .merging(["LC_ALL": "C", "PERF_CONFIG": "/dev/null"]) { _, plain in plain }
    process.standardInput = FileHandle.nullDevice
    return process
  }
}

extension String {
  /// The lines with words in them, one after the other.
  var asOneLine: String {
    split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
