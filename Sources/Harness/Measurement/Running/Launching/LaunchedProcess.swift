import DriverProtocol
import Glibc
import Recording
import SystemPackage

/// A process that its launcher starts once, a driver or a service: reports exactly how it ended.
class LaunchedProcess {
  /// The process itself.
  let pid: Int32
  let streams: Launcher.Started
  /// The settings that the system refused before it started; it runs without them.
  let refusals: [RefusedSetting]
  /// Counts the processes that the kernel kills for lack of memory while it runs.
  let kills: MemoryKills?
  /// The end of it; nil as long as that is not known.
  private(set) var knownEnding: DriverEnding?
  private let subject: String
  private var status = LineBuffer()
  /// The last of the launcher's reports since it started.
  private var report = LauncherReport.lost
  /// The launcher, which adopts orphans.
  var launcherPID: Int32 { streams.launcher }
  var family: ProcessFamily { ProcessFamily(leader: pid, launcher: launcherPID) }
  /// The number of processes that outlived it, and were killed.
  var outlived: Int { report.outlived }
  /// The CPU time of it and all that it started, from start to end; nil before its end, and if the launcher could not
  /// report it.
  var cpuTime: Duration? { report.usage?.cost.cpu }
  /// The peak resident set since its last step, or of a child that it waited for at any time; nil
  /// if the CPU time is.
  var lastPeak: Bytes? { report.usage?.cost.peakMemory }

  /// Starts a process, which is called `the driver`, for example. Other parameters are as for
  /// ``Launcher/start(_:environment:in:given:isAsked:settings:)``.
  /// - Throws: `RunFailure` with the reason `notMeasured`, or from `notExecuted` if the kernel did not execute its
  ///   program.
  init(
    _ subject: String, _ command: [String], environment: [String: String], in folder: FilePath,
    given: [FileDescriptor] = [], launcher: Launcher, settings: [LaunchSetting],
    orIfNotExecuted notExecuted: (Errno) -> RunFailure
  ) throws(RunFailure) {
    self.subject = subject
    let kills = MemoryKills(of: settings)
    do {
      streams = try launcher.start(
        command, environment: environment, in: folder, given: given, settings: settings)
    } catch {
      throw .launcherNotStarted(launcher.path, error)
    }
    var refusals: [RefusedSetting] = []
    var start = LaunchedProcess.next(from: streams, &status)
    while case .refused(let name, let errno) = start {
      refusals.append(RefusedSetting(name: name, errno: errno))
      start = LaunchedProcess.next(from: streams, &status)
    }
    self.refusals = refusals
    self.kills = refusals.contains { $0.name == .group } ? MemoryKills() : kills
    let failure: RunFailure
    switch start {
    case .spawned(let process, _):
      pid = process
      return
    case .failed(let errno): failure = notExecuted(errno)
    case .unforked(let errno): failure = .noProcess(errno)
    case .refused, .cgroupMemory, .exited, .killed, .done, .lost:
      failure = .launcherLost(before: subject)
    }
    for descriptor in streams.pipes + [streams.control, streams.status] {
      try? descriptor.close()
    }
    Launcher.reap(streams.launcher)
    throw failure
  }

  /// Waits for a launcher's next report; later ones stay in the buffer.
  private static func next(
    from streams: Launcher.Started, _ buffer: inout LineBuffer
  ) -> LauncherReport {
    while true {
      if let line = buffer.next() { return LauncherReport(line) }
      _ = Launcher.wait(for: [streams.status], of: streams.launcher, milliseconds: -1)
      guard buffer.fill(from: streams.status) else { return .lost }
    }
  }

  /// Makes sure that all settings are in force without which a run means nothing.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  func require(_ settings: [LaunchSetting]) throws(RunFailure) {
    let names = settings.compactMap(\.name)
    guard let refusal = refusals.first(where: { names.contains($0.name) }) else { return }
    throw .refused(refusal.name, of: subject, refusal.errno)
  }

  func takeReports() {
    while let line = status.next() { report = LauncherReport(line) }
  }

  /// Reads and takes what the launcher has reported; false if it has ended.
  func readReports() -> Bool {
    defer { takeReports() }
    return status.fill(from: streams.status)
  }

  /// Notes how it ended, once its launcher has. `patience` is how long it was given before it was killed, nil if it was
  /// not killed for that; `isControlled` says whether the launcher was not told to end.
  func conclude(patience: Duration?, isControlled: Bool) -> DriverEnding {
    for descriptor in Array(streams.pipes.dropFirst()) + [streams.status] {
      try? descriptor.close()
    }
    if isControlled { try? streams.control.close() }
    Launcher.reap(streams.launcher)
    let ending = DriverEnding(report, patience: patience, kills)
    knownEnding = ending
    return ending
  }
}
