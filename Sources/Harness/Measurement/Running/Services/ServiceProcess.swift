import Costs
import Glibc
import Recording
import Sampling
import Scenarios
import SystemPackage

/// A running service; reports exactly how it ended.
final class ServiceProcess {
  let name: String
  /// Its process.
  let pid: Int32
  /// The settings that the system refused before it started.
  let refusals: [RefusedSetting]
  /// The launcher, which adopts orphans.
  var launcherPID: Int32 { process.launcher }
  /// The number of processes that outlived it, and were killed.
  private(set) var outlived = 0
  /// The CPU time of the service and all that it started, from start to end; nil before its end,
  /// and if the launcher could not report it.
  private(set) var cpuTime: Duration?
  private let process: Launcher.Started
  private let kills: MemoryKills?
  private var status = LineBuffer()
  private var knownEnding: DriverEnding?
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
    kills = MemoryKills(of: settings)
    do {
      let input = try FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec)
      defer { try? input.close() }
      let output = try FileDescriptor.open(
        log, .writeOnly, options: [.create, .append, .closeOnExec], permissions: .ownerReadWrite)
      defer { try? output.close() }
      process = try launcher.start(
        service.command, environment: environment, in: folder, given: [input, output, output],
        settings: settings)
    } catch {
      throw .launcherNotStarted(launcher.path, error)
    }
    let start = LaunchedStart(from: process.status, of: process.launcher, &status)
    refusals = start.refusals
    do throws(RunFailure) {
      pid = try start.process(of: Self.subject(service.name)) {
        .serviceNotExecuted(service.name, service.command.first ?? "", $0)
      }
    } catch {
      try? process.control.close()
      try? process.status.close()
      Launcher.reap(process.launcher)
      throw error
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
      let ready = wait(
        for: [interruption.descriptor, process.status], milliseconds: distance)
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
  var ending: FileDescriptor? { knownEnding == nil ? process.status : nil }

  /// The failure if it has ended, at a moment such as `before it was ready`; nil if it still runs after so many
  /// milliseconds. To be called before it is asked to end.
  func failure(_ moment: String, within milliseconds: Int64 = 0) -> RunFailure? {
    if knownEnding == nil,
      !Launcher.wait(for: [process.status], of: process.launcher, milliseconds: milliseconds)
        .isEmpty
    {
      conclude(patience: nil)
    }
    return knownEnding.map { explained(.serviceEnded(name, $0, moment)) }
  }

  /// Makes sure that all settings are in force without which a run means nothing.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  func require(_ settings: [LaunchSetting]) throws(RunFailure) {
    try refusals.requireNone(of: settings, for: Self.subject(name))
  }

  /// For use within a sentence.
  private static func subject(_ name: String) -> String { "the service '\(name)'" }

  /// Ends it with all that it started, if not yet done. If `asking`, it gets SIGTERM, and so long to end before it is
  /// killed.
  /// - Returns: how it ended; the same when asked again.
  @discardableResult
  func end(asking: Bool, patience: Duration) -> DriverEnding {
    if let knownEnding { return knownEnding }
    guard asking else {
      try? process.control.close()
      return conclude(patience: nil, isControlled: false)
    }
    kill(pid, SIGTERM)
    let isInTime = !Launcher.wait(
      for: [process.status], of: process.launcher, milliseconds: patience.nanoseconds / 1_000_000
    ).isEmpty
    if !isInTime { try? process.control.close() }
    return conclude(patience: isInTime ? nil : patience, isControlled: isInTime)
  }

  /// Reads the launcher's last reports, and returns how the service ended. `patience` is how long it was given before
  /// it was killed, nil if it was not killed for that; `isControlled` says whether the launcher still waits for
  /// requests.
  @discardableResult
  private func conclude(patience: Duration?, isControlled: Bool = true) -> DriverEnding {
    var report = LauncherReport.lost
    repeat {
      while let line = status.next() { report = LauncherReport(line) }
      _ = Launcher.wait(for: [process.status], of: process.launcher, milliseconds: -1)
    } while status.fill(from: process.status)
    while let line = status.next() { report = LauncherReport(line) }
    try? process.status.close()
    if isControlled { try? process.control.close() }
    Launcher.reap(process.launcher)
    outlived = report.outlived
    cpuTime = report.usage?.cost.cpu
    let ending = DriverEnding(report, patience: patience, kills)
    knownEnding = ending
    return ending
  }

  /// The same failure of it, with what may explain it.
  func explained(_ failure: RunFailure) -> RunFailure {
    failure.quoting(printed).mentioning(kills)
  }

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
