import DriverProtocol
import SystemPackage

enum LauncherReport: Equatable {
  /// A setting was refused; the command runs without it.
  case refused(LaunchSetting.Name, Errno)
  /// The process has been running since this time of `MonotonicClock`, ns.
  case spawned(Int32, at: Int64)
  /// The memory of the control group in the run that ended.
  case cgroupMemory(RunCgroupMemory)
  /// The command could not be executed.
  case failed(Errno)
  /// The system had no room for another process.
  case unforked(Errno)
  case exited(Int32, CommandUsage)
  /// This signal ended the process.
  case killed(Int32, CommandUsage)
  /// The request is done; its runs have been reported.
  case done
  /// There was no line, or an unknown one.
  case lost

  /// The usage of the process and all that it started; nil before its end.
  var usage: CommandUsage? {
    switch self {
    case .exited(_, let usage), .killed(_, let usage): usage
    case .refused, .spawned, .cgroupMemory, .failed, .unforked, .done, .lost: nil
    }
  }

  /// The number of processes that outlived the one that was started, and were killed.
  var outlived: Int { Int(usage?.outlived ?? 0) }

  init(_ line: [UInt8]) {
    // By bytes: by characters it would be a third of a run's overhead.
    let words = line.split(separator: UInt8(ascii: " ")).map {
      Substring(decoding: $0, as: UTF8.self)
    }
    self = Self.report(words.first ?? "", words.dropFirst()) ?? .lost
  }

  private static func report(
    _ kind: Substring, _ details: ArraySlice<Substring>
  ) -> LauncherReport? {
    switch kind {
    case "cgroup-memory": return RunCgroupMemory(details).map(cgroupMemory)
    case "done": return details.isEmpty ? .done : nil
    default: break
    }
    guard let number = details.first.flatMap({ Int32($0) }) else { return nil }
    let rest = details.dropFirst()
    switch kind {
    case "refused":
      let name = rest.first.flatMap { LaunchSetting.Name(rawValue: String($0)) }
      return name.map { .refused($0, Errno(rawValue: number)) }
    case "spawned":
      let time = rest.count == 1 ? rest.first.flatMap { Int64($0) } : nil
      return time.map { .spawned(number, at: $0) }
    case "failed": return rest.isEmpty ? .failed(Errno(rawValue: number)) : nil
    case "unforked": return rest.isEmpty ? .unforked(Errno(rawValue: number)) : nil
    case "exited": return CommandUsage(rest).map { .exited(number, $0) }
    case "killed": return CommandUsage(rest).map { .killed(number, $0) }
    default: return nil
    }
  }
}

/// The usage of a command and all that it started, as measured by the launcher.
///
/// From `wait4`, so exact once each process ends: times to the microsecond, and complete except for
/// children that their parent did not wait for (because it ignores SIGCHLD).
struct CommandUsage: Equatable {
  /// The cost, with time from just before the process was made until it had ended. The peak memory
  /// is that of the largest process.
  var cost: Cost
  /// The number of processes that outlived the command and were killed.
  var outlived: Int64
  /// The count from its execution on, or a negative errno; nil if nothing was counted.
  var counted: Int64?

  /// Parses the numbers in the order of the launcher's report: ns, µs, µs, kB, faults, blocks of
  /// 512 bytes, switches, and processes.
  /// - Returns: nil if some are missing.
  init?(_ words: some Collection<Substring>) {
    let numbers = words.compactMap { Int64($0) }
    guard (11...12).contains(numbers.count), words.count == numbers.count else { return nil }
    let (user, system) = (Duration.microseconds(numbers[1]), Duration.microseconds(numbers[2]))
    cost = Cost(
      wall: .nanoseconds(numbers[0]), cpu: user + system, user: user, system: system,
      minorFaults: numbers[4], majorFaults: numbers[5], voluntarySwitches: numbers[8],
      involuntarySwitches: numbers[9], storageRead: Bytes(numbers[6], of: 512),
      storageWritten: Bytes(numbers[7], of: 512), peakMemory: Bytes(kilobytes: numbers[3]))
    outlived = numbers[10]
    counted = numbers.count > 11 ? numbers[11] : nil
  }
}
