import Foundation
import Glibc
import Sampling
import SystemPackage

/// The reason why a driver did not answer in time, as far as can be seen, to name the likely cause.
enum DriverSilence {
  /// A part of the request is still in its standard input.
  case requestUnread
  /// It wrote this, and no line feed.
  case lineUnfinished([UInt8])
  /// It waits for a request, as it would after an answer.
  case waitsForRequest
  /// Nothing can be seen: it may be working.
  case unknown

  /// Inspects a driver. `input` is our end of its standard input, `isSent` says whether the pipe took the whole
  /// request, and `rest` is what it wrote without a line feed, nil for nothing.
  init(of pid: Int32, input: FileDescriptor, isSent: Bool, rest: [UInt8]?) {
    var unread: Int32 = 0
    let isKnown = ioctl(input.rawValue, UInt(FIONREAD), &unread) == 0
    if !isSent || isKnown && unread > 0 {
      self = .requestUnread
    } else if let rest {
      self = .lineUnfinished(rest)
    } else {
      self =
        Self.awaitsRequest(Self.threads(of: pid), of: pid, from: input)
        ? .waitsForRequest : .unknown
    }
  }

  /// Returns whether one of a driver's threads waits for a request. Kits read the pipe by another number than 0, so
  /// that what the app starts does not inherit it.
  private static func awaitsRequest(
    _ calls: [ThreadSystemCall], of pid: Int32, from input: FileDescriptor
  ) -> Bool {
    var (own, its) = (stat(), stat())
    guard fstat(input.rawValue, &own) == 0 else { return false }
    return calls.compactMap(\.readDescriptor).contains {
      stat("/proc/\(pid)/fd/\($0)", &its) == 0 && its.st_dev == own.st_dev
        && its.st_ino == own.st_ino
    }
  }

  /// Returns whether a driver rests: no thread runs, and one waits for the next request. With `others` it may wait
  /// for other things too, as in `poll`.
  static func isAtRest(_ driver: DriverProcess, waitingForOthers others: Bool) -> Bool {
    let calls = threads(of: driver.pid)
    return calls.allSatisfy { $0.number != nil }
      && (others || awaitsRequest(calls, of: driver.pid, from: driver.streams.input))
  }

  /// The system calls its threads are in, as far as the kernel shows them.
  private static func threads(of pid: Int32) -> [ThreadSystemCall] {
    let tasks = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.compactMap { thread in
      try? WholeFile.read(FilePath("\(tasks)/\(thread)/syscall"), ThreadSystemCall.init)
    }
  }
}
