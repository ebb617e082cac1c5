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

  /// Returns whether a driver waits for its next request. Any of its threads may be the one that reads.
  static func readsStandardInput(_ pid: Int32) -> Bool {
    let tasks = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.contains { thread in
      let file = FilePath("\(tasks)/\(thread)/syscall")
      return (try? WholeFile.read(file, ThreadSystemCall.init))?.readsStandardInput == true
    }
  }
}
