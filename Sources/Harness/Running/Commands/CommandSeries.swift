import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage

/// One command that is carried out again and again, by a launcher that stays: so a run costs one
/// small process and not two.
final class CommandSeries {
  private let words: [String]
  private let streams: CommandStreams
  private let launcher: Launcher
  private let interruption: Interruption
  private let environment: [String: String]
  private let settings: [LaunchSetting]
  private var standby: Launcher.Standby?
  private var status = LineBuffer()
  private let isFollowed: Bool
  private let patience: Duration
  private var made: ControlGroup?
  /// The group that all runs are in, with the launcher; nil where there may be none.
  private(set) var group: ControlGroup?
  /// Why there is no group, or why a part of its figures is missing; in words.
  private(set) var groupRefusals: [String] = []
  /// What the group was charged with when the run began, bytes; nil where its peak did not begin anew.
  private var chargeBefore: Int64?

  /// - Parameters:
  ///   - environment: all the environment that it gets; Rehearse's own unless told otherwise.
  ///   - settings: what is set in its process before it starts; runs mean nothing without.
  ///   - isFollowed: whether runs are in a control group.
  ///   - patience: how long the launcher may take to end all that it started.
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

  /// Carries the command out once.
  /// - Parameters:
  ///   - request: what becomes of the processes that outlive it.
  ///   - limit: after which time it is killed; nil for never.
  ///   - whenLong: called once it has run for 20 ms, with its pid and the launcher's.
  /// - Throws: ``RunFailure`` where it was not started, took too long, was refused a setting, or
  ///   Rehearse was told to stop; nothing of it runs any more then, unless the failure says so.
  func carryOut(
    _ request: LaunchRequest, within limit: Duration?,
    whenLong: (Int32, Int32) -> Void = { _, _ in }
  ) throws(RunFailure) -> CommandEnding {
    let standby = try ready()
    var errors = TailBuffer(limit: 4096, echo: streams.echo)
    chargeBefore = group?.beginCharge() == true ? group?.chargedBetweenRuns : nil
    // A launcher that is gone is seen on its status.
    _ = try? standby.control.writeAll(request.line)
    let start = MonotonicClock.now
    var pid: Int32 = 0
    do throws(RunFailure) {
      while true {
        let ready = try attend(to: [standby.status, standby.error], within: limit, of: start)
        if ready.contains(standby.error) { _ = errors.fill(from: standby.error) }
        guard ready.contains(standby.status) else { continue }
        guard status.fill(from: standby.status) else { throw .launcherLost }
        var exit: (CommandEnding.Exit, CommandUsage)?
        while let line = status.next() {
          switch LauncherReport(line) {
          case .refused(.ownGroup, let errno): goWithoutGroup(errno)
          case .refused(let name, let errno):
            throw .notMeasured(name.refusal(of: "the command", errno))
          case .spawned(let number): pid = number
          case .exited(let code, let usage): exit = (.status(code), usage)
          case .killed(let signal, let usage): exit = (.signal(signal), usage)
          case .failed(let errno): throw .notExecuted(words.first ?? "", errno)
          case .lost: throw .launcherLost
          }
        }
        guard let exit else {
          whenLong(pid, standby.launcher)
          continue
        }
        // What it wrote last is in the pipe, which holds no more than one reading.
        if !wait(for: [standby.error], milliseconds: 0).isEmpty {
          _ = errors.fill(from: standby.error)
        }
        return CommandEnding(
          pid: pid, exit: exit.0, usage: exit.1, standardError: errors.text)
      }
    } catch {
      var failure = error
      if !end() { failure.message += " \(Self.leftBehind)" }
      failure.standardError = errors.text
      throw failure
    }
  }

  /// Carries it out as what goes before a run.
  /// - Throws: ``RunFailure``, as for ``carryOut(_:within:whenLong:)`` and where it failed.
  func prepare() throws(RunFailure) {
    let ending = try carryOut(.again, within: nil)
    guard var failure = ending.failure(of: "The preparation") else { return }
    failure.reason = .notPrepared
    throw failure
  }

  /// Waits until one of the descriptors is ready.
  private func attend(
    to reading: [FileDescriptor], within limit: Duration?, of start: Int64
  ) throws(RunFailure) -> [FileDescriptor] {
    let left = limit.map { max(0, start + $0.nanoseconds - MonotonicClock.now) }
    // Rounded up, else the last millisecond would be waited for by asking again and again.
    let ready = wait(
      for: reading + [interruption.descriptor],
      milliseconds: left.map { ($0 + 999_999) / 1_000_000 } ?? -1)
    if ready.contains(interruption.descriptor) {
      throw .interrupted
    }
    if ready.isEmpty, left == 0, let limit {
      throw RunFailure(
        reason: .timedOut, message: "The command had not ended after \(limit.formattedSeconds).")
    }
    return ready
  }

  /// The launcher, started where there is none yet.
  private func ready() throws(RunFailure) -> Launcher.Standby {
    if let standby { return standby }
    if isFollowed { makeGroup() }
    do {
      let standby = try launcher.standBy(
        words, environment: environment, in: ".", input: streams.input, output: streams.output,
        settings: settings + (group?.joiningFiles ?? []).map(LaunchSetting.ownGroup))
      self.standby = standby
      return standby
    } catch {
      removeGroup()
      throw RunFailure(
        reason: .notStarted, message: "\(launcher.path) could not be started: \(error).")
    }
  }

  /// Makes the group that the launcher will join: what it starts is born there, and no run pays for
  /// joining.
  private func makeGroup() {
    let group = ControlGroup()
    made = group
    groupRefusals = group.refusals.map(\.description)
    if group.hasMembers { self.group = group }
  }

  /// The launcher tells with each run that it was not let in.
  private func goWithoutGroup(_ errno: Errno) {
    guard group != nil else { return }
    groupRefusals.append("the launcher was not let into its control group: \(errno)")
    group = nil
  }

  /// A process that the launcher may not kill, of another user's, stays, and the group with it.
  private func removeGroup() {
    made?.endAll()
    made?.remove()
    made = nil
    group = nil
  }

  /// The greatest memory that the last run was charged with, bytes; see ``ControlGroup``.
  ///
  /// The launcher's and what earlier runs left is taken off: the kernel frees what it had for a
  /// process some milliseconds after its end, which were up to 5 MB of 500 short runs a second.
  func peakCharged(seen: TreePeaks?) -> Int64? {
    guard let chargeBefore, let peak = group?.peakCharged(seen: seen) else { return nil }
    return max(0, peak - chargeBefore)
  }

  /// Ends the launcher and all that it started.
  /// - Returns: false where something may still run.
  @discardableResult
  func end() -> Bool {
    guard let standby else { return true }
    try? standby.control.close()
    let hasEnded = awaitEnd(of: standby)
    if !hasEnded { kill(standby.launcher, SIGKILL) }
    for descriptor in [standby.error, standby.status] { try? descriptor.close() }
    Launcher.reap(standby.launcher)
    status = LineBuffer()
    self.standby = nil
    removeGroup()
    return hasEnded
  }

  /// Reads what the launcher reports to its end, which comes when it has killed and waited for
  /// everything. That may be never: of a command that runs as another user it may kill nothing.
  /// - Returns: false where the end had not come in time.
  private func awaitEnd(of standby: Launcher.Standby) -> Bool {
    let deadline = MonotonicClock.now + patience.nanoseconds
    while true {
      let left = max(0, deadline - MonotonicClock.now)
      if wait(for: [standby.status], milliseconds: (left + 999_999) / 1_000_000).isEmpty {
        return false
      }
      if !status.fill(from: standby.status) { return true }
    }
  }

  private static let leftBehind =
    "The command could not be ended in time, as where it runs as another user: processes of it may "
    + "be left."
}

extension RunFailure {
  fileprivate static var launcherLost: RunFailure {
    RunFailure(
      reason: .notMeasured, message: "The launcher was ended before it could tell of the command.")
  }
}
