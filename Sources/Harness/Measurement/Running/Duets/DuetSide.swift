import DriverProtocol
import Recording
import Scenarios
import SystemPackage

/// One side of a duet: its driver, its records, and its first failure.
final class DuetSide {
  private(set) var run: Run
  private(set) var failure: RunFailure?
  private(set) var session: DriverSession?
  /// The answer to the last request, once received.
  private(set) var reply: Reply?
  private var walk: StoryWalk?
  private var recording: RunRecording?
  private var epoch: Int64 = 0

  init(_ planned: PlannedRun, _ arrangement: Arrangement) {
    run = Run(planned)
    run.arrangement = arrangement
  }

  /// A Boolean value indicating whether nothing has failed so far.
  var isWell: Bool { failure == nil }
  /// The driver's process, or nil if it could not be started.
  var driver: DriverProcess? { session?.driver }
  /// A Boolean value indicating whether an answer is still pending.
  var isAsked: Bool { isWell && driver != nil && reply == nil }

  var families: [ProcessFamily] {
    guard let session else { return [] }
    return [session.driver.family] + session.services.processes.map(\.family)
  }
  /// The number of bytes of the request that are still to be sent.
  var unsent: Int { driver?.unsent ?? 0 }

  /// Performs a part of the replay, unless something failed before.
  private func attempt(_ body: () throws(RunFailure) -> Void) {
    guard isWell else { return }
    do throws(RunFailure) {
      try body()
    } catch {
      fail(by: error)
    }
  }

  /// Records a failure; only the first is kept.
  func fail(by failure: RunFailure) { self.failure = self.failure ?? failure }

  func start(_ make: () throws(RunFailure) -> DriverSession, requiring settings: [LaunchSetting]) {
    attempt { () throws(RunFailure) in
      let session = try make()
      self.session = session
      run.pid = session.driver.pid
      try session.require(settings)
    }
  }

  /// Notes that the story is over, so that its services may end by themselves. After a failure it is not over: a
  /// service that has ended may be the cause.
  func noteEnd() {
    guard isWell else { return }
    walk?.noteEnd()
    session?.services.isOver = true
  }

  /// Begins a request; ``proceed(_:)`` reads the answer.
  func ask(_ request: (DriverSession) -> Request, within limit: Duration) {
    reply = nil
    attempt { () throws(RunFailure) in
      guard let session else { return }
      try session.driver.begin(request(session), within: limit)
    }
  }

  /// Advances the request, even if its answer has been received: what a driver writes on standard
  /// error has to be read.
  func proceed(_ ready: [FileDescriptor]) {
    attempt { () throws(RunFailure) in
      if let reply = try driver?.proceed(ready) { self.reply = reply }
    }
  }

  func check(_ handshake: (DriverSession) -> Handshake, of scenario: Scenario) {
    attempt { () throws(RunFailure) in
      guard let session, let reply else { return }
      try handshake(session).check(reply, to: scenario)
    }
  }

  /// Starts a profiler for the story's steps; it does not record yet.
  func attach(_ profiler: Profiler, for story: Story) {
    attempt { () throws(RunFailure) in
      guard let session else { return }
      recording = try RunRecording(of: session, for: story, by: profiler)
    }
  }

  func beginProfile() { attempt { () throws(RunFailure) in try recording?.begin() } }

  func endRecording() { attempt { () throws(RunFailure) in try recording?.end() } }

  /// Reads the profile of the story's own steps; the driver must have ended.
  func readProfile() {
    attempt { () throws(RunFailure) in
      run.profile = try recording?.profile(of: run.story, steps: walk?.steps ?? [], epoch: epoch)
      recording = nil
    }
  }

  /// Opens the files for the steps' costs; the driver must be prepared.
  /// - Parameter epoch: when both sides' clocks begin.
  func open(epoch: Int64) {
    self.epoch = epoch
    attempt { () throws(RunFailure) in
      guard let session else { return }
      // Without a control group: the scheduler would first share the CPU between groups.
      walk = try StoryWalk(of: session, epoch: epoch)
    }
  }

  func beginStep() { attempt { () throws(RunFailure) in try walk?.begin() } }

  /// Reads what the step has cost, if it was answered.
  func readCosts() {
    attempt { () throws(RunFailure) in
      if reply != nil { try walk?.readCosts() }
    }
  }

  /// Records the step. If it was held in between, `time` is how long it ran in its turns, from the request to the
  /// answer.
  func end(_ step: Step, of story: String, within time: Duration?) {
    attempt { () throws(RunFailure) in
      guard let reply else { return }
      try walk?.end(step, of: story, by: reply, inTurns: time)
    }
    if let failure, failure.step == nil { self.failure = failure.at(step, of: story) }
  }

  /// Checks a wrong outcome again: by now the other side may have the right one.
  func reconsider(_ step: Step, of story: String) {
    guard let wrong = failure, wrong.reason.isOfOutcome, let reply, let session else { return }
    do throws(RunFailure) {
      try session.check(reply, to: step, of: story)
    } catch {
      if error.reason.isOfOutcome { failure = error.at(step, of: story) }
    }
  }

  /// Waits for the end of a driver that has said goodbye.
  func awaitEnd() {
    attempt { () throws(RunFailure) in try session?.awaitEnd() }
    failure = failure?.step == nil ? failure?.atFarewell : failure
  }

  /// Ends a driver after a failure, and finds the cause.
  func settle() {
    if let failure { self.failure = session?.end(after: failure) ?? failure }
  }

  /// Ends what still runs, makes the measurements, and returns the run to store. To be called once both sides are
  /// settled, with the other side's failure or nil.
  func concluded(beside twin: (build: String, failure: RunFailure)?, machineMemory: Int64) -> Run {
    run.steps = walk?.steps ?? []
    // It has no group on purpose, which is not a refusal.
    if let walk { run.circumstances = walk.circumstances(groupRefusals: []) }
    if let failure {
      run.ending = .failed(failure)
    } else if let twin {
      session?.driver.end(killing: true)
      session?.services.kill()
      run.ending = .failed(.twinFailed(twin.failure, on: twin.build))
    }
    run.takeMeasurements(
      machineMemory: machineMemory, leftBehind: driver?.outlived ?? 0,
      services: session?.services.leftBehind.mapValues { ServiceWatch(leftBehind: $0) } ?? [:],
      whole: session?.wholeUse(walk?.outsidePeak, run.steps) ?? WholeUse())
    return run
  }
}
