import CKernel
import Foundation
import Glibc
import Sampling
import SystemPackage

/// Tells whether the user asked to stop; code that waits in `poll` can use it too.
///
/// The signal handler only writes a byte into a pipe, which is safe there. Nobody reads it, so the
/// pipe stays readable.
public struct Interruption: Sendable {
  /// Readable once a stop was asked for.
  public let descriptor: FileDescriptor

  /// Raised only by ``raise()``.
  public init() throws { (descriptor, writeEnd) = try FileDescriptor.pipe(options: .closeOnExec) }

  private let writeEnd: FileDescriptor

  /// Raised by SIGINT, SIGTERM and SIGHUP from now on, for the whole process. An ignored SIGHUP, as
  /// under nohup, stays ignored.
  public static func onSignals() throws -> Interruption {
    let interruption = try Interruption()
    (signalPipe, ofSignals) = (interruption.writeEnd.rawValue, interruption)
    for signal in [SIGINT, SIGTERM, SIGHUP] where signal != SIGHUP || !isIgnored(SIGHUP) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in
        var byte: UInt8 = 1
        _ = write(signalPipe, &byte, 1)
      }
      sigaction(signal, &action, nil)
    }
    return interruption
  }

  /// Returns whether a signal asked to stop, for code that is given no interruption.
  @Sendable public static func isSignalled() -> Bool { ofSignals?.isRaised ?? false }

  /// Raised by this one, or at a deadline if that comes first.
  /// - Throws: `Errno` if the system refuses a pipe or a thread.
  public func ending(at deadline: ContinuousClock.Instant) throws -> Interruption {
    let ending = try Interruption()
    try SystemThread.start("rehearse-deadline") { [descriptor] in
      while true {
        let left = (deadline - .now) / .milliseconds(1)
        guard left > 0 else { break }
        // At most a day at a time: milliseconds are counted in 31 bits.
        let most = Int64(min(left.rounded(.up), 86_400_000))
        if !wait(for: [descriptor], milliseconds: most).isEmpty { break }
      }
      ending.raise()
    }
    return ending
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Asks to stop.
  public func raise() {
    // If the pipe is full, it was raised before.
    _ = try? writeEnd.writeAll(CollectionOfOne(1))
  }

  /// Calls `action` once a stop is asked for, on its own thread.
  /// - Throws: `Errno` if the system refuses one.
  public func whenRaised(_ action: @escaping @Sendable () -> Void) throws(Errno) {
    try SystemThread.start("rehearse-stop") { [descriptor] in
      _ = wait(for: [descriptor], milliseconds: -1)
      action()
    }
  }

  /// A Boolean value indicating whether a stop was asked for.
  public var isRaised: Bool { isRaised(withinMilliseconds: 0) }

  /// Waits for this long, or until a stop is asked for.
  /// - Returns: whether it was asked for.
  public func isRaised(withinMilliseconds limit: Int32) -> Bool {
    var readable = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&readable, 1, limit) > 0
  }
}

/// Set once, before the handler that reads it is installed.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// Set with it, and only read from then on.
nonisolated(unsafe) private var ofSignals: Interruption?

/// The descriptors that can be read, or have ended; empty if the time is up. A negative
/// time waits for ever.
func wait(for reading: [FileDescriptor], milliseconds: Int64) -> [FileDescriptor] {
  wait(for: reading, writing: [], nanoseconds: Int64(Int32(clamping: milliseconds)) * 1_000_000)
}

/// As with a time in milliseconds, but exact, and for descriptors that can be written, too.
func wait(
  for reading: [FileDescriptor], writing: [FileDescriptor], nanoseconds: Int64
) -> [FileDescriptor] {
  let descriptors = reading + writing
  var polled = reading.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
  polled += writing.map { pollfd(fd: $0.rawValue, events: Int16(POLLOUT), revents: 0) }
  while exact_poll(&polled, polled.count, nanoseconds) < 0 {
    guard errno == EINTR else { return [] }
  }
  return zip(descriptors, polled).filter { $1.revents != 0 }.map(\.0)
}

extension String {
  /// Adds a full stop, unless the text already ends with a mark.
  var asSentence: String { last.map { ".!?".contains($0) } == true ? self : self + "." }
}
