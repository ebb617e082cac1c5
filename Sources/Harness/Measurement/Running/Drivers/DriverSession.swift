import DriverProtocol
import Foundation
import Glibc
import Recording
import Scenarios
import SystemPackage

/// A fresh driver with its own directory, from start to end; shared by solo runs and duets.
final class DriverSession {
  let driver: DriverProcess
  let place: any RunPlace
  /// Maps steps to commands; nil if the driver has its own verbs.
  private(set) var commands: CommandSteps?
  let services: RunningServices
  /// A Boolean value indicating whether Rehearse's own program sends the requests, in place of a driver.
  let isAskedByRehearse: Bool
  /// The right outcomes of steps; nil if no step is made.
  let outcomes: RightOutcomes.OfBuild?
  /// The driver's folder, empty except for copied files.
  var directory: FilePath { commands?.folder ?? place.path }

  /// The CPU time of the driver, its services and all that they started, from start to end; nil
  /// unless all have ended and reported it.
  var cpuTime: Duration? {
    guard let driver = driver.cpuTime, let services = services.cpuTime else { return nil }
    return driver + services
  }

  /// The resources that the whole run used, in addition to its steps; for `outsidePeak` see ``StoryWalk``.
  func wholeUse(_ outsidePeak: Bytes?, _ steps: [StepRecord]) -> WholeUse {
    var use = WholeUse(cpuTime: cpuTime)
    guard let outsidePeak, let last = driver.lastPeak else { return use }
    // The kernel's last report has the farewell, but also all children that were waited for, in steps too.
    let hadChildren = steps.contains { $0.tree != nil }
    use.outsidePeak = hadChildren ? outsidePeak : max(outsidePeak, last)
    return use
  }

  /// Reads the instruction counts of its steps; nil if not counted.
  var counter: (any StepCounter)? {
    commands == nil ? place.counter(of: driver.pid) : place.counterOfCommands()
  }

  /// Starts the services of a plan, and then a driver, at the place of this run, which is removed with the session.
  /// The settings are applied to all their processes before they start, `own` only to the driver's, and
  /// `ofServices` only to the services'. `files` are
  /// copied into its folder if steps are commands; `outcomes` are the right outcomes of steps, nil if no step is
  /// made. `patience` is how long the driver may take to end after `bye`, and each service after being asked to.
  /// - Throws: `RunFailure` if a service is not ready, a file can't be copied, or the driver does not start; nothing
  ///   is left then.
  init(
    _ command: [String], at place: any RunPlace, files: [String] = [], in folder: FilePath,
    outcomes: RightOutcomes.OfBuild? = nil, beside plan: ServicePlan = .none, launcher: Launcher,
    interruption: Interruption,
    patience: Duration, settings: [LaunchSetting],
    ofDriver own: [LaunchSetting] = [], ofServices: [LaunchSetting] = []
  ) throws(RunFailure) {
    isAskedByRehearse = plan.areAskedByRehearse
    var environment = Self.environment(of: place)
    var started: RunningServices?
    do throws(RunFailure) {
      services = try RunningServices(
        plan, at: place, launcher: launcher, interruption: interruption, patience: patience,
        settings: settings + ofServices)
      started = services
      environment.merge(services.environment) { $1 }
      environment = place.complete(environment, of: nil)
      commands =
        plan.areAskedByRehearse
        ? nil
        : try CommandSteps(
          command, files: files, at: place, knowing: services.variables, beside: outcomes)
      let words =
        if plan.areAskedByRehearse {
          place.command(
            try RequestClient.words(
              plan.values.merging(services.variables) { $1 }, beside: launcher),
            &environment)
        } else if commands == nil {
          place.command(command, &environment)
        } else {
          place.stepper([launcher.program(CommandHost.program).string])
        }
      driver = try DriverProcess(
        words, environment: environment, in: folder, launcher: launcher, interruption: interruption,
        patience: patience,
        settings: settings + own + place.settings)
      driver.services = services
      commands?.kills = driver.kills
    } catch {
      // While they run they may write into the folder.
      started?.kill()
      place.remove()
      throw error
    }
    self.place = place
    self.outcomes = outcomes
  }

  deinit {
    driver.end(killing: true)
    services.kill()
    place.remove()
  }

  /// Makes sure that all settings of the driver and its services are in force without which a run
  /// means nothing.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  func require(_ settings: [LaunchSetting]) throws(RunFailure) {
    try driver.require(settings + place.settings)
    try services.require(settings)
  }

  func carryOut(_ handshake: Handshake, of scenario: Scenario) throws(RunFailure) {
    if case .farewell = handshake { services.isOver = true }
    try handshake.check(
      driver.ask(handshake.request(of: scenario), within: scenario.timeLimit), to: scenario)
  }

  func check(_ reply: Reply, to step: Step, of story: String) throws(RunFailure) {
    if let commands {
      try commands.check(reply, to: step, of: story)
    } else {
      try step.check(reply, of: story, beside: outcomes)
    }
  }

  /// Says goodbye, and waits for the end of the driver and its services.
  func dismiss(of scenario: Scenario) throws(RunFailure) {
    do throws(RunFailure) {
      try carryOut(.farewell, of: scenario)
      try awaitEnd()
    } catch {
      throw error.atFarewell
    }
  }

  /// Waits for the end of a driver that has said goodbye, and of its services.
  /// - Throws: `RunFailure` if one ends badly, late, or with output that was not requested.
  func awaitEnd() throws(RunFailure) {
    switch driver.end(killing: false) {
    case .exited(0): try driver.refuseRemains()
    case .outlasted(let patience): throw .notEnded("The driver", within: patience, after: "'bye'")
    case let early: throw early.failure("after its last step")
    }
    try services.end()
  }

  /// Ends a driver after a failure.
  /// - Returns: the failure, with all that is known of its cause.
  func end(after failure: RunFailure) -> RunFailure {
    if var reported = services.cause(of: failure) {
      reported.step = failure.step
      driver.end(killing: true)
      services.kill()
      return reported
    }
    defer { services.kill() }
    var reported = driver.cause(of: failure)
    reported.step = failure.step
    driver.end(killing: true)
    reported.standardError = driver.standardError
    reported = reported.mentioning(driver.kills)
    if isAskedByRehearse { reported = reported.ofOwnProgram }
    if let hint = commands?.hint(onMissingFileIn: "\(reported.message)\n\(reported.standardError)")
    {
      reported.message += " " + hint
    }
    return reported
  }

  /// The whole environment of a driver. What varies between machines or shells is left out, because its size alone
  /// moves the stack. Hashing is fixed, so that runs repeat.
  ///
  /// The home folder belongs to the run unless the scenario shares the user's, and so do the folders that XDG's
  /// specification puts into it. `temporary` is the folder for temporary files; the run's own by default.
  static func environment(of place: any RunPlace, temporary: FilePath? = nil) -> [String: String] {
    var environment = [
      "LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "0",
    ]
    environment["TMPDIR"] = (temporary ?? place.path).string
    let own = ProcessInfo.processInfo.environment
    for name in ["PATH", "LD_LIBRARY_PATH"] { environment[name] = own[name] }
    environment["HOME"] = place.home?.string ?? own["HOME"]
    return environment
  }
}

enum DriverEnding: Equatable {
  case exited(Int32)
  /// This signal, not sent by Rehearse, ended it.
  case killed(EndingSignal)
  /// It was killed because it did not end within this time.
  case outlasted(Duration)
  /// The launcher ended, and the driver with it, before it could report.
  case unknown

  /// Creates the ending from the launcher's last report. `patience` is how long the driver was given before it was
  /// killed, nil if it was not killed; the kills were counted while it ran.
  init(_ report: LauncherReport, patience: Duration?, _ kills: MemoryKills?) {
    switch (report, patience) {
    case (.exited(let code, _), _): self = .exited(code)
    case (.killed(SIGKILL, _), let patience?): self = .outlasted(patience)
    case (.killed(let signal, _), _): self = .killed(EndingSignal(signal, kills))
    default: self = .unknown
    }
  }

  /// The failure of a run whose driver ended too early in this way, at a moment such as `before it answered`.
  /// `closed` is the stream whose closing looked like the end.
  func failure(_ moment: String, closing closed: String = "standard output") -> RunFailure {
    switch self {
    case .exited(let code): .exited("The driver", with: code, moment)
    case .killed(let signal): .crashed("The driver", by: signal, moment)
    case .outlasted: .driverKeptRunning(closing: closed, moment)
    case .unknown: .notMeasured("The launcher was ended, and the driver with it, \(moment).")
    }
  }
}
