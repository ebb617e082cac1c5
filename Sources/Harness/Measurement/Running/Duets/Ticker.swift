import DriverProtocol
import Recording
import Sampling
import SystemPackage

/// The small process beside two drivers that run at once: see `rehearse-ticker`.
final class Ticker: PairPacing {
  enum Mode: String {
    case idle = "i"
    /// It wakes again and again, so that the kernel changes turns on time.
    case tick = "t"
    /// It stands in for the side that has finished its step.
    case burn = "b"
  }

  private let process: DriverProcess
  var pid: Int32 { process.pid }
  /// Its CPU clock; nil if it ended at once.
  let clock: ProcessClock?
  var refusals: [RefusedSetting] { process.refusals }

  /// Starts it in the idle mode, with the same settings as the drivers; the interval is the time between two wakings.
  /// - Throws: `RunFailure` if it can't be started.
  init(
    beside launcher: Launcher, interval: Duration, settings: [LaunchSetting],
    interruption: Interruption
  ) throws(RunFailure) {
    let program = launcher.program("rehearse-ticker")
    process = try DriverProcess(
      [program.string, "\(interval.nanoseconds)"], environment: [:], in: "/", launcher: launcher,
      interruption: interruption, patience: .seconds(1), settings: settings)
    clock = try? ProcessClock(of: process.pid)
  }

  /// Changes its mode.
  /// - Throws: `RunFailure` with the reason `notMeasured` if it has ended.
  func turn(to mode: Mode) throws(RunFailure) {
    do {
      try process.streams.input.writeAll(mode.rawValue.utf8)
    } catch {
      throw .notMeasured("The ticker beside the pair does not take requests: \(error).")
    }
  }

  func begin(_ sides: [[ProcessFamily]]) throws(RunFailure) { try turn(to: .tick) }

  /// Takes the place of the side that has finished, or the other would be alone with a warm CPU.
  func noteEnd(of side: Int, at moment: Int64, isOtherPending: Bool) throws(RunFailure) {
    if isOtherPending { try turn(to: .burn) }
  }

  func end() throws(RunFailure) { try turn(to: .idle) }

  func close() { process.end(killing: true) }
}
