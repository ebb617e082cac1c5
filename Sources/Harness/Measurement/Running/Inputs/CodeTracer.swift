import Foundation
import Profiling
import SystemPackage

/// Valgrind without any of its tools, which logs each piece of code when it first runs.
///
/// A piece is translated once, however often it runs, so a program takes about 3 times as long.
/// Under callgrind, which gives the same information, it takes 20 times as long.
public struct CodeTracer: Sendable {
  /// The factor by which a program's time limit grows.
  static let slowdown = 30

  private let path: FilePath

  /// Finds Valgrind as a shell would.
  /// - Throws: ``RunningError/noCallgrind``.
  public init() throws(RunningError) { path = try Callgrind().path }

  /// The words that start a command and trace it, into one file per process; `trace` is the start of their names.
  func command(_ words: [String], writing trace: FilePath) -> [String] {
    [
      path.string, "--command-line-only=yes", "--tool=none", "--vgdb=no", "--trace-children=yes",
      // Pieces end at calls and jumps, so that skipped code does not count as run.
      "--vex-guest-chase=no", "--demangle=no", "--trace-flags=00000001", "--log-file=\(trace).%p",
      "--",
    ] + words
  }
}

/// The code that processes have run.
public struct ExecutedCode: Sendable {
  /// The addresses at which pieces of code began, by file name as in the trace.
  private var addresses: [String: Set<UInt64>] = [:]
  /// A Boolean value indicating whether nothing was traced.
  var isEmpty: Bool { addresses.isEmpty }

  /// Nothing.
  init() {}

  /// Adds what one process has run.
  ///
  /// A line is `==== SB 2 (evchecks 2) [tid 1] 0x401b7e7 main+119 /usr/bin/app+0x1b7e7`.
  mutating func add(_ text: String) {
    for line in text.split(separator: "\n") where line.hasPrefix("==== SB ") {
      guard let start = line.firstRange(of: " /")?.upperBound,
        let plus = line.lastIndex(of: "+"), plus > start,
        let address = UInt64(line[line.index(after: plus)...].dropFirst(2), radix: 16)
      else { continue }
      let name = line[start..<plus].split(separator: "/").last.map(String.init) ?? ""
      addresses[name, default: []].insert(address)
    }
  }

  /// Returns whether any of the functions ran; they are listed by file name.
  public func contains(anyOf functions: [String: ChangedFunctions]) -> Bool {
    functions.contains { name, functions in functions.hasRun(at: addresses[name] ?? []) }
  }
}
