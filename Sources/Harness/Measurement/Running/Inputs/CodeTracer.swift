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

  /// The words that start a command and trace it and all that it starts, into a pipe.
  func command(_ words: [String], writing log: FilePath) -> [String] {
    [
      path.string, "--command-line-only=yes", "--tool=none", "--vgdb=no", "--trace-children=yes",
      // Pieces end at calls and jumps, so that skipped code does not count as run.
      "--vex-guest-chase=no", "--demangle=no", "--trace-flags=00000001", "--log-file=\(log)", "--",
    ] + words
  }
}

/// The code that processes have run.
public struct ExecutedCode: Sendable {
  /// The addresses at which pieces of code began, by file name as in the trace.
  private var addresses: [String: Set<UInt64>] = [:]
  /// A Boolean value indicating whether lines are missing, because two processes wrote into each other's.
  private var isTorn = false
  /// A Boolean value indicating whether nothing was traced.
  var isEmpty: Bool { addresses.isEmpty }

  /// Nothing.
  init() {}

  private static let start = Array("==== SB ".utf8)
  private static let unknown = Array(" UNKNOWN_OBJECT+0x0".utf8)

  /// Adds a line of what a process has run.
  ///
  /// It is `==== SB 2 (evchecks 2) [tid 1] 0x401b7e7 main+119 /usr/bin/app+0x1b7e7`. Lines of more than 512 bytes come
  /// in pieces, between which another process may write.
  mutating func add(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.start) else {
      isTorn = isTorn || Self.hasStart(line)
      return
    }
    let words = line.dropFirst(Self.start.count)
    guard !Self.hasStart(words) else { return isTorn = true }
    // A file that is not known has no path.
    if words.suffix(Self.unknown.count).elementsEqual(Self.unknown) { return }
    guard let path = Self.path(in: words), let plus = path.lastIndex(of: UInt8(ascii: "+")),
      let address = UInt64(String(decoding: path[plus...].dropFirst(3), as: UTF8.self), radix: 16)
    else { return isTorn = true }
    let file = path[..<plus].split(separator: UInt8(ascii: "/")).last ?? []
    addresses[String(decoding: file, as: UTF8.self), default: []].insert(address)
  }

  /// Returns whether a line begins within another one.
  private static func hasStart(_ line: ArraySlice<UInt8>) -> Bool {
    line.indices.contains { line[$0] == start[0] && line[$0...].starts(with: start) }
  }

  /// The path at the end of a line, behind a blank.
  private static func path(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    line.indices.dropLast().first {
      line[$0] == UInt8(ascii: " ") && line[$0 + 1] == UInt8(ascii: "/")
    }.map { line[($0 + 1)...] }
  }

  /// Returns whether any of the functions ran, or may have; they are listed by file name.
  public func contains(anyOf functions: [String: ChangedFunctions]) -> Bool {
    isTorn
      || functions.contains { name, functions in functions.hasRun(at: addresses[name] ?? []) }
  }
}
