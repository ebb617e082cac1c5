import Glibc

/// Prints a section's heading and its rows; ends the program where it fails.
func section(_ heading: String, _ lines: () throws -> [GrowthLine]) throws {
  print("\(heading)\n\(GrowthLine.header(sizes))")
  for line in try lines() { print(line.text) }
}

/// The nanoseconds that the body takes.
func time(_ body: () throws -> Void) rethrows -> UInt64 {
  let start = nanoseconds()
  try body()
  return nanoseconds() - start
}

private func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
