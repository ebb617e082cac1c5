/// Keeps what a sampler takes of the machine below half a percent of one CPU, whatever a sample
/// costs there: for one process 30 to 150 µs, by how cold the caches are when it wakes; for a tree of
/// a thousand, milliseconds.
struct SamplerBudget {
  /// How much of one CPU it may take in the long run. What is not seen here, as its wake-ups'
  /// interrupts, has the rest of half a percent.
  static let share = 0.0035
  /// What it may take beyond, ns, so that runs of a second or so are seen at the full rate.
  static let free: Int64 = 10_000_000
  /// The greatest distance between samples, ns, that is kept to even so:
  /// ``Timeline/usageWindow`` needs one.
  static let greatestDistance: Int64 = 100_000_000

  /// When it began, by the clock that ``due(after:every:spent:)`` is asked by.
  let start: Int64

  /// When the next sample may be taken, ns.
  /// - Parameters:
  ///   - last: when the last one was due.
  ///   - interval: samples are due at whole numbers of it after `last`.
  ///   - spent: CPU time taken since the start, ns.
  func due(after last: Int64, every interval: Int64, spent: Int64) -> Int64 {
    let affordable = start + Int64(Double(max(0, spent - Self.free)) / Self.share)
    let wait = min(affordable - last, Self.greatestDistance)
    return last + interval * max(1, (wait + interval - 1) / interval)
  }
}
