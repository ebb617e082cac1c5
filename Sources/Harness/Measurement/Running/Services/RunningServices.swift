import Glibc
import Recording
import Sampling
import Scenarios
import SystemPackage

/// The services of one run, all of them ready.
///
/// They are started one after the other, each in its own folder in the run's place, and ended in reverse order.
final class RunningServices {
  /// The running services, in the order of their starts.
  private(set) var processes: [ServiceProcess] = []
  /// The ports as variables for the driver's environment.
  private(set) var environment: [String: String] = [:]
  private(set) var variables: [String: String] = [:]
  private var failure: RunFailure?
  private let patience: Duration

  /// Starts them at the run's own place, and waits until each is ready. `patience` is how long each may take to end
  /// after being asked to; the settings are applied to their processes before they start.
  /// - Throws: `RunFailure`; no service is left running then.
  init(
    _ plan: ServicePlan, at place: any RunPlace, launcher: Launcher, interruption: Interruption,
    patience: Duration, settings: [LaunchSetting]
  ) throws(RunFailure) {
    self.patience = patience
    if plan.services.isEmpty { return }
    let root = place.path.appending("services")
    guard mkdir(root.string, 0o700) == 0 else {
      throw .noDirectory(in: place.path, Errno(rawValue: errno))
    }
    // All ports are held at the same time, so that no two services get the same.
    var ports: [String: FreePort] = [:]
    defer { ports.values.forEach { $0.release() } }
    for service in plan.services where service.hasPort { ports[service.name] = try FreePort() }
    var values = plan.values
    for service in plan.services {
      let folder = root.appending(service.name)
      guard mkdir(folder.string, 0o700) == 0 else {
        throw .noDirectory(in: root, Errno(rawValue: errno))
      }
      let port = ports.removeValue(forKey: service.name)
      values[ServiceVariable.port] = port.map { "\($0.number)" }
      if let port {
        environment[service.portVariable] = "\(port.number)"
        variables[ServiceVariable.port(of: service.name)] = "\(port.number)"
        values[ServiceVariable.port(of: service.name)] = "\(port.number)"
      }
      var resolved = service.resolved(by: values)
      if let program = resolved.command.first, program.contains("/") {
        resolved.command[0] = plan.folder.pushing(FilePath(program)).lexicallyNormalized().string
      }
      if case .file(let path) = resolved.readiness,
        access(folder.pushing(FilePath(path)).string, F_OK) == 0
      {
        throw .signBeforeService(service.name, path)
      }
      let usual = DriverSession.environment(of: place, temporary: folder)
      port?.release()
      resolved.command = place.service(resolved.command, named: service.name)
      let process = try ServiceProcess(
        resolved,
        environment: place.complete(
          usual.merging(environment) { $1 }.merging(resolved.environment) { $1 }, of: service.name),
        in: folder, log: root.appending("\(service.name).log"), launcher: launcher,
        settings: settings)
      processes.append(process)
      try process.awaitReadiness(
        resolved.readiness, in: folder, port: port?.number,
        within: plan.timeLimit(of: service), unless: interruption)
    }
  }

  /// Makes sure that all settings are in force without which a run means nothing.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  func require(_ settings: [LaunchSetting]) throws(RunFailure) {
    for process in processes { try process.require(settings) }
  }

  /// Descriptors that become ready once a service has ended.
  var endings: [FileDescriptor] { isOver ? [] : processes.compactMap(\.ending) }

  /// Fails if a service has ended while the driver was asked, as the ready descriptors show.
  func check(_ ready: [FileDescriptor]) throws(RunFailure) {
    guard !isOver else { return }
    for process in processes where process.ending.map(ready.contains) ?? false {
      if let failure = process.failure("before the driver answered") { throw failure }
    }
  }

  /// A Boolean value indicating whether the story is over, so that services may end by themselves:
  /// a driver may end them when it says goodbye.
  var isOver = false
  /// A Boolean value indicating whether all have ended well, as they were asked to.
  private var haveEnded = false

  /// The failure of a service that explains a driver's failure: it may have ended just before the
  /// driver failed without it. Nil if none did.
  func cause(of failure: RunFailure) -> RunFailure? {
    if haveEnded { return nil }
    if self.failure == nil, failure.reason != .interrupted, failure.reason != .twinFailed {
      for process in processes where self.failure == nil { self.failure = ending(of: process) }
    }
    return self.failure
  }

  /// The failure of a service that has ended; nil for one that runs, or that ended well once the story was over.
  private func ending(of process: ServiceProcess) -> RunFailure? {
    // An ending is reported within a moment, on a busy machine within seconds; only a failure asks for it.
    let ending = process.failure(
      isOver ? "after the last step" : "before the driver answered", within: isOver ? 0 : 3000)
    let isGood = isOver && ending?.reason == .exited && ending?.exitCode == 0
    return isGood ? nil : ending
  }

  /// Asks all of them to end, the last first.
  /// - Throws: `RunFailure` if one had crashed or failed, crashes as it ends, or does not end in time.
  func end() throws(RunFailure) {
    for process in processes.reversed() where failure == nil {
      if let before = process.failure("after the last step") {
        if before.reason != .exited || before.exitCode != 0 { failure = before }
        continue
      }
      let ending = process.end(asking: true, patience: patience)
      // Programs end by the signal that asks them to, or with any status.
      switch ending {
      case .exited: continue
      case .killed(let signal) where !signal.isOfCrash: continue
      case .killed, .outlasted, .unknown:
        failure = process.explained(.serviceEnded(process.name, ending, "after SIGTERM"))
      }
    }
    if let failure { throw failure }
    haveEnded = true
  }

  func kill() { processes.reversed().forEach { $0.end(asking: false, patience: .zero) } }

  /// The CPU time of all of them, from start to end; nil unless all have ended and reported it.
  var cpuTime: Duration? {
    let times = processes.compactMap(\.cpuTime)
    return times.count == processes.count ? times.reduce(.zero, +) : nil
  }

  /// The number of processes that each left behind, once all have ended.
  var leftBehind: [String: Int] {
    Dictionary(processes.map { ($0.name, $0.outlived) }, uniquingKeysWith: { first, _ in first })
  }
}
