import DriverProtocol
import Glibc
import Recording
import Sampling
import SystemPackage

/// A running driver: sends requests and reads replies.
final class DriverProcess: LaunchedProcess {
  let interruption: Interruption
  var output = LineBuffer()
  var exchange: Exchange?
  /// The services beside it. If one ends, the driver fails.
  var services: RunningServices?
  private(set) var errorTail = TailBuffer(limit: 4096)
  /// The output after the last reply.
  private var unread = TailBuffer(limit: 800)
  private(set) var errorIsOpen = true
  private let patience: Duration

  /// Starts a driver. `patience` is how long it may take to end after its input was closed; the settings are applied
  /// to its process before it starts.
  /// - Throws: `RunFailure` with the reason `notStarted`, or `notMeasured` if the launcher can't be started.
  init(
    _ command: [String], environment: [String: String], in folder: FilePath, launcher: Launcher,
    interruption: Interruption, patience: Duration, settings: [LaunchSetting]
  ) throws(RunFailure) {
    self.interruption = interruption
    self.patience = patience
    try super.init(
      "the driver", command, environment: environment, in: folder, launcher: launcher,
      settings: settings
    ) { .driverNotExecuted(command.first ?? "", $0) }
  }

  deinit { end(killing: true) }

  /// Refuses output after the last reply; to be called once the driver has ended.
  func refuseRemains() throws(RunFailure) {
    try refuse(output.next() ?? output.rest ?? unread.content)
  }

  /// The failure, or how the process ended if that is the cause. Asking for the end closes standard
  /// input, so any other failure would be hidden.
  func cause(of failure: RunFailure) -> RunFailure {
    guard failure.meansGone else { return failure }
    var failure = failure
    failure.meansGone = false
    let ending = end(killing: false)
    if case .outlasted = ending { return failure }
    return ending.failure("when it should have waited for a request")
  }

  /// Returns how a process ended that was expected to go on, but closed a stream such as `standard output`.
  ///
  /// A process's streams close a moment before its end shows. If it still runs after that moment, it closed the
  /// stream itself, and nobody waits for it.
  func ending(closing closed: String) -> RunFailure {
    end(killing: false, patience: min(patience, .milliseconds(500)))
      .failure("before it answered", closing: closed)
  }

  /// Reads standard error if there is something on it, so that it does not fill up.
  func readErrors(_ ready: [FileDescriptor]) {
    if ready.contains(streams.error) { errorIsOpen = errorTail.fill(from: streams.error) }
  }

  /// The end of what the driver wrote on standard error.
  var standardError: String { errorTail.text }

  /// Waits for the process to end, as long as usual by default, and kills it if it does not; `killing` does that at
  /// once.
  /// - Returns: how it ended; the same when asked again.
  @discardableResult
  func end(killing: Bool, patience: Duration? = nil) -> DriverEnding {
    if let knownEnding { return knownEnding }
    let patience = patience ?? self.patience
    try? streams.input.close()
    if killing { try? streams.control.close() }
    var controlIsOpen = !killing
    let deadline = MonotonicClock.now + patience.nanoseconds
    // The reports that it started and that it ended may have come together.
    takeReports()
    // Both streams are drained: a full pipe would keep the driver from ending.
    var outputIsOpen = true
    reading: while true {
      var watched = [streams.status]
      if errorIsOpen { watched.append(streams.error) }
      if outputIsOpen { watched.append(streams.output) }
      let left = max(0, (deadline - MonotonicClock.now) / 1_000_000)
      let ready = Launcher.wait(
        for: watched, of: streams.launcher, milliseconds: controlIsOpen ? left : -1)
      if controlIsOpen, MonotonicClock.now >= deadline {
        try? streams.control.close()
        controlIsOpen = false
      }
      readErrors(ready)
      if ready.contains(streams.output) { outputIsOpen = unread.fill(from: streams.output) }
      if ready.contains(streams.status), !readReports() { break reading }
    }
    // What the driver wrote last is in the pipe, which holds no more than one read returns. Output
    // of processes that it left behind is not waited for.
    if errorIsOpen, wait(for: [streams.error], milliseconds: 0).contains(streams.error) {
      _ = errorTail.fill(from: streams.error)
    }
    if outputIsOpen, wait(for: [streams.output], milliseconds: 0).contains(streams.output) {
      _ = unread.fill(from: streams.output)
    }
    return conclude(
      patience: controlIsOpen || killing ? nil : patience, isControlled: controlIsOpen)
  }
}
