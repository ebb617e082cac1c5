import DriverProtocol
import Glibc
import Programs
import Recording
import Scenarios
import SystemPackage

/// Replays a story once under a tracer, and records what its processes read. Nothing is measured:
/// the tracer stops them at each call that names a file.
public struct TracedReplay: Sendable {
  private let setup: ReplaySetup
  private let tracer: Tracer
  private let hashes: ContentHashes

  /// The greatest slowdown to allow for: time limits are multiplied by it.
  private static let slowdown = 3

  /// Prepares for a scenario's replays. `hashes` keeps files' hashes for all of them.
  public init(_ setup: ReplaySetup, tracer: Tracer, hashes: ContentHashes) {
    self.setup = setup
    self.tracer = tracer
    self.hashes = hashes
  }

  /// Replays a story on a build, and returns its inputs; `roots` are the folders to name in the record.
  /// - Throws: `RunFailure` if the story fails under the tracer, or nothing was recorded.
  public func inputs(
    of name: String, on build: String, roots: [InputCollector.Root]
  ) throws(RunFailure) -> TracedInputs {
    let place = try TraceFolder(.files(tracer), home: setup.scenario.home)
    let (folder, launcher) = (setup.contexts.folder(of: build), setup.launcher)
    var start = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &start)
    let session = try replayed(
      name, on: build, at: place, by: setup.slowed(by: Self.slowdown), isTracing: true)
    let services = session.services.processes.map(\.name)
    let collector = InputCollector(
      roots: roots,
      own: [
        place.root, launcher.path, launcher.program(CommandHost.program),
        launcher.program(StepRequest.program), tracer.path,
      ],
      hashes: hashes)
    do {
      // The session removes the run's folder, which has the traces and what was executed there.
      return try withExtendedLifetime(session) {
        try collector.record(
          [place.driverTrace] + services.map(place.serviceTrace), from: folder, since: start,
          variables: Array(DriverSession.environment(of: place).keys),
          besides: Set(
            session.services.variables.values.flatMap { ["127.0.0.1:\($0)", "[::1]:\($0)"] }),
          home: place.home, copied: session.commands?.sources ?? [])
      }
    } catch {
      throw .notMeasured("The trace can't be read: \(error)")
    }
  }

  /// The same of some stories, of two at once.
  public func inputs(
    of stories: [String], on build: String, roots: [InputCollector.Root]
  ) -> [Result<TracedInputs, RunFailure>] {
    each(stories) { story throws(RunFailure) in
      try inputs(of: story, on: build, roots: roots)
    }
  }

  /// Replays stories on a build, two of them at once, and records what code each runs.
  /// - Throws: `RunFailure` if a story fails under the tracer, or nothing was recorded.
  public func code(
    of stories: [String], on build: String, by tracer: CodeTracer
  ) throws(RunFailure) -> [ExecutedCode] {
    let found = each(stories) { story throws(RunFailure) in
      try code(of: story, on: build, by: tracer)
    }
    return try found.map { code throws(RunFailure) in try code.get() }
  }

  /// Makes something of each story, of two at once if the system allows it.
  private func each<Made: Sendable>(
    _ stories: [String], _ make: @escaping @Sendable (String) throws(RunFailure) -> Made
  ) -> [Result<Made, RunFailure>] {
    @Sendable func made(of story: String) -> Result<Made, RunFailure> {
      Result { () throws(RunFailure) in try make(story) }
    }
    if stories.count == 2,
      let both = BothAtOnce.make({ made(of: stories[0]) }, { made(of: stories[1]) })
    {
      return both
    }
    return stories.map(made)
  }

  private func code(
    of name: String, on build: String, by tracer: CodeTracer
  ) throws(RunFailure) -> ExecutedCode {
    let place = try TraceFolder(
      .code(tracer, of: StrippedPrograms(), in: setup.contexts.folder(of: build)),
      home: setup.scenario.home)
    let session = try replayed(
      name, on: build, at: place, by: setup.slowed(by: CodeTracer.slowdown), isTracing: false)
    let code = withExtendedLifetime(session) { place.executedCode }
    if code.isEmpty { throw .notMeasured("Valgrind wrote nothing of the code that ran.") }
    return code
  }

  /// Replays a story from its driver's start to its end. The setup's time limits must suit the tracer; if
  /// `isTracing`, a separate tracer must keep running until they end.
  /// - Returns: the session, which removes its folders at its end.
  private func replayed(
    _ name: String, on build: String, at place: TraceFolder, by setup: ReplaySetup, isTracing: Bool
  ) throws(RunFailure) -> DriverSession {
    let session = try setup.session(for: name, on: build, at: place)
    do throws(RunFailure) {
      try replay(setup.story(name), of: setup.scenario, in: session, isTracing: isTracing)
    } catch {
      throw session.end(after: error)
    }
    return session
  }

  private func replay(
    _ story: Story, of scenario: Scenario, in session: DriverSession, isTracing: Bool
  ) throws(RunFailure) {
    try session.carryOut(.greeting, of: scenario)
    try session.carryOut(.preparation(session.directory), of: scenario)
    for (name, step) in scenario.steps(of: story) {
      do throws(RunFailure) {
        let reply = try session.driver.ask(
          step.request(counting: nil, by: session.commands),
          within: step.timeLimit ?? scenario.timeLimit)
        try session.check(reply, to: step, of: name)
      } catch {
        throw error.at(step, of: name)
      }
    }
    for process in [session.driver.pid] + session.services.processes.map(\.pid)
    where isTracing && !Tracer.isTracing(process) {
      throw .notMeasured("The tracer ended before what it traced.")
    }
    try session.dismiss(of: scenario)
  }
}
