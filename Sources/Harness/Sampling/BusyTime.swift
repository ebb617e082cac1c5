import Recording

/// Fills in the machine's busy time in samples at which it was not read, on a straight line from
/// the reading before to the one after.
///
/// A line over 40 ms is off by 10 ms for each CPU at most, which is one of the ticks that the
/// kernel counts in, and by nothing at either end.
struct BusyTime {
  private var earlier: Sample?
  private var waiting: [Sample] = []

  /// Takes the next sample.
  /// - Parameter isRead: whether the machine was read for it.
  /// - Returns: the samples that are complete now, in order.
  mutating func complete(_ sample: Sample, isRead: Bool) -> [Sample] {
    guard isRead else {
      waiting.append(sample)
      return []
    }
    let completed = filled(until: sample)
    earlier = sample
    return completed + [sample]
  }

  /// Takes a last reading, of the machine alone.
  /// - Returns: the samples that have waited for it.
  mutating func finish(time: Int64, busy: Int64) -> [Sample] {
    guard var end = waiting.last else { return [] }
    (end.time, end.machineBusy) = (time, busy)
    return filled(until: end)
  }

  private mutating func filled(until later: Sample) -> [Sample] {
    defer { waiting.removeAll(keepingCapacity: true) }
    guard let earlier, later.time > earlier.time else { return waiting }
    let slope =
      Double(later.machineBusy - earlier.machineBusy) / Double(later.time - earlier.time)
    return waiting.map { sample in
      var sample = sample
      let gone = Double(sample.time - earlier.time)
      sample.machineBusy = earlier.machineBusy + Int64((slope * gone).rounded())
      return sample
    }
  }
}
