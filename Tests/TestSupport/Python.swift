import Foundation
import SystemPackage
import Testing

/// Asked once, because python3 in PATH may be a script that starts other programs first.
private let hasPython = Result {
  try Completion.of(["/usr/bin/env", "python3", "--version"]).status == 0
}

/// Fails a test, in words, if python3 is not installed; skipping would hide it.
public func requirePython() throws {
  try #require(
    try hasPython.get(), "This test needs python3 (Debian: apt-get install python3).")
}

/// Debian's own Python, because python3 in PATH may be a script that starts other programs first,
/// which would count.
public let debianPython = "/usr/bin/python3"

/// The programs that `make setup-test` installs from PyPI: other tools' own readers.
public enum PeerReaders {
  /// The path of a program there, such as `python3`, `pyperf` or `otava`.
  /// - Throws: fails the test, in words, if it is missing; skipping would hide it.
  public static func program(_ name: String) throws -> String {
    let package = FilePath(#filePath).removingLastComponent().removingLastComponent()
      .removingLastComponent()
    let path = package.appending(".build/test-python/bin").appending(name).string
    try #require(
      FileManager.default.isExecutableFile(atPath: path),
      "This test needs \(name) in .build/test-python (make setup-test).")
    return path
  }
}
