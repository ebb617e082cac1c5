import Building
import Diagnosing
public import Metrics
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

  /// Real packages, processes and signals, on this machine. Create it before anything is built, so that load
  /// and pressure are those of others. Executables of revisions are kept in `cache`, and for other machines
  /// in `shared`; nil for nowhere.
  /// - Throws: `RunningError.noLauncher`, or `Errno` if signals can't be waited for.
  public static func ofThisMachine(
    _ reporter: any Reporter, cache: CacheSetting?, sharing shared: SharedExecutables? = nil
  ) throws -> Equipment {
    let watch = MachineWatch()
    let interruption = try Interruption.onSignals()
    return Equipment(
      builder: PackageBuilder(cache: cache, shared: shared),
      executors: ProcessExecutors(
        launcher: try Launcher.besideThisProgram(), interruption: interruption),
      reporter: reporter, interruption: interruption, machine: { try watch.environment() })
  }

  /// Makes sure that there is a profiler if it takes one to explain a metric, before long work that ends with that.
  /// - Throws: `RunningError`.
  public func requireProfiler(for metric: Metric) throws {
    if let unit = Profile.Unit(ofTime: metric) { _ = try Profiler(of: unit) }
  }

  /// Shows a sentence that the user must know.
  func note(_ text: String) { reporter.report(.note(text)) }
}
