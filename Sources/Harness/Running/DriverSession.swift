import Foundation
import Recording
import Scenarios
import SystemPackage

/// A fresh driver with a directory of its own, from its start to its end; what solo runs and duets
/// have in common.
final class DriverSession {
  /// The driver.
  let driver: DriverProcess
  /// The place of this run alone.
  let place: any RunPlace

  /// Starts a driver.
  /// - Parameters:
  ///   - place: the place of this run alone; removed with it.
  ///   - patience: how long it may take to end after `bye`.
  ///   - settings: what is set in its process before it starts.
  /// - Throws: ``RunFailure`` with the reason `notStarted`.
  init(
    _ command: [String], at place: any RunPlace, in folder: FilePath, launcher: Launcher,
    interruption: Interruption,
    patience: Duration, settings: [LaunchSetting]
  ) throws(RunFailure) {
    var environment = Self.environment(temporary: place.path.string)
    let words = place.command(command, &environment)
    do throws(RunFailure) {
      driver = try DriverProcess(
        words, environment: environment, in: folder, launcher: launcher, interruption: interruption,
        patience: patience,
        settings: settings + place.settings)
    } catch {
      place.remove()
      throw error
    }
    self.place = place
  }

  deinit {
    driver.end(killing: true)
    place.remove()
  }

  /// Asks for a formality, and checks the answer.
  func carryOut(_ formality: Formality, of scenario: Scenario) throws(RunFailure) {
    try formality.check(
      driver.ask(formality.request(of: scenario), within: scenario.timeLimit), to: scenario)
  }

  /// Waits for the end of a driver that has said farewell.
  /// - Throws: ``RunFailure`` where it ends badly, late or with words that nobody asked for.
  func awaitEnd() throws(RunFailure) {
    switch driver.end(killing: false) {
    case .exited(0): try driver.refuseRemains()
    case .outlasted(let patience):
      throw RunFailure(
        reason: .timedOut,
        message: "The driver had not ended \(patience.formattedSeconds) after 'bye'.")
    case let early: throw early.failure("after its last step")
    }
  }

  /// Ends a driver with which something went wrong.
  /// - Returns: the failure with all that is known of its cause.
  func end(after failure: RunFailure) -> RunFailure {
    var told = driver.cause(of: failure)
    told.step = failure.step
    driver.end(killing: true)
    told.standardError = driver.standardError
    return told
  }

  /// The whole environment of a driver: what varies from one machine or shell to another is left
  /// out, because its size alone moves the stack; hashing is fixed, so that runs repeat.
  static func environment(temporary: String) -> [String: String] {
    var environment = ["LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1"]
    environment["TMPDIR"] = temporary
    let own = ProcessInfo.processInfo.environment
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] { environment[name] = own[name] }
    return environment
  }
}
