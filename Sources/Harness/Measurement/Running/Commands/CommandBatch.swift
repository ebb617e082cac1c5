import DriverProtocol
import Recording

struct StartedCommand {
  let pid: Int32
  /// When it started, on `MonotonicClock`, ns.
  let time: Int64
}

/// The endings of the runs of a batch, as the launcher reports them.
struct CommandBatch {
  var endings: [CommandEnding] = []
  /// The reason why the run after those has no ending; nil if all runs ended.
  var failure: RunFailure?
  /// The end of what the last run of a batch wrote on standard error.
  var standardError = ""
  /// The run in progress; nil if there is none.
  private(set) var started: StartedCommand?
  private var cgroupMemory: RunCgroupMemory?
  /// Counts the processes that the kernel kills for lack of memory during the batch.
  var kills: MemoryKills?

  /// Takes the next report.
  /// - Throws: `RunFailure` if it is not about a run.
  mutating func take(_ report: LauncherReport) throws(RunFailure) {
    switch report {
    case .spawned(let pid, let time): started = StartedCommand(pid: pid, time: time)
    case .cgroupMemory(let cgroupMemory): self.cgroupMemory = cgroupMemory
    case .exited(let code, let usage): try end(.status(code), usage)
    case .killed(let signal, let usage): try end(.signal(EndingSignal(signal, kills)), usage)
    case .refused, .failed, .unforked, .done, .lost: throw .launcherLost
    }
  }

  private mutating func end(_ exit: CommandEnding.Exit, _ usage: CommandUsage) throws(RunFailure) {
    guard let started else { throw .launcherLost }
    endings.append(
      CommandEnding(
        started: started, exit: exit, usage: usage, cgroupMemory: cgroupMemory, kills: kills))
    (self.started, cgroupMemory) = (nil, nil)
  }

  /// Takes the reports that came after Rehearse was asked to stop, when `count` runs had been asked for. Only runs
  /// that had already ended well count: the stop may have ended the others.
  mutating func keepFinished(_ reports: some Sequence<LauncherReport>, of count: Int) {
    var all = self
    for report in reports {
      if case .refused = report { continue }
      guard (try? all.take(report)) != nil else { break }
    }
    endings = Array(all.endings.prefix(count).prefix { $0.exit == .status(0) })
    if endings.count == count { failure = nil }
  }

  /// Returns how the first run ended.
  /// - Throws: ``failure`` if it did not end.
  func first() throws(RunFailure) -> CommandEnding {
    guard let ending = endings.first else { throw failure ?? .launcherLost }
    return ending
  }
}

/// How a command ended, and what it used.
struct CommandEnding {
  let started: StartedCommand
  let exit: Exit
  let usage: CommandUsage
  /// The memory of its control group; nil if unknown.
  let cgroupMemory: RunCgroupMemory?
  /// Counts the processes that the kernel kills for lack of memory during its batch.
  let kills: MemoryKills?

  enum Exit: Equatable {
    case status(Int32)
    /// This signal, not sent by Rehearse, ended it.
    case signal(EndingSignal)
  }

  /// The reason why this is a failure of a subject such as `The command`; nil if it exited with 0. `standardError` is
  /// the end of what it wrote there.
  func failure(of subject: String, standardError: String) -> RunFailure? {
    switch exit {
    case .status(0): nil
    case .status(let status):
      RunFailure.exited(subject, with: status, standardError: standardError).mentioning(kills)
    case .signal(let signal):
      RunFailure.crashed(subject, by: signal, standardError: standardError).mentioning(kills)
    }
  }

  func step(of run: Run) -> StepRecord {
    .whole(run.build, of: run.story, cost: usage.cost, outcome: outcome)
  }

  private var outcome: [String: Scalar] {
    switch exit {
    case .status(let status): ["status": .integer(Int(status))]
    case .signal(let signal): ["signal": .integer(Int(signal.number))]
    }
  }
}
