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
