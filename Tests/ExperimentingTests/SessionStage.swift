import Analysis
import Building
import Foundation
import Metrics
import Recording
import Running
import Scenarios
import Store
import Synchronization
import SystemPackage
import TestSupport

@testable import Experimenting

/// A store, a scenario and equipment of which no part starts a process: runs are handed out as if they
/// had been recorded, and all that happens is noted in order.
final class SessionStage: Sendable {
  let store: ResultStore
  let log = SessionLog()
  let interruption: Interruption
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    store = try ResultStore(path: folder.file("store.sqlite"))
    interruption = try Interruption()
  }

  /// The same store and folder, in which nobody has asked to stop and nothing was noted.
  init(after other: SessionStage) throws {
    folder = other.folder
    store = other.store
    interruption = try Interruption()
  }

  /// A scenario with two stories on builds of these names.
  func scenario(
    builds: [String] = ["a", "b"], gates: String = "{ metric: cpu-time }",
    arrangement: String = "duet"
  ) throws -> ScenarioFile {
    let commands = builds.map { "\($0): { command: [./\($0)] }" }.joined(separator: ", ")
    let story = "{ steps: [{ count: { to: 3 }, expect: { count: 3 } }] }"
    return try ScenarioFile(
      folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { \(commands) }
        runs: 2
        arrangement: \(arrangement)
        stories: { s: \(story), t: \(story) }
        gates: [\(gates)]
        """
      ).string)
  }

  /// A scenario whose story `many` is of many users; `more` is what else that story says.
  func scenarioOfUsers(builds: [String] = ["a", "b"], more: String = "") throws -> ScenarioFile {
    let variables = builds.map { "\($0): { variables: {} }" }.joined(separator: ", ")
    return try ScenarioFile(
      folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { \(variables) }
        services: { server: { command: [/bin/true, "${port}"] } }
        stories:
          one: { steps: [{ http: GET /, expect: { status: 200 } }] }
          many: { \(more)users: { arrivals: 10/s, for: 1 s, stories: { one: 1 } } }
        gates: [{ metric: server.cpu-time, stories: [many] }]
        """
      ).string)
  }

  /// The store's file.
  var storePath: String { folder.file("store.sqlite") }

  /// The scenario's file.
  var path: String { folder.file("s.yml") }

  /// Changes the text of the scenario's file.
  func change(_ body: (String) -> String) throws {
    try folder.add("s.yml", body(try folder.text(of: "s.yml")))
  }

  /// Equipment whose runs and builds are told to the log. After `limit` runs or pairs of an executor
  /// the user asks to stop. `slower` is how much more CPU time a build takes, as a factor, by its name or by
  /// its name and round, as in `b 2`; `larger` is how much more anonymous memory it takes.
  /// Drivers refuse to count instructions in the words of `refusal`; nil where they count. `profiles`
  /// is what a profiler saw of a run, nil where none looked; `fails` says which runs crash; `rhythms` is how
  /// stories spend their time, by their names, or for one build by both names, as in `s b`.
  func equipment(
    stoppingAfter limit: Int = .max, building builder: (any Builder)? = nil,
    on machine: Environment = Replay.machine(),
    slower: [String: Double] = [:], larger: [String: Double] = [:],
    rhythms: [String: Rhythm] = [:],
    refusingToCount refusal: String? = nil,
    profiled profiles: @escaping @Sendable (PlannedRun) throws -> Profile? = { _ in nil },
    where fails: @escaping @Sendable (PlannedRun) -> Bool =
      { _ in false }
  ) -> Equipment {
    Equipment(
      builder: builder ?? RecordedBuilds(log: log),
      executors: RecordedRuns(
        log: log, store: store, interruption: interruption, limit: limit, slower: slower,
        larger: larger, rhythms: rhythms, refusal: refusal, profiles: profiles, fails: fails),
      reporter: log, interruption: interruption, machine: { machine })
  }

  /// All runs of an experiment, as they are stored.
  func runs(of number: Int64 = 1) throws -> [Run] { try store.runs(of: number) }
}

/// What happened in a session, in order.
final class SessionLog: Reporter {
  private let noted = Mutex<[String]>([])
  private let reported = Mutex<[SessionEvent]>([])

  var lines: [String] { noted.withLock { $0 } }
  var notes: [String] {
    reported.withLock { $0 }.compactMap { if case .note(let text) = $0 { text } else { nil } }
  }
  var events: [SessionEvent] { reported.withLock { $0 } }

  func note(_ line: String) { noted.withLock { $0.append(line) } }
  func report(_ event: SessionEvent) { reported.withLock { $0.append(event) } }
}

/// Drivers that nobody starts.
struct RecordedBuilds: Builder {
  let log: SessionLog
  /// What the executables' hashes begin with.
  var hash = "1f"
  /// The hashes of the files that a build's command names; nil if it is one word.
  var files: [String: String]?
  var failure: (any Error)?
  /// The scenario at any revision; nil for that of now, which it has then.
  var earlier: EarlierFile?
  /// The failure to make two builds alone; nil for none.
  var failureOfTwo: (any Error)?
  /// The failure to make a build of a revision whose second step has a program; nil for none.
  var failureOfProgram: (any Error)?
  /// The proof that the second build is the first.
  var proof: Decision.Proof?
  /// The revisions that git does not know.
  var unknown: Set<String> = []
  /// How the drivers of both sides differ.
  var harness: HarnessFinding?
  /// Is called in the middle of a build that ends only where it is cancelled.
  var whileBuilding: (@Sendable () -> Void)?

  func make(
    _ request: BuildRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> MadeBuilds {
    let names =
      switch request.sources {
      case .builds(let builds): builds.map(\.name)
      case .revisions(let sides): sides.map { "\($0.name) at \($0.state)" }
      }
    log.note("build \(names.joined(separator: ", "))")
    if let harness = request.harness { log.note("harness \(harness.name) at \(harness.state)") }
    if request.skipsProven, case .revisions = request.sources { log.report(.note(Self.skipping)) }
    if let failure { throw failure }
    if let failureOfProgram, case .revisions(let sides) = request.sources,
      case .steps(let steps) = sides[0].build.origin, steps.count > 1
    {
      throw failureOfProgram
    }
    if let failureOfTwo, names.count == 2 { throw failureOfTwo }
    if let whileBuilding {
      whileBuilding()
      // Ends with the task, and by nothing else.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      try Task.checkCancellation()
    }
    return MadeBuilds(
      names.map {
        BuiltDriver(
          record: BuildRecord(
            name: $0, recipe: "made as \($0)", sha256: hash + $0, files: files),
          commands: [["/\($0)"]])
      }, proof: proof, harness: harness)
  }

  func keep(
    _ request: AnchorRequest, in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> BuildRecord {
    log.note("keep \(request.side.build.name) at \(request.side.state) as \(request.name)")
    return BuildRecord(name: request.side.build.name, recipe: "kept")
  }

  func earlier(_ file: FilePath, at revision: String) async throws -> EarlierFile {
    if unknown.contains(revision) { throw RevisionError.noSuchRevision(revision, reason: "") }
    return try earlier ?? EarlierFile(TextFile.text(of: file.string), at: Self.revision)
  }

  /// Is noted where revisions need not be made that are the same.
  static let skipping = "made only where they differ"

  static let revision = Revision(
    commit: String(repeating: "a", count: 40), branch: "main",
    committedAt: Date(timeIntervalSince1970: 0), isDirty: false)

  func revision(of folder: FilePath) async throws -> Revision? { nil }

  func ancestry(
    of candidate: String, without baseline: String?, in folder: FilePath
  ) async -> [String]? { nil }

  /// The commits that are searched; none by default.
  var commits: [Commit] = []
  /// The commits that do not build.
  var unbuilt: Set<String> = []

  func history(
    from good: String, to bad: String, of file: FilePath
  ) async throws -> CommitHistory {
    log.note("history \(good)..\(bad)")
    return CommitHistory(
      good: Commit(
        hash: "good", parents: [], author: "n", authoredAt: Date(timeIntervalSince1970: 0),
        subject: "the good end"), commits: commits)
  }

  func series(
    in folder: FilePath, progress: @escaping BuildProgress
  ) async throws -> any BuildSeries { RecordedSeries(builds: self) }
}

/// Drivers of commits that nobody starts.
struct RecordedSeries: BuildSeries {
  let builds: RecordedBuilds

  func make(
    _ side: RevisionBuilder.BuildAtRevision, isFirst: Bool, layouts: Int?
  ) async throws -> BuiltDriver {
    builds.log.note("build \(side.name)")
    if builds.unbuilt.contains(side.name) {
      throw BuildError.failed(build: side.name, command: "make", log: "It does not compile.")
    }
    return BuiltDriver(
      record: BuildRecord(
        name: side.name, recipe: "made as \(side.name)", sha256: builds.hash + side.name,
        revision: Revision(
          commit: side.name, branch: nil, committedAt: Date(timeIntervalSince1970: 0),
          isDirty: false)),
      commands: [["/\(side.name)"]])
  }

  var tracing: InputTracing? { nil }

  func inputs(
    of sides: [RevisionBuilder.BuildAtRevision], _ drivers: [BuiltDriver]
  ) async throws -> BuildInputs? { nil }

  func contracted(
    _ history: CommitHistory, good: InputRecord, bad: InputRecord
  ) async throws -> ContractedHistory { preconditionFailure("nothing is recorded") }

  func putAway() async { builds.log.note("put away") }
}

/// Without processes nothing is replayed at once or under a tracer, and there is nothing to stop.
extension Executors {
  var haveTwoCores: Bool { false }

  func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay? { nil }

  func lookAtAlone(
    _ story: String, on build: String, _ subject: ReplaySubject
  ) -> LoneLook { LoneLook() }

  func stopping(by interruption: Interruption) -> any Executors { self }
}

/// Runs that no process made.
struct RecordedRuns: Executors {
  let log: SessionLog
  let store: ResultStore
  let interruption: Interruption
  let limit: Int
  let slower: [String: Double]
  let larger: [String: Double]
  /// How stories spend their time.
  let rhythms: [String: Rhythm]
  let refusal: String?
  /// What a profiler saw of a run; nil where none looked.
  let profiles: @Sendable (PlannedRun) throws -> Profile?
  let fails: @Sendable (PlannedRun) -> Bool

  func alone(
    _ subject: ReplaySubject, counting: InstructionCounting?, isWatched: Bool
  ) -> any Executor { Maker(runs: self) }

  func pairs(
    _ subject: ReplaySubject, alone: [String: Arrangement.Reason], inTurns: Set<String>
  ) -> PairBench {
    for (story, reason) in alone.sorted(by: { $0.key < $1.key }) where reason != .gate {
      log.note("\(story) apart, because \(reason.words)")
    }
    if !inTurns.isEmpty { log.note("in turns: \(inTurns.sorted().joined(separator: " "))") }
    let atOnce = subject.storiesAtOnce
    if !atOnce.isEmpty { log.note("at once: \(atOnce.sorted().joined(separator: " "))") }
    return PairBench(executor: Maker(runs: self, atOnce: atOnce), close: { log.note("close") })
  }

  func lookAtAlone(
    _ story: String, on build: String, _ subject: ReplaySubject
  ) -> LoneLook { LoneLook(rhythm: rhythms["\(story) \(build)"] ?? rhythms[story]) }

  func profiledPairs(
    _ subject: ReplaySubject, by profiler: Profiler, alone: [String: Arrangement.Reason]
  ) -> PairBench {
    PairBench(executor: Maker(runs: self), close: { log.note("close") })
  }

  func commands(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    machineMemory: Int64
  ) -> any Executor { Maker(runs: self) }

  func once(_ words: [String], named subject: String, conditions: CommandConditions) throws {
    log.note("\(subject): \(words.joined(separator: " "))")
    if words.first == "false" {
      throw RunFailure(reason: .notPrepared, message: "\(subject) exited with status 1.")
    }
  }

  /// How many runs the store holds of the latest experiment; none before the first.
  private var stored: Int {
    let latest = (try? store.experiments())?.last?.number
    return latest.flatMap { try? store.runCounts(of: $0).all } ?? 0
  }

  fileprivate func run(_ planned: PlannedRun, kind: RunKind) -> Run {
    var run = Replay.run(
      planned.story, on: planned.build, kind: kind, round: planned.round, layout: planned.layout,
      [
        .cpuTime: 1e8
          * (slower["\(planned.build) \(planned.round)"] ?? slower[planned.build] ?? 1),
        .peakAnonymousMemory: 1e6 * (larger[planned.build] ?? 1),
      ],
      failed: fails(planned) ? .crashed : nil,
      steps: [Replay.step(of: planned.story)])
    if kind == .counted, let refusal {
      var failure = RunFailure(reason: .notMeasured, message: refusal)
      failure.countRefusal = refusal
      run.ending = .failed(failure)
    }
    do {
      run.profile = try profiles(planned)
    } catch {
      run.ending = .failed(RunFailure(reason: .notMeasured, message: "\(error)"))
    }
    run.position = planned.position
    run.interference = Replay.interference(others: 0)
    return run
  }

  private final class Maker: Executor, PairExecutor {
    private let runs: RecordedRuns
    private let atOnce: Set<String>
    private var made = 0

    init(runs: RecordedRuns, atOnce: Set<String> = []) { (self.runs, self.atOnce) = (runs, atOnce) }

    func execute(_ planned: PlannedRun) -> Run {
      note("\(planned.kind) \(planned.story) \(planned.build) \(planned.round)")
      return runs.run(planned, kind: planned.kind)
    }

    func execute(_ planned: PlannedPair) -> Pair<Run> {
      note("pair \(planned.story) \(planned.round)")
      func run(_ side: PairSide) -> Run {
        var run = runs.run(planned.run(of: side, kind: .duet), kind: .duet)
        run.arrangement = .duet(
          Arrangement.SharedCPU(
            cpu: 0, slice: 500_000, tick: 500_000, pairs: atOnce.contains(planned.story) ? 2 : nil))
        return run
      }
      return Pair(baseline: run(.baseline), candidate: run(.candidate))
    }

    private func note(_ what: String) {
      runs.log.note("\(what), \(runs.stored) stored")
      made += 1
      if made == runs.limit { runs.interruption.raise() }
    }
  }
}

extension RunSession.Settings {
  /// The settings of a part of so many rounds.
  init(rounds: Int, part: PartChoice) {
    self.init()
    (self.rounds, self.part) = (rounds, part)
  }
}
