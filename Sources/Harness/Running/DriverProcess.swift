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
  /// What came after the last reply.
  private var unread = TailBuffer(limit: 800)
  private var status = LineBuffer()
  private var errorIsOpen = true
  private let patience: Duration
  private var knownEnding: DriverEnding?
  /// The launcher, which takes over what outlives its parent.
  var launcherPID: Int32 { streams.launcher }
  /// What the system refused to set in it before it started.
  let refusals: [RefusedSetting]
  /// How many processes were still there when the driver had ended, and were killed.
  private(set) var outlived = 0

  /// The longest line a driver may write, bytes.
  private static let longestLine = 1 << 20

  /// Starts a driver.
  /// - Parameters:
  ///   - patience: how long it may take to end once its input has.
  ///   - settings: what is set in its process before it starts.
  /// - Throws: ``RunFailure`` with the reason `notStarted`.
  init(
    _ command: [String], environment: [String: String], in folder: FilePath, launcher: Launcher,
    interruption: Interruption, patience: Duration, settings: [LaunchSetting] = []
  ) throws(RunFailure) {
    self.interruption = interruption
    self.patience = patience
    do {
      streams = try launcher.start(
        command, environment: environment, in: folder, settings: settings)
    } catch {
      throw RunFailure(
        reason: .notStarted, message: "\(launcher.path) could not be started: \(error).")
    }
    var refusals: [RefusedSetting] = []
    var report = Self.report(from: streams.status, &status)
    while case .refused(let name, let errno) = report {
      refusals.append(RefusedSetting(name: name, errno: errno))
      report = Self.report(from: streams.status, &status)
    }
    self.refusals = refusals
    switch report {
    case .spawned(let pid): self.pid = pid
    case .failed(let errno):
      Self.close(streams)
      throw RunFailure(
        reason: .notStarted, message: "\(command.first ?? "") could not be executed: \(errno).")
    case .refused, .exited, .killed, .lost:
      Self.close(streams)
      throw RunFailure(
        reason: .notStarted, message: "The launcher ended before it started the driver.")
    }
  }

  deinit { end(killing: true) }

  /// Sends a request and reads the reply.
  /// - Parameter limit: how long sending and replying may take together.
  /// - Throws: ``RunFailure``; the process may still run.
  func ask(_ request: Request, within limit: Duration) throws(RunFailure) -> Reply {
    try refuseStrayLines()
    let deadline = MonotonicClock.now + limit.nanoseconds
    guard try send(request, before: deadline), let line = try receive(before: deadline) else {
      throw RunFailure(
        reason: .timedOut, message: "No answer within \(limit.formattedSeconds).")
    }
    do {
      return try LineCodec.message(Reply.self, from: line)
    } catch {
      throw protocolBroken("wrote a line that is no reply (\(error.reason))", line)
    }
  }

  /// Refuses what the driver wrote after its last reply; to be asked once it has ended.
  func refuseRemains() throws(RunFailure) {
    try refuse(output.next() ?? output.rest ?? unread.content)
  }

  /// The failure, unless the process has ended or is about to: then its end is the reason.
  func cause(of failure: RunFailure) -> RunFailure {
    guard failure.reason == .notMeasured else { return failure }
    let ending = end(killing: false)
    if case .outlasted = ending { return failure }
    return ending.failure("when it should have waited for a request")
  }

  /// What was written since the last reply would be taken for the next one.
  private func refuseStrayLines() throws(RunFailure) {
    if wait(for: [streams.output], milliseconds: 0).contains(streams.output) {
      _ = output.fill(from: streams.output)
    }
    try refuse(output.next() ?? output.rest)
  }

  private func refuse(_ stray: [UInt8]?) throws(RunFailure) {
    guard let line = stray?.prefix(while: { $0 != UInt8(ascii: "\n") }) else { return }
    throw protocolBroken("wrote a line that nobody asked for", Array(line))
  }

  private func protocolBroken(_ what: String, _ line: [UInt8]) -> RunFailure {
    RunFailure(
      reason: .protocolBroken,
      message: "The driver \(what): \(quoted(line)).")
  }

  /// Whether the request was taken in time.
  private func send(_ request: Request, before deadline: Int64) throws(RunFailure) -> Bool {
    do {
      var rest = try LineCodec.line(request)[...]
      while !rest.isEmpty {
        guard let ready = try attend(to: [], writing: streams.input, before: deadline) else {
          return false
        }
        guard ready.contains(streams.input) else { continue }
        // A part that a pipe with room is sure to take, so that writing never waits.
        let part = rest.prefix(Int(PIPE_BUF))
        rest = rest.dropFirst(try part.withUnsafeBytes { try streams.input.write($0) })
      }
      return true
    } catch let failure as RunFailure {
      throw failure
    } catch Errno.brokenPipe {
      throw ending()
    } catch {
      throw RunFailure(
        reason: .protocolBroken, message: "The request could not be sent: \(error).")
    }
  }

  /// The next line, without its line feed, or nil where the time is up.
  private func receive(before deadline: Int64) throws(RunFailure) -> [UInt8]? {
    while true {
      if let line = output.next() { return line }
      if let rest = output.rest, rest.count > Self.longestLine {
        throw protocolBroken("wrote more than \(Self.longestLine) bytes without a line feed", rest)
      }
      guard let ready = try attend(to: [streams.output], before: deadline) else { return nil }
      if ready.contains(streams.output), !output.fill(from: streams.output) { throw ending() }
    }
  }

  /// Waits until one of the descriptors is ready, and keeps standard error from filling up.
  /// - Returns: those that are ready; nil where the time is up.
  private func attend(
    to reading: [FileDescriptor], writing: FileDescriptor? = nil, before deadline: Int64
  ) throws(RunFailure) -> [FileDescriptor]? {
    let left = deadline - MonotonicClock.now
    guard left > 0 else { return nil }
    let ready = wait(
      for: reading + (errorIsOpen ? [streams.error] : []) + [interruption.descriptor],
      writing: writing, milliseconds: left / 1_000_000 + 1)
    if ready.contains(interruption.descriptor) {
      throw RunFailure(reason: .interrupted, message: "Rehearse was told to stop.")
    }
    if ready.contains(streams.error) { errorIsOpen = errorTail.fill(from: streams.error) }
    return ready
  }

  /// How the process ended that was expected to go on.
  private func ending() -> RunFailure { end(killing: false).failure("before it answered") }

  /// What the driver last wrote on standard error.
  var standardError: String { errorTail.text }

  /// Waits for the process to end, and kills it where it does not.
  /// - Parameter killing: at once, rather than after ``patience``.
  /// - Returns: how it ended; the same when asked again.
  @discardableResult
  func end(killing: Bool) -> DriverEnding {
    if let knownEnding { return knownEnding }
    try? streams.input.close()
    if killing { try? streams.control.close() }
    var controlIsOpen = !killing
    let deadline = MonotonicClock.now + patience.nanoseconds
    var report = LauncherReport.lost
    // Both streams are read on: a full pipe would keep the driver from ending.
    var outputIsOpen = true
    reading: while true {
      var watched = [streams.status]
      if errorIsOpen { watched.append(streams.error) }
      if outputIsOpen { watched.append(streams.output) }
      let left = max(0, (deadline - MonotonicClock.now) / 1_000_000)
      let ready = wait(for: watched, milliseconds: controlIsOpen ? left : -1)
      if controlIsOpen, MonotonicClock.now >= deadline {
        try? streams.control.close()
        controlIsOpen = false
      }
      if ready.contains(streams.error) { errorIsOpen = errorTail.fill(from: streams.error) }
      if ready.contains(streams.output) { outputIsOpen = unread.fill(from: streams.output) }
      if ready.contains(streams.status) {
        if !status.fill(from: streams.status) { break reading }
        while let line = status.next() { report = LauncherReport(line) }
      }
    }
    // What the driver wrote last is in the pipe, which holds no more than one reading; what a
    // process writes that it left behind is not waited for.
    if errorIsOpen, wait(for: [streams.error], milliseconds: 0).contains(streams.error) {
      _ = errorTail.fill(from: streams.error)
    }
    if outputIsOpen, wait(for: [streams.output], milliseconds: 0).contains(streams.output) {
      _ = unread.fill(from: streams.output)
    }
    for descriptor in [streams.output, streams.error, streams.status] { try? descriptor.close() }
    if controlIsOpen { try? streams.control.close() }
    Launcher.reap(streams.launcher)
    outlived = report.outlived
    let ending = DriverEnding(report, patience: controlIsOpen || killing ? nil : patience)
    knownEnding = ending
    return ending
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
    Launcher.reap(streams.launcher)
  }
}
