import Recording
import SystemPackage

/// The start of a process that is started once, as its launcher reports it.
struct LaunchedStart {
  /// The settings that the system refused; the process goes without them.
  let refusals: [RefusedSetting]
  /// What came of it.
  private let report: LauncherReport

  /// Waits for the report.
  /// - Parameter buffer: what the launcher writes on its status; what follows stays in it.
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

  /// Returns the process.
  /// - Parameters:
  ///   - subject: whose process it is, as in `the driver`.
  ///   - notExecuted: the failure where the kernel did not execute its program.
  /// - Throws: `RunFailure` where there is none.
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
  /// Makes sure that settings without which a run means nothing are in force.
  /// - Parameter subject: whose process it is, as in `the driver`.
  /// - Throws: ``RunFailure`` with the reason `notMeasured`.
  func requireNone(
    of settings: [LaunchSetting], for subject: String
  ) throws(RunFailure) {
    let names = settings.compactMap(\.name)
    guard let refusal = first(where: { names.contains($0.name) }) else { return }
    throw .refused(refusal.name, of: subject, refusal.errno)
  }
}
