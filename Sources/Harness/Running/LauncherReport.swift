import SystemPackage

/// A line that the launcher wrote.
enum LauncherReport: Equatable {
  /// The process runs.
  case spawned(Int32)
  /// The command could not be executed.
  case failed(Errno)
  /// The process exited with this status.
  case exited(Int32)
  /// This signal ended the process.
  case killed(Int32)
  /// There was no line, or not one of these.
  case lost

  init(_ line: [UInt8]) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let number = Int32(words[1]) else {
      self = .lost
      return
    }
    switch words[0] {
    case "spawned": self = .spawned(number)
    case "failed": self = .failed(Errno(rawValue: number))
    case "exited": self = .exited(number)
    case "killed": self = .killed(number)
    default: self = .lost
    }
  }
}
