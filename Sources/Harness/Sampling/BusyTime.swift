import Recording

/// Fills in the machine's busy time in samples at which it was not read, on a straight line from
/// the reading before to the one after.
///
/// A line over 40 ms is off by 10 ms for each CPU at most, which is one of the ticks that the
/// kernel counts in, and by nothing at either end. Readings for others than the sampler count too,
/// so that busy time ascends over all samples of a run.
struct BusyTime {
  private var earlier: MachineReading?
  private var waiting: [Sample] = []

  /// Takes the next sample.
  /// - Parameter machine: the last reading of the machine when it was taken.
  /// - Returns: the samples that are complete now, in order.
  mutating func complete(_ sample: Sample, _ machine: MachineReading) -> [Sample] {
    var completed = finish(machine)
    if machine.isNew { completed.append(sample) } else { waiting.append(sample) }
    return completed
  }

  /// Takes a reading of the machine alone.
  /// - Returns: the samples that have waited for it.
  mutating func finish(_ later: MachineReading) -> [Sample] {
    guard let earlier, later.time > earlier.time else {
      self.earlier = earlier ?? later
      return []
    }
    defer {
      self.earlier = later
      waiting.removeAll(keepingCapacity: true)
    }
    let slope = Double(later.busy &- earlier.busy) / Double(later.time - earlier.time)
    return waiting.map { sample in
      var sample = sample
      let passed = slope * Double(sample.time - earlier.time)
      sample.machineBusy = earlier.busy &+ (Int64(exactly: passed.rounded(.down)) ?? 0)
      return sample
    }
  }
}
