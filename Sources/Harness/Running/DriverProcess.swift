import DriverProtocol
import Glibc
import Recording
import Sampling
import SystemPackage

/// A driver that runs: requests go in, replies come out, and how it ended is told exactly.
final class DriverProcess {
  /// The driver's process.
  let pid: Int32
  private let streams: Launcher.Streams
  private let interruption: Interruption
  private var output = LineBuffer()
  private var errorTail = TailBuffer(limit: 4096)
  private var status = LineBuffer()
  private var isFinished = false

  /// The longest line a driver may write, bytes.
  private static let longestLine = 1 << 20

  /// Starts a driver.
  /// - Throws: ``RunFailure`` with the reason `notStarted`.
  init(
    _ command: [String], environment: [String: String], launcher: Launcher,
    interruption: Interruption
  ) throws(RunFailure) {
    self.interruption = interruption
    do {
      streams = try launcher.start(command, environment: environment)
    } catch {
      throw RunFailure(
        reason: .notStarted, message: "\(launcher.path) could not be started: \(error).")
    }
    switch Self.report(from: streams.status, &status) {
    case .spawned(let pid): self.pid = pid
    case .failed(let errno):
      Self.close(streams)
      throw RunFailure(
        reason: .notStarted, message: "\(command.first ?? "") could not be executed: \(errno).")
    case let other:
      Self.close(streams)
      throw RunFailure(
        reason: .notStarted, message: "The launcher reported '\(other)' instead of a start.")
    }
  }

  deinit { if !isFinished { _ = end(killing: true) } }

  /// Sends a request and reads the reply.
  /// - Parameter limit: how long the reply may take.
  /// - Throws: ``RunFailure``; the process may still run.
  func ask(_ request: Request, within limit: Duration) throws(RunFailure) -> Reply {
    if let stray = output.next() ?? output.rest {
      throw protocolBroken("wrote a line that nobody asked for", stray)
    }
    try send(request)
    let line = try receive(within: limit)
    do {
      return try LineCodec.message(Reply.self, from: line)
    } catch {
      throw protocolBroken("wrote a line that is no reply (\(error.reason))", line)
    }
  }

  private func protocolBroken(_ what: String, _ line: [UInt8]) -> RunFailure {
    RunFailure(
      reason: .protocolBroken,
      message: "The driver \(what): \(quoted(line)).")
  }

  private func send(_ request: Request) throws(RunFailure) {
    do {
      let line = try LineCodec.line(request)
      _ = try streams.input.writeAll(line)
    } catch Errno.brokenPipe {
      throw ending()
    } catch {
      throw RunFailure(
        reason: .protocolBroken, message: "The request could not be sent: \(error).")
    }
  }

  /// The next line, without its line feed.
  private func receive(within limit: Duration) throws(RunFailure) -> [UInt8] {
    let deadline = MonotonicClock.now + limit.nanoseconds
    while true {
      if let line = output.next() { return line }
      if let rest = output.rest, rest.count > Self.longestLine {
        throw protocolBroken("wrote more than \(Self.longestLine) bytes without a line feed", rest)
      }
      let left = deadline - MonotonicClock.now
      guard left > 0 else {
        throw RunFailure(
          reason: .timedOut, message: "No answer within \(limit.formattedSeconds).")
      }
      let ready = wait(
        for: [streams.output, streams.error, interruption.descriptor],
        milliseconds: left / 1_000_000 + 1)
      if ready.contains(interruption.descriptor) {
        throw RunFailure(reason: .interrupted, message: "Rehearse was told to stop.")
      }
      if ready.contains(streams.error) { _ = errorTail.fill(from: streams.error) }
      if ready.contains(streams.output), !output.fill(from: streams.output) { throw ending() }
    }
  }

  /// How the process ended that was expected to go on.
  private func ending() -> RunFailure {
    switch end(killing: false) {
    case .exited(let code):
      RunFailure(
        reason: .exited, message: "The driver exited with status \(code) before it answered.",
        exitCode: code)
    case .killed(let signal):
      RunFailure(
        reason: .crashed, message: "The driver was ended by \(signalName(signal)).",
        signal: signal)
    case let other:
      RunFailure(reason: .exited, message: "The driver went away: \(other).")
    }
  }

  /// What the driver last wrote on standard error.
  var standardError: String { errorTail.text }

  /// Waits for the process to end, and kills it where it does not.
  /// - Parameter killing: at once, rather than after 5 s of patience.
  @discardableResult
  func end(killing: Bool) -> LauncherReport {
    guard !isFinished else { return .lost }
    isFinished = true
    try? streams.input.close()
    if killing { try? streams.control.close() }
    var controlIsOpen = !killing
    let deadline = MonotonicClock.now + 5_000_000_000
    var report = LauncherReport.lost
    var errorIsOpen = true
    // The driver's streams are read on: a full pipe would keep it from ending.
    var outputIsOpen = true
    reading: while true {
      var watched = [streams.status]
      if errorIsOpen { watched.append(streams.error) }
      if outputIsOpen { watched.append(streams.output) }
      let left = max(0, (deadline - MonotonicClock.now) / 1_000_000)
      let ready = wait(for: watched, milliseconds: controlIsOpen ? left : -1)
      if ready.isEmpty, controlIsOpen {
        try? streams.control.close()
        controlIsOpen = false
      }
      if ready.contains(streams.error) { errorIsOpen = errorTail.fill(from: streams.error) }
      if ready.contains(streams.output) { outputIsOpen = output.fill(from: streams.output) }
      if ready.contains(streams.status) {
        if !status.fill(from: streams.status) { break reading }
        while let line = status.next() { report = LauncherReport(line) }
      }
    }
    while errorIsOpen, wait(for: [streams.error], milliseconds: 0).contains(streams.error) {
      errorIsOpen = errorTail.fill(from: streams.error)
    }
    for descriptor in [streams.output, streams.error, streams.status] { try? descriptor.close() }
    if controlIsOpen { try? streams.control.close() }
    waitpid(streams.launcher, nil, 0)
    return report
  }

  private static func report(
    from descriptor: FileDescriptor, _ buffer: inout LineBuffer
  ) -> LauncherReport {
    while true {
      if let line = buffer.next() { return LauncherReport(line) }
      guard buffer.fill(from: descriptor) else { return .lost }
    }
  }

  private static func close(_ streams: Launcher.Streams) {
    for descriptor in [
      streams.input, streams.output, streams.error, streams.control, streams.status,
    ] { try? descriptor.close() }
    waitpid(streams.launcher, nil, 0)
  }
}

/// Which of the descriptors can be read, or have ended; empty when the time is up. A negative
/// time waits for ever.
private func wait(for descriptors: [FileDescriptor], milliseconds: Int64) -> [FileDescriptor] {
  var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
  while poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds)) < 0 {
    guard errno == EINTR else { return [] }
  }
  return zip(descriptors, polled).filter { $1.revents != 0 }.map(\.0)
}
