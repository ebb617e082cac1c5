import Glibc
import ProcFS
import Statistics
import SystemPackage

/// Counts the processes that the kernel kills for lack of memory while something runs.
///
/// A control group counts its own, whether the machine's memory ran out or the group's limit was
/// reached. Without a group there is only the machine's count, for the processes of all users.
struct MemoryKills: Sendable {
  private let file: FilePath
  private let isOfGroup: Bool
  private let before: Int64

  private static func count(in file: FilePath) -> Int64? {
    (try? WholeFile.read(file) { text in text.numberIfPresent(after: "oom_kill ") }) ?? nil
  }

  /// What is known of the kills so far, in words; nil if there were none.
  var description: String? {
    guard let count = Self.count(in: file), count > before else { return nil }
    let number = count - before
    let processes = Int(clamping: number).counted("process", "processes")
    return isOfGroup
      ? "for want of memory the kernel ended \(processes) of its control group"
      : "meanwhile the kernel ended \(processes) of this machine for want of memory, this one perhaps"
  }
}

extension MemoryKills {
  /// Begins to count for the control group that the settings name, or else for the machine.
  init?(of settings: [LaunchSetting] = []) {
    // Versions 2 and 1; no other file of a group has that line.
    let files = settings.compactMap(\.joiningFile).flatMap { file in
      ["memory.events", "memory.oom_control"].map { file.removingLastComponent().appending($0) }
    }
    for file in files {
      guard let count = Self.count(in: file) else { continue }
      self.init(file: file, isOfGroup: true, before: count)
      return
    }
    // Linux counts them since 4.13.
    let file = ProcRoot().path.appending("vmstat")
    guard let count = Self.count(in: file) else { return nil }
    self.init(file: file, isOfGroup: false, before: count)
  }
}

extension LaunchSetting {
  fileprivate var joiningFile: FilePath? {
    switch self {
    case .group(let file), .ownGroup(let file): file
    case .cgroupMemory, .cpu, .slice, .fixedAddresses, .count: nil
    }
  }
}

/// A signal that ended a process, and was not sent by Rehearse.
struct EndingSignal: Equatable {
  /// Its number.
  let number: Int32
  /// What is known of kills for lack of memory, in words. The kernel uses only this signal for them.
  private let kills: String?

  /// Describes a signal that was just reported.
  /// - Parameter kills: the count while the process ran; nil if not counted.
  init(_ number: Int32, _ kills: MemoryKills?) {
    self.number = number
    self.kills = number == SIGKILL ? kills?.description : nil
  }

  /// Such as `signal 11 (Segmentation fault)`.
  var name: String {
    let details = [strsignal(number).map { String(cString: $0) }, kills].compactMap(\.self)
    return "signal \(number)" + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))")
  }
}
