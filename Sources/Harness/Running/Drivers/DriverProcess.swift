import Costs
import Glibc
import Recording
import Sampling
import SystemPackage

/// A driver that runs: requests go in, replies come out, and its ending is reported exactly.
final class DriverProcess {
  /// The driver's process.
  let pid: Int32
  let streams: Launcher.Streams
  let interruption: Interruption
  var output = LineBuffer()
  /// The request that is under way.
  var exchange: Exchange?
  /// The services beside it, whose end is its failure.
  var services: RunningServices?
  private(set) var errorTail = TailBuffer(limit: 4096)
  /// The output after the last reply.
  private var unread = TailBuffer(limit: 800)
  private var status = LineBuffer()
  private(set) var errorIsOpen = true
  private let patience: Duration
  private var knownEnding: DriverEnding?
  /// The launcher, which takes over what outlives its parent.
  var launcherPID: Int32 { streams.launcher }
  /// The settings that the system refused before it started.
  let refusals: [RefusedSetting]
  /// Counts what the kernel ends for want of memory while it runs.
  let kills: MemoryKills?
  /// The number of processes that were still there when the driver had ended, and were killed.
  private(set) var outlived = 0
  /// The CPU time of it and all that it started, from start to end; nil before its end, and if the launcher
  /// could not report it.
  private(set) var cpuTime: Duration?
  /// The greatest resident set since its last step, or of a process that it started and waited for at any time;
  /// nil as the CPU time is.
  private(set) var lastPeak: Bytes?

  /// Starts a driver.
  /// - Parameters:
  ///   - patience: how long it may take to end once its input has.
  ///   - settings: what is set in its process before it starts.
  /// - Throws: `RunFailure` with the reason `notStarted`, or `notMeasured` where it is the launcher
  ///   that can't be.
  init(
    _ command: [String], environment: [String: String], in folder: FilePath, launcher: Launcher,
    interruption: Interruption, patience: Duration, settings: [LaunchSetting] = []
  ) throws(RunFailure) {
    self.interruption = interruption
    self.patience = patience
    let kills = MemoryKills(of: settings)
    do {
      streams = try launcher.start(
        command, environment: environment, in: folder, settings: settings)
    } catch {
      throw .launcherNotStarted(launcher.path, error)
    }
    let start = LaunchedStart(from: streams.status, of: streams.launcher, &status)
    refusals = start.refusals
    self.kills = refusals.contains { $0.name == .group } ? MemoryKills() : kills
    do throws(RunFailure) {
      pid = try start.process(of: Self.subject) {
        .driverNotExecuted(command.first ?? "", $0)
      }
    } catch {
      Self.close(streams)
      throw error
    }
  }

  deinit { end(killing: true) }

  /// Refuses what the driver wrote after its last reply; to be asked once it has ended.
  func refuseRemains() throws(RunFailure) {
    try refuse(output.next() ?? output.rest ?? unread.content)
  }

  /// The failure, unless it means that the process has ended or is about to: then its end is the
  /// reason. To ask for the end closes standard input, so any other failure would be drowned.
  func cause(of failure: RunFailure) -> RunFailure {
    guard failure.meansGone else { return failure }
    var failure = failure
    failure.meansGone = false
    let ending = end(killing: false)
    if case .outlasted = ending { return failure }
    return ending.failure("when it should have waited for a request")
  }

  /// Returns how the process ended that was expected to go on.
  ///
  /// What a process closes when it ends is seen a moment before its end; one that lives on after that
  /// moment has closed it by itself, and waits for nothing.
  /// - Parameter closed: as in `standard output`.
  func ending(closing closed: String) -> RunFailure {
    end(killing: false, patience: min(patience, .milliseconds(500)))
      .failure("before it answered", closing: closed)
  }

  /// Keeps standard error from filling up, where there is something on it.
  func readErrors(_ ready: [FileDescriptor]) {
    if ready.contains(streams.error) { errorIsOpen = errorTail.fill(from: streams.error) }
  }

  /// The last text that the driver wrote on standard error.
  var standardError: String { errorTail.text }

  /// Waits for the process to end, and kills it where it does not.
  /// - Parameters:
  ///   - killing: at once, rather than after the time that it may take.
  ///   - patience: that time, where it is another than is usual.
  /// - Returns: how it ended; the same when asked again.
  @discardableResult
  func end(killing: Bool, patience: Duration? = nil) -> DriverEnding {
    if let knownEnding { return knownEnding }
    let patience = patience ?? self.patience
    try? streams.input.close()
    if killing { try? streams.control.close() }
    var controlIsOpen = !killing
    let deadline = MonotonicClock.now + patience.nanoseconds
    var report = LauncherReport.lost
    // That a driver has ended may have come together with the news that it runs.
    while let line = status.next() { report = LauncherReport(line) }
    // Both streams are read on: a full pipe would keep the driver from ending.
    var outputIsOpen = true
    reading: while true {
      var watched = [streams.status]
      if errorIsOpen { watched.append(streams.error) }
      if outputIsOpen { watched.append(streams.output) }
      let left = max(0, (deadline - MonotonicClock.now) / 1_000_000)
      let ready = Launcher.wait(
        for: watched, of: streams.launcher, milliseconds: controlIsOpen ? left : -1)
      if controlIsOpen, MonotonicClock.now >= deadline {
        try? streams.control.close()
        controlIsOpen = false
      }
      readErrors(ready)
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
    cpuTime = report.usage?.cost.cpu
    lastPeak = report.usage?.cost.peakMemory
    let ending = DriverEnding(
      report, patience: controlIsOpen || killing ? nil : patience, kills)
    knownEnding = ending
    return ending
  }

  private static func close(_ streams: Launcher.Streams) {
    for descriptor in [
      streams.input, streams.output, streams.error, streams.control, streams.status,
    ] { try? descriptor.close() }
    Launcher.reap(streams.launcher)
  }
}

extension DriverProcess {
  private static let subject = "the driver"

  /// Makes sure that settings without which a run means nothing are in force.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  func require(_ settings: [LaunchSetting]) throws(RunFailure) {
    try refusals.requireNone(of: settings, for: Self.subject)
  }
}
