import DriverProtocol
import Glibc
import Recording
import Sampling
import Scenarios
import SystemPackage

final class ServiceProcess: LaunchedProcess {
  let name: String
  /// The file that both output streams go to.
  private let log: FilePath
  private var output: (file: FileDescriptor, lines: LineBuffer)?

  /// Starts a service, with all its variables resolved. `environment` is its whole environment, `folder` its working
  /// directory, and `log` takes all its output.
  /// - Throws: `RunFailure` with the reason `notStarted`, or `notMeasured` if the launcher can't be started.
  init(
    _ service: Service, environment: [String: String], in folder: FilePath, log: FilePath,
    launcher: Launcher, settings: [LaunchSetting]
  ) throws(RunFailure) {
    name = service.name
    self.log = log
    let input = try ServiceProcess.opened("/dev/null", .readOnly, for: launcher)
    defer { try? input.close() }
    let output = try ServiceProcess.opened(log, .writeOnly, [.create, .append], for: launcher)
    defer { try? output.close() }
    try super.init(
      "the service '\(service.name)'", service.command, environment: environment, in: folder,
      given: [input, output, output], launcher: launcher, settings: settings
    ) { .serviceNotExecuted(service.name, service.command.first ?? "", $0) }
  }

  private static func opened(
    _ path: FilePath, _ mode: FileDescriptor.AccessMode,
    _ options: FileDescriptor.OpenOptions = [], for launcher: Launcher
  ) throws(RunFailure) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        path, mode, options: options.union(.closeOnExec), permissions: .ownerReadWrite)
    } catch {
      throw .launcherNotStarted(launcher.path, error)
    }
  }

  deinit {
    end(asking: false, patience: .zero)
    try? output?.file.close()
  }

  /// Waits until it is ready. A file is looked for in the folder; the port is its own, nil if it has none.
  /// - Throws: `RunFailure` if it ends before, or is not ready in time, or Rehearse was asked to stop.
  func awaitReadiness(
    _ readiness: Service.Readiness, in folder: FilePath, port: UInt16?, within limit: Duration,
    unless interruption: Interruption
  ) throws(RunFailure) {
    let deadline = MonotonicClock.now + limit.nanoseconds
    var distance: Int64 = 1
    while true {
      if try isReady(readiness, in: folder, port: port) { return }
      if let failure = failure("before it was ready") { throw failure }
      if MonotonicClock.now >= deadline {
        throw explained(.serviceNotReady(name, readiness, port, within: limit))
      }
      let ready = wait(for: [interruption.descriptor, streams.status], milliseconds: distance)
      if ready.contains(interruption.descriptor) { throw .interrupted }
      distance = min(20, distance * 2)
    }
  }

  private func isReady(
    _ readiness: Service.Readiness, in folder: FilePath, port: UInt16?
  ) throws(RunFailure) -> Bool {
    switch readiness {
    case .port:
      return try port.map { port throws(RunFailure) in try FreePort.hasListener(on: port) } ?? true
    case .file(let path): return access(folder.pushing(FilePath(path)).string, F_OK) == 0
    case .line(let text): return hasPrinted(text)
    }
  }

  /// Returns whether a line with that text has appeared since the last call.
  private func hasPrinted(_ text: String) -> Bool {
    if output == nil {
      output = (try? FileDescriptor.open(log, .readOnly, options: .closeOnExec))
        .map { ($0, LineBuffer()) }
    }
    while let file = output?.file, output?.lines.fill(from: file) == true {}
    while let line = output?.lines.next() {
      if String(decoding: line, as: UTF8.self).contains(text) { return true }
    }
    return false
  }

  /// Becomes readable once it has ended; nil if its end is known.
  var ending: FileDescriptor? { knownEnding == nil ? streams.status : nil }

  /// The failure if it has ended, at a moment such as `before it was ready`; nil if it still runs after so many
  /// milliseconds. To be called before it is asked to end.
  func failure(_ moment: String, within milliseconds: Int64 = 0) -> RunFailure? {
    if knownEnding == nil,
      !Launcher.wait(for: [streams.status], of: streams.launcher, milliseconds: milliseconds)
        .isEmpty
    {
      awaitEnd(patience: nil)
    }
    return knownEnding.map { explained(.serviceEnded(name, $0, moment)) }
  }

  /// Ends it with all that it started, if not yet done. If `asking`, it gets SIGTERM, and so long to end before it is
  /// killed.
  /// - Returns: how it ended; the same when asked again.
  @discardableResult
  func end(asking: Bool, patience: Duration) -> DriverEnding {
    if let knownEnding { return knownEnding }
    guard asking else {
      try? streams.control.close()
      return awaitEnd(patience: nil, isControlled: false)
    }
    kill(pid, SIGTERM)
    let isInTime = !Launcher.wait(
      for: [streams.status], of: streams.launcher, milliseconds: patience.nanoseconds / 1_000_000
    ).isEmpty
    if !isInTime { try? streams.control.close() }
    return awaitEnd(patience: isInTime ? nil : patience, isControlled: isInTime)
  }

  /// Waits for the launcher's last report, and returns how the service ended; parameters are as for
  /// ``conclude(patience:isControlled:)``.
  @discardableResult
  private func awaitEnd(patience: Duration?, isControlled: Bool = true) -> DriverEnding {
    takeReports()
    repeat {
      _ = Launcher.wait(for: [streams.status], of: streams.launcher, milliseconds: -1)
    } while readReports()
    return conclude(patience: patience, isControlled: isControlled)
  }

  /// The same failure of it, with what may explain it.
  func explained(_ failure: RunFailure) -> RunFailure { failure.quoting(printed).mentioning(kills) }

  /// The end of its output, on both streams.
  private var printed: String {
    guard let file = try? FileDescriptor.open(log, .readOnly, options: .closeOnExec) else {
      return ""
    }
    defer { try? file.close() }
    var tail = TailBuffer(limit: 4096)
    let size = (try? file.seek(offset: 0, from: .end)) ?? 0
    _ = try? file.seek(offset: max(0, size - 4096), from: .start)
    while tail.fill(from: file) {}
    return tail.text
  }
}
