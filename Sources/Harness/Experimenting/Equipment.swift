import Building
import Diagnosing
import Recording
import Running

/// The equipment of every session: what builds, what makes runs, what receives reports, and what may stop it.
///
/// Tests supply executors with recorded runs, so that sessions are tested without processes.
public struct Equipment: Sendable {
  /// Makes the executables.
  public let builder: any Builder
  /// Makes the runs.
  public let executors: any Executors
  /// Receives the progress of the session.
  public let reporter: any Reporter
  /// Stops the session.
  public let interruption: Interruption
  /// Reads the current state of the machine.
  public let machine: @Sendable () throws -> Environment

  /// Creates equipment from its parts.
  public init(
    builder: any Builder, executors: any Executors, reporter: any Reporter,
    interruption: Interruption, machine: @escaping @Sendable () throws -> Environment
  ) {
    self.builder = builder
    self.executors = executors
    self.reporter = reporter
    self.interruption = interruption
    self.machine = machine
  }

  /// Real packages, processes and signals, on this machine.
  ///
  /// Create it before anything is built, so that load and pressure are those of others.
  /// - Parameters:
  ///   - cache: where executables of revisions are kept; nil for nowhere.
  ///   - shared: where they are kept for other machines; nil for nowhere.
  /// - Throws: `RunningError.noLauncher`, or `Errno` if signals can't be waited for.
  public static func ofThisMachine(
    _ reporter: any Reporter, cache: CacheSetting?, sharing shared: SharedExecutables? = nil
  ) throws -> Equipment {
    let watch = MachineWatch()
    let interruption = try Interruption.onSignals()
    return Equipment(
      builder: PackageBuilder(cache: cache, sharing: shared),
      executors: ProcessExecutors(
        launcher: try Launcher.besideThisProgram(), interruption: interruption),
      reporter: reporter, interruption: interruption, machine: { try watch.environment() })
  }

  /// Finds the profiler of this machine.
  /// - Throws: `RunningError`.
  func profiler() throws(RunningError) -> Profiler {
    let hasCycles = if case .refused = Probe.ofHardwareCounters() { false } else { true }
    return try Profiler(hasCycles ? .cycles : .cpuClock)
  }

  /// Makes sure that there is a profiler, before long work that needs one at its end.
  /// - Throws: `RunningError`.
  public func requireProfiler() throws { _ = try profiler() }

  /// Shows a sentence that the user must know.
  func note(_ text: String) { reporter.report(.note(text)) }
}

/// Receives the progress of a session.
public protocol Reporter: Sendable {
  /// Receives an event. It returns quickly, because the session waits meanwhile.
  func report(_ event: SessionEvent)
}

/// Something that a session reports while it lasts.
public enum SessionEvent: Sendable {
  /// The work in progress, in words that the next event replaces.
  case status(String)
  /// A build has written a line.
  case building(String, line: String)
  /// A run was made, with the number done, the total, and the start of the first.
  case run(Run, done: Int, of: Int, since: ContinuousClock.Instant)
  /// A pair was made, with the numbers made and to come, and the start of the first.
  case pair(Pair<Run>, PairProgress, since: ContinuousClock.Instant)
  /// An interim analysis was made.
  case interim(PairedExperiment.Interim)
  /// Nothing worth a line is being done.
  case idle
  /// A permanent sentence that the user must know.
  case note(String)
}
