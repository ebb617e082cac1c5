/// What a command and all that it started used, as the launcher counted it.
///
/// From `wait4`, so exact at the end of each process: times to the microsecond, and complete but
/// for children that their parent refused to wait for (it ignores SIGCHLD).
struct CommandUsage: Equatable {
  /// From right before the process was made until it had ended, ns.
  var wall: Int64
  /// CPU time in user mode, µs.
  var user: Int64
  /// CPU time in the kernel, µs.
  var system: Int64
  /// Peak memory of the largest process, kB.
  var peakKilobytes: Int64
  /// Page faults without storage access.
  var minorFaults: Int64
  /// Page faults with storage access.
  var majorFaults: Int64
  /// Blocks of 512 bytes fetched from storage.
  var blocksRead: Int64
  /// Blocks of 512 bytes made dirty.
  var blocksWritten: Int64
  /// Context switches to wait.
  var voluntarySwitches: Int64
  /// Context switches by preemption.
  var involuntarySwitches: Int64
  /// Processes that outlived the command and were killed.
  var outlived: Int64
  /// What was counted from its execution on, or a negative errno; nil where nothing was.
  var counted: Int64?

  /// Takes the numbers in the order of the launcher's report, which is that of the properties.
  /// - Returns: nil where they are not all there.
  init?(_ words: some Collection<Substring>) {
    let numbers = words.compactMap { Int64($0) }
    guard (11...12).contains(numbers.count), words.count == numbers.count else { return nil }
    (wall, user, system) = (numbers[0], numbers[1], numbers[2])
    peakKilobytes = numbers[3]
    (minorFaults, majorFaults) = (numbers[4], numbers[5])
    (blocksRead, blocksWritten) = (numbers[6], numbers[7])
    (voluntarySwitches, involuntarySwitches) = (numbers[8], numbers[9])
    outlived = numbers[10]
    counted = numbers.count > 11 ? numbers[11] : nil
  }
}
