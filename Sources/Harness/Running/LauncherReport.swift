import SystemPackage

/// A line that the launcher wrote.
enum LauncherReport: Equatable {
  /// A setting was refused; the command goes without it.
  case refused(LaunchSetting.Name, Errno)
  /// The process runs.
  case spawned(Int32)
  /// The command could not be executed.
  case failed(Errno)
  /// The process exited with this status.
  case exited(Int32, CommandUsage)
  /// This signal ended the process.
  case killed(Int32, CommandUsage)
  /// There was no line, or not one of these.
  case lost

  /// How many processes outlived the one that was started, and were killed.
  var outlived: Int {
    switch self {
    case .exited(_, let usage), .killed(_, let usage): Int(usage.outlived)
    case .refused, .spawned, .failed, .lost: 0
    }
  }

  init(_ line: [UInt8]) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count > 1, let number = Int32(words[1]) else {
      self = .lost
      return
    }
    let rest = words.dropFirst(2)
    if words[0] == "refused",
      let name = rest.first.flatMap({ LaunchSetting.Name(rawValue: String($0)) })
    {
      self = .refused(name, Errno(rawValue: number))
      return
    }
    switch (words[0], CommandUsage(rest)) {
    case ("spawned", nil) where rest.isEmpty: self = .spawned(number)
    case ("failed", nil) where rest.isEmpty: self = .failed(Errno(rawValue: number))
    case ("exited", let usage?): self = .exited(number, usage)
    case ("killed", let usage?): self = .killed(number, usage)
    default: self = .lost
    }
  }
}
