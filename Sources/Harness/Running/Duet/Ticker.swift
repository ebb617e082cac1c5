import Recording
import Sampling
import SystemPackage

/// The small process beside two drivers that run at once: see `rehearse-ticker`.
final class Ticker {
  /// What it does.
  enum Mode: String {
    /// It sleeps.
    case idle = "i"
    /// It wakes again and again, so that the kernel changes turns on time.
    case tick = "t"
    /// It stands in for the side that has ended its step.
    case burn = "b"
  }

  private let process: DriverProcess
  /// Its process.
  var pid: Int32 { process.pid }
  /// Its CPU clock; nil where it was gone at once.
  let clock: ProcessClock?
  /// What the system refused to set in it.
  var refusals: [RefusedSetting] { process.refusals }

  /// Starts it, sleeping.
  /// - Parameters:
  ///   - interval: between two wakings.
  ///   - settings: as the drivers have them.
  /// - Throws: ``RunFailure`` where it can't be started.
  init(
    beside launcher: Launcher, interval: Duration, settings: [LaunchSetting],
    interruption: Interruption
  ) throws(RunFailure) {
    let program = launcher.path.removingLastComponent().appending("rehearse-ticker")
    process = try DriverProcess(
      [program.string, "\(interval.nanoseconds)"], environment: [:], in: "/", launcher: launcher,
      interruption: interruption, patience: .seconds(1), settings: settings)
    clock = try? ProcessClock(of: process.pid)
  }

  /// Makes it do something else.
  /// - Throws: ``RunFailure`` with the reason `notMeasured` where it has ended.
  func turn(to mode: Mode) throws(RunFailure) {
    do {
      try process.streams.input.writeAll(mode.rawValue.utf8)
    } catch {
      throw RunFailure(
        reason: .notMeasured, message: "The ticker beside the pair can't be told: \(error).")
    }
  }

  /// Ends it.
  func end() { process.end(killing: true) }
}
