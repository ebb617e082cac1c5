import Testing

/// Fails a test, in words, where python3 is not installed; skipping would hide it.
public func requirePython() throws {
  let completion = try Completion.of(["/usr/bin/env", "python3", "--version"])
  try #require(
    completion.status == 0, "This test needs python3 (Debian: apt-get install python3).")
}
