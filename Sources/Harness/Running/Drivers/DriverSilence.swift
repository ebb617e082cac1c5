import Foundation
import Glibc
import ProcFS
import SystemPackage

/// What is seen of a driver that did not answer in time, so that its failure names the likely cause.
enum DriverSilence {
  /// A part of the request lies in its standard input.
  case requestUnread
  /// It wrote this, and no line feed.
  case lineUnfinished([UInt8])
  /// It waits on its standard input, as one does that has answered.
  case waitsForRequest
  /// Nothing of it: it may be at work.
  case unknown

  /// Looks at a driver.
  /// - Parameters:
  ///   - input: our end of its standard input.
  ///   - isSent: whether the whole request was taken by the pipe.
  ///   - rest: what it wrote without a line feed; nil for nothing.
  init(of pid: Int32, input: FileDescriptor, isSent: Bool, rest: [UInt8]?) {
    var unread: Int32 = 0
    let isKnown = ioctl(input.rawValue, UInt(FIONREAD), &unread) == 0
    if !isSent || isKnown && unread > 0 {
      self = .requestUnread
    } else if let rest {
      self = .lineUnfinished(rest)
    } else {
      self = Self.readsStandardInput(pid) ? .waitsForRequest : .unknown
    }
  }

  /// Any of its threads may be the one that reads.
  private static func readsStandardInput(_ pid: Int32) -> Bool {
    threads(of: pid).contains(where: \.readsStandardInput)
  }

  /// Returns whether a driver rests: none of its threads runs, and one waits for the next request.
  /// - Parameter others: whether it may wait for something else, as for any of several things.
  static func isAtRest(_ pid: Int32, waitingForOthers others: Bool) -> Bool {
    let calls = threads(of: pid)
    return calls.allSatisfy { $0.number != nil }
      && (others || calls.contains(where: \.readsStandardInput))
  }

  /// What its threads are at, as far as the kernel tells.
  private static func threads(of pid: Int32) -> [ThreadSystemCall] {
    let tasks = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.compactMap { thread in
      try? WholeFile.read(FilePath("\(tasks)/\(thread)/syscall"), ThreadSystemCall.init)
    }
  }
}
