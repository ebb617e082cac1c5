import Recording
import SystemPackage

/// The start of a process that is started once, from its launcher's report.
struct LaunchedStart {
  /// The settings that the system refused; the process runs without them.
  let refusals: [RefusedSetting]
  /// The result.
  private let report: LauncherReport

  /// Waits for the report among the lines that the launcher writes on its status; later lines stay in the buffer.
  init(from status: FileDescriptor, of launcher: Int32, _ buffer: inout LineBuffer) {
    var refusals: [RefusedSetting] = []
    var report = Self.next(from: status, of: launcher, &buffer)
    while case .refused(let name, let errno) = report {
      refusals.append(RefusedSetting(name: name, errno: errno))
      report = Self.next(from: status, of: launcher, &buffer)
    }
    self.refusals = refusals
    self.report = report
  }

  private static func next(
    from status: FileDescriptor, of launcher: Int32, _ buffer: inout LineBuffer
  ) -> LauncherReport {
    while true {
      if let line = buffer.next() { return LauncherReport(line) }
      _ = Launcher.wait(for: [status], of: launcher, milliseconds: -1)
      guard buffer.fill(from: status) else { return .lost }
    }
  }

  /// Returns the process of a subject such as `the driver`.
  /// - Throws: `RunFailure` if there is none; from `notExecuted` if the kernel did not execute its program.
  func process(
    of subject: String, orIfNotExecuted notExecuted: (Errno) -> RunFailure
  ) throws(RunFailure) -> Int32 {
    switch report {
    case .spawned(let process, _): return process
    case .failed(let errno): throw notExecuted(errno)
    case .unforked(let errno): throw .noProcess(errno)
    case .refused, .cgroupMemory, .exited, .killed, .done, .lost:
      throw .launcherLost(before: subject)
    }
  }
}

extension [RefusedSetting] {
  /// Makes sure that all settings are in force without which a run means nothing.
  /// - Throws: ``RunFailure`` with the reason `notMeasured`; its words name the subject, such as `the driver`.
  func requireNone(
    of settings: [LaunchSetting], for subject: String
  ) throws(RunFailure) {
    let names = settings.compactMap(\.name)
    guard let refusal = first(where: { names.contains($0.name) }) else { return }
    throw .refused(refusal.name, of: subject, refusal.errno)
  }
}
