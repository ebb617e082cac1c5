import Building
import Diagnosing
import Recording
import Running

/// The equipment of every session: who builds, who makes runs, who gets reports, and who may stop it.
///
/// Tests hand in executors that give out recorded runs, so that no session needs a process to be
/// tested.
public struct Equipment: Sendable {
  /// Makes the executables.
  public let builder: any Builder
  /// Makes the runs.
  public let executors: any Executors
  /// Receives the progress of the session.
  public let reporter: any Reporter
  /// Stops the session.
  public let interruption: Interruption
  /// Reads the machine as it is when it is asked.
  public let machine: @Sendable () throws -> Environment

  /// Equipment of these parts.
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
  /// To be made before anything is built: load and pressure are to be those of others.
  /// - Parameters:
  ///   - cache: where executables of revisions are kept; nil for nowhere.
  ///   - shared: where they are kept for other machines; nil for nowhere.
  /// - Throws: `LauncherMissing`, or `Errno` where signals can't be waited for.
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
  /// - Throws: `ProfilerUnusable`.
  func profiler() throws(ProfilerUnusable) -> Profiler {
    let hasCycles = if case .refused = Probe.ofHardwareCounters() { false } else { true }
    return try Profiler(hasCycles ? .cycles : .cpuClock)
  }

  /// Makes sure that there is a profiler, before long work that ends with one.
  /// - Throws: `ProfilerUnusable`.
  public func requireProfiler() throws { _ = try profiler() }

  /// Asks for a sentence to be shown that the user has to know.
  func note(_ text: String) { reporter.report(.note(text)) }
}

/// Receives the progress of a session.
public protocol Reporter: Sendable {
  /// Takes note of something, at once: the session waits meanwhile.
  func report(_ event: SessionEvent)
}

/// Something that a session reports while it lasts.
public enum SessionEvent: Sendable {
  /// The work in progress, in words that the next event replaces.
  case status(String)
  /// What makes a build has written a line.
  case building(String, line: String)
  /// A run was made: how many of how many are done, and when the first of them began.
  case run(Run, done: Int, of: Int, since: ContinuousClock.Instant)
  /// A pair was made: how many are made and to come, and when the first of them began.
  case pair(Pair<Run>, PairProgress, since: ContinuousClock.Instant)
  /// An interim analysis was made.
  case interim(PairedExperiment.Interim)
  /// Nothing is being done that would be worth a line.
  case idle
  /// A sentence that the user has to know, which stays.
  case note(String)
}
