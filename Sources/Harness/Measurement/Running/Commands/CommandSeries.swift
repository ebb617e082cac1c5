import DriverProtocol
import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage

/// One command that is executed again and again by a launcher that stays, so that a run costs one
/// small process, not two.
final class CommandSeries {
  private let words: [String]
  private let streams: CommandStreams
  private let launcher: Launcher
  private let interruption: Interruption
  private let environment: [String: String]
  private let settings: [LaunchSetting]
  private var standby: Launcher.Started?
  private var status = LineBuffer()
  private let isFollowed: Bool
  private let patience: Duration
  private var launcherGroup: RunGroup?
  /// Counts the processes that the kernel kills for lack of memory during a batch.
  private var kills: MemoryKills?
  /// A Boolean value indicating whether the launcher may make runs back to back, without the harness.
  private var makesBatches = false

  /// Prepares for a command, whose whole environment is Rehearse's own by default. The settings are applied to its
  /// process before it starts; without these, runs mean nothing. `isFollowed` says whether runs are in a control
  /// group, `patience` how long the launcher may take to end all that it started.
  init(
    _ words: [String], streams: CommandStreams, launcher: Launcher, interruption: Interruption,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    settings: [LaunchSetting] = [], isFollowed: Bool = false, patience: Duration = .seconds(10)
  ) {
    self.patience = patience
    self.isFollowed = isFollowed
    self.words = words
    self.streams = streams
    self.launcher = launcher
    self.interruption = interruption
    self.environment = environment
    self.settings = settings
  }

  deinit { end() }

  /// The control group of all runs and the launcher; nil if there is none.
  var group: ControlGroup? { launcherGroup?.group }

  /// The reasons why there is no group, or why some of its measurements are missing; in words.
  var groupRefusals: [String] { launcherGroup?.refusals ?? [] }

  /// Executes the command at most so often in a batch if it is short, or else once: waking the harness after each run
  /// would take a good part of the time of the run.
  ///
  /// The first batch has one run, and so has every batch if the command writes on standard error: then its text is
  /// known to belong to that run. If `waitsForTree`, processes that outlive the command are waited for rather than
  /// ended; after the `limit` a batch of one is killed. `whenLong` is called once a run has lasted 20 ms, with its
  /// start and the launcher's pid.
  /// - Returns: how the runs ended. The last may be a failure: it did not start, took too long, was refused a setting,
  ///   or Rehearse was asked to stop. None of its processes is left, unless the failure says so.
  func carryOut(
    atMost maximum: Int = 1, waitsForTree: Bool = false, within limit: Duration? = nil,
    whenLong: (StartedCommand, Int32) -> Void = { _, _ in }
  ) -> CommandBatch {
    var batch = CommandBatch()
    let count = makesBatches ? maximum : 1
    do throws(RunFailure) {
      let standby = try ready()
      // Kills in earlier batches are no reason for a failure in this one.
      kills = kills?.renewed
      batch.kills = kills
      let request = waitsForTree ? LaunchRequest.whole(count) : .again(count)
      do {
        try standby.control.writeAll(request.line)
      } catch Errno.brokenPipe {
        // If the launcher is gone, its status shows that.
      } catch {
        throw RunFailure.notMeasured(
          "The launcher did not take the request to start the command: \(error).")
      }
      try receive(&batch, from: standby, within: limit, whenLong)
      makesBatches = batch.standardError.isEmpty
    } catch {
      // With the launcher the group that counts them is removed.
      let failure = error.mentioning(batch.kills)
      batch.failure = end() ? failure : failure.leavingProcesses
      batch.failure?.standardError = batch.standardError
      if error.reason == .interrupted {
        let last = sequence(state: ()) { _ in self.status.next().map(LauncherReport.init) }
        batch.keepFinished(last, of: count)
      }
    }
    return batch
  }

  /// Reads what the launcher and the command write until the batch is done.
  private func receive(
    _ batch: inout CommandBatch, from standby: Launcher.Started, within limit: Duration?,
    _ whenLong: (StartedCommand, Int32) -> Void
  ) throws(RunFailure) {
    var errors = TailBuffer(limit: 4096, echo: streams.echo)
    defer { batch.standardError = errors.text }
    let start = MonotonicClock.now
    while true {
      let ready = try attend(
        to: [standby.status, standby.error], of: standby.launcher, within: limit, since: start)
      if ready.contains(standby.error) { _ = errors.fill(from: standby.error) }
      guard ready.contains(standby.status) else { continue }
      guard status.fill(from: standby.status) else { throw .launcherLost }
      while let line = status.next() {
        switch LauncherReport(line) {
        case .refused(.ownGroup, let errno):
          launcherGroup?.goWithout("the launcher", errno)
          kills = memoryKills
          batch.kills = kills
        case .refused(let name, let errno): throw .refused(name, of: "the command", errno)
        case .cgroupMemory where group == nil: break
        case .unforked(let errno): throw .noProcess(errno)
        case .failed(let errno): throw .notExecuted(words.first ?? "", errno)
        case .done:
          // What it wrote last is still in the pipe, which holds no more than one read returns.
          if !wait(for: [standby.error], milliseconds: 0).isEmpty {
            _ = errors.fill(from: standby.error)
          }
          return
        case let report: try batch.take(report)
        }
      }
      if let started = batch.started { whenLong(started, standby.launcher) }
    }
  }

  /// Executes it as a hook, before or after one run or all of them.
  /// - Parameter subject: such as `The preparation`.
  /// - Throws: `RunFailure`, as for ``carryOut(atMost:waitsForTree:within:whenLong:)``, and if it failed.
  func carryOutHook(named subject: String) throws(RunFailure) {
    let batch = carryOut()
    let failed = try batch.first().failure(of: subject, standardError: batch.standardError)
    guard var failure = failed else { return }
    failure.reason = .notPrepared
    throw failure
  }

  private func attend(
    to reading: [FileDescriptor], of launcher: pid_t, within limit: Duration?, since start: Int64
  ) throws(RunFailure) -> [FileDescriptor] {
    let left = limit.map { max(0, start + $0.nanoseconds - MonotonicClock.now) }
    // Rounded up; otherwise the last millisecond would be a busy loop.
    let ready = Launcher.wait(
      for: reading + [interruption.descriptor], of: launcher,
      milliseconds: left.map { ($0 + 999_999) / 1_000_000 } ?? -1)
    if ready.contains(interruption.descriptor) { throw .interrupted }
    if ready.isEmpty, left == 0, let limit { throw .timedOut(after: limit) }
    return ready
  }

  /// The launcher, started if there is none yet.
  private func ready() throws(RunFailure) -> Launcher.Started {
    if let standby { return standby }
    if isFollowed { launcherGroup = RunGroup() }
    status = LineBuffer()
    do {
      let standby = try launcher.start(
        words, environment: environment, in: ".", given: [streams.input, streams.output],
        isAsked: true, settings: allSettings)
      self.standby = standby
      kills = memoryKills
      return standby
    } catch {
      launcherGroup?.end()
      throw .launcherNotStarted(launcher.path, error)
    }
  }

  private var allSettings: [LaunchSetting] { settings + (launcherGroup?.settingsOfLauncher ?? []) }

  private var memoryKills: MemoryKills? { MemoryKills(of: allSettings) }

  /// Ends the launcher and all that it started.
  /// - Returns: false if something may still run.
  @discardableResult
  func end() -> Bool {
    guard let standby else { return true }
    try? standby.control.close()
    let hasEnded = awaitEnd(of: standby)
    if !hasEnded { kill(standby.launcher, SIGKILL) }
    for descriptor in [standby.error, standby.status] { try? descriptor.close() }
    Launcher.reap(standby.launcher)
    makesBatches = false
    self.standby = nil
    launcherGroup?.end()
    return hasEnded
  }

  /// Reads the launcher's reports until it has killed and reaped everything. That may be never: it
  /// may not kill a command that runs as another user.
  /// - Returns: false if the end did not come in time.
  private func awaitEnd(of standby: Launcher.Started) -> Bool {
    let deadline = MonotonicClock.now + patience.nanoseconds
    while true {
      let left = max(0, deadline - MonotonicClock.now)
      let ready = Launcher.wait(
        for: [standby.status], of: standby.launcher, milliseconds: (left + 999_999) / 1_000_000)
      if ready.isEmpty { return false }
      if !status.fill(from: standby.status) { return true }
    }
  }
}
