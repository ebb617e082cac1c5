/// Who counts the instructions of core calls.
public enum CountingMethod: String, Sendable, Equatable, Codable, CaseIterable {
  /// The processor's own counters, through `perf_event_open`, which the driver reads itself.
  case perf
  /// Valgrind's callgrind, under which the driver then runs.
  case callgrind
}
