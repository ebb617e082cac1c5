import Building
import Profiling
import Programs
import Recording
import Running
import Scenarios
import Statistics

/// Replays each story once on each side under a tracer before anything is measured. The inputs show whether
/// both sides are the same, and whether they can be compared.
struct InputStage {
  let file: ScenarioFile
  let machine: Environment
  let equipment: Equipment
  /// The paths that both sides may share.
  let allowed: [String]

  /// The finding of the inputs of a candidate and the baseline.
  struct Result {
    /// The part that is stored with the decision.
    var finding: InputFinding
    /// The proof that both sides are the same; nil if there is none.
    var proof: Decision.Proof?
    /// The proofs that single stories are the same, by their names.
    var storyProofs: [String: Decision.Proof]
    let records: [SideRecord]
    let comparison: InputComparison
    /// The stories that may be replayed at once: there are two cores, and their runs can't meet.
    let separateStories: Set<String>
  }

  struct Replays {
    /// By the stories' names, in the order of the sides.
    fileprivate var stories: [[String: TracedInputs]]
    /// The reason why stories are unknown, or not known on each side.
    fileprivate var gap: String?
    /// A Boolean value indicating whether nothing could be traced.
    fileprivate var isUntraced = false
    /// The files that stories pass on to their next runs.
    fileprivate var handedOn: [[SharedInput]]
  }

  /// A Boolean value indicating whether two stories can be replayed at once. A service's runs would meet at its port.
  private var canSeparate: Bool {
    equipment.executors.haveTwoCores && file.scenario.services.isEmpty
  }

  /// The replays of sides of which nothing is known, for this reason; nil if there is no recorder.
  func untraced(_ builds: MadeBuilds, because reason: String) -> Replays? {
    builds.inputs.map { inputs in
      Replays(
        stories: inputs.sides.map { _ in [:] }, gap: reason, isUntraced: true,
        handedOn: inputs.sides.map { _ in [] })
    }
  }

  /// Replays stories of all sides; `count` receives the number of finished replays, and that of all.
  /// - Returns: nil if there is no recorder.
  /// - Throws: `CancellationError` if the user asked to stop.
  func replay(
    _ stories: [String], of builds: MadeBuilds,
    counting count: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> Replays? {
    guard let inputs = builds.inputs else { return nil }
    let tracing: InputTracing
    switch builds.tracing {
    case .success(let means): tracing = means
    case .failure(let reason):
      return untraced(builds, because: "\(reason)")
    }
    let subject = ReplaySubject(file, builds, on: machine)
    guard let replay = equipment.executors.traced(subject, by: tracing) else { return nil }
    defer { equipment.reporter.report(.idle) }
    var replays = Replays(stories: [], gap: nil, handedOn: [])
    var missed: [String] = []
    var done = 0
    let all = stories.count * inputs.sides.count { subject.commands[$0.name]?.isEmpty == false }
    // As long as no side is known, any two runs may meet.
    var known: [SideInputs] = []
    for side in inputs.sides {
      var replayed = SideReplay(of: side, equipment) {
        replay.inputs(of: $0, on: side.name, roots: side.roots)
      }
      try replayed.trace(
        subject.commands[side.name]?.isEmpty == false ? stories : [],
        twoOf: canSeparate ? known.separateAnywhere : []
      ) { more in
        count(done, all)
        done += more
      }
      known.append(replayed.side)
      for path in replayed.side.stories.values.flatMap(\.missed) where !missed.contains(path) {
        missed.append(path)
      }
      replays.stories.append(replayed.side.stories)
      replays.handedOn.append(replayed.handedOn)
      replays.gap = replays.gap ?? replayed.gap
    }
    if !missed.isEmpty { equipment.note(SessionNote.emptyHome(missed.sorted())) }
    return replays
  }

  /// Compares the candidate at a place among the sides with the baseline; nil if no inputs were recorded. Of the
  /// named stories it also finds out whether they do the same work. A copy of the baseline may share its files: both
  /// do the same with them.
  /// - Throws: ``Refusal`` if they can't be compared.
  func result(
    _ replays: Replays, of builds: MadeBuilds, candidate: Int, isCopy: Bool = false,
    judgedByWork: Set<String> = []
  ) async throws -> Result? {
    guard let inputs = builds.inputs else { return nil }
    let comparison = inputs.comparison(of: candidate, replaying: replays.stories, allowing: allowed)
    let pointers = [comparison.baseline, comparison.candidate].flatMap(\.pointers).uniqued
    if !pointers.isEmpty { equipment.note(SessionNote.pointers(pointers)) }
    let handedOn = [0, candidate].flatMap { replays.handedOn[$0] }
      .filter { !comparison.isAllowed($0.path) }
    let separate = canSeparate && !replays.isUntraced ? comparison.separateStories : []
    let shared = isCopy ? [] : try await (comparison.shared() + handedOn).uniqued
    guard shared.isEmpty else {
      throw Refusal.shared(shared, by: comparison.baseline.name, and: comparison.candidate.name)
    }
    var (finding, proof, storyProofs) = try await comparison.finding()
    // A story that was not traced to its end may have changed what the others read.
    if let gap = replays.gap { (finding.gap, proof, storyProofs) = (gap, nil, [:]) }
    // Without any record, programs seem to be the same.
    if replays.isUntraced { finding.unread = [] }
    if proof == nil, finding.gap == nil, let changed = try await comparison.changedCode() {
      // A story that reads the same runs nothing that changed.
      let stories = replays.stories[candidate].keys.filter { storyProofs[$0] == nil }.sorted()
      finding.codeGap = changed.gap
      if changed.gap == nil {
        let same = try look(
          for: changed, in: stories, atOnce: separate, comparison,
          judgedByWork: judgedByWork, builds, &finding)
        if !same.isEmpty {
          storyProofs = try await comparison.proofs(
            adding: same, withoutRunning: changed, to: storyProofs)
        }
      }
    }
    let records =
      replays.isUntraced
      ? []
      : [comparison.baseline, comparison.candidate].map { side in
        SideRecord(
          build: side.name, make: side.make?.record, stories: side.stories.mapValues(\.record))
      }
    return Result(
      finding: finding, proof: proof, storyProofs: storyProofs, records: records,
      comparison: comparison, separateStories: separate)
  }

  /// The time after which no further story is replayed to find the code that it runs on a side.
  private static let patience = Duration.seconds(60)

  /// If so many stories run what changed and none does not, others hardly will: then looking costs more than it can
  /// spare.
  private static let enoughRunning = 3

  /// If the user asked to stop, nobody reads it.
  private static let noTime = "there was no time to look for it"

  /// The findings of replays of stories on one side about the functions that differ.
  private struct CodeSearch {
    /// The stories that ran none of them.
    var idle: [String] = []
    /// The number of stories that ran one.
    var running = 0
    /// The reason why not all stories were replayed, as the end of a sentence; nil if they were.
    var gap: String?
  }

  /// Replays stories on the candidate to find out whether one runs a function that changed, and then those that
  /// are judged by their work and ran none on the baseline.
  /// - Returns: the latter that run none on either side.
  private func look(
    for changed: ChangedCode, in stories: [String], atOnce: Set<String>,
    _ comparison: InputComparison, judgedByWork: Set<String>, _ builds: MadeBuilds,
    _ finding: inout InputFinding
  ) throws -> Set<String> {
    defer { equipment.reporter.report(.idle) }
    guard
      let later = try search(
        stories, atOnce: atOnce, of: comparison.candidate, for: changed.functions,
        named: changed.names, all: judgedByWork, builds)
    else { return [] }
    if later.running == 0 {
      finding.codeGap = later.gap
      if later.gap == nil {
        finding.unrun = changed.functions.values.flatMap(\.names).sorted()
      }
    }
    let idle = later.idle.filter(judgedByWork.contains)
    guard let functions = changed.earlier, !idle.isEmpty,
      let earlier = try search(
        idle, atOnce: atOnce, of: comparison.baseline, for: functions,
        named: changed.earlierNames, all: judgedByWork, builds)
    else { return [] }
    if earlier.running > 0 { finding.unrun = nil }
    return Set(earlier.idle)
  }

  /// Replays stories on a side, but after the first that runs one of the functions only those of which all must be
  /// known, and none after the first few if all of these run one; nil if nothing can be replayed. `names` are those of
  /// the functions' files by their paths in records: what a story uses must be traced.
  private func search(
    _ stories: [String], atOnce: Set<String>, of side: SideInputs,
    for functions: [String: ChangedFunctions], named names: [String: String],
    all needed: Set<String>, _ builds: MadeBuilds
  ) throws -> CodeSearch? {
    guard case .success(let tracing) = builds.tracing,
      let replay = equipment.executors.traced(ReplaySubject(file, builds, on: machine), by: tracing)
    else { return nil }
    let deadline = ContinuousClock.now + Self.patience
    var search = CodeSearch()
    do {
      let tracer = try CodeTracer()
      var left = stories[...]
      while true {
        left = left.drop { search.running > 0 && !needed.contains($0) }
        if left.isEmpty || search.running >= Self.enoughRunning && search.idle.isEmpty { break }
        guard ContinuousClock.now < deadline else {
          search.gap = "looking for it took more than \(Self.patience)"
          break
        }
        guard !equipment.interruption.isRaised else {
          search.gap = Self.noTime
          break
        }
        let two = left.prefix(2)
        let areBoth =
          two.count == 2 && two.allSatisfy { needed.contains($0) && atOnce.contains($0) }
        let next = Array(areBoth ? two : two.prefix(1))
        left.removeFirst(next.count)
        equipment.reporter.report(
          .status("Checking whether \(next.joined(separator: " and ")) runs what changed"))
        for (story, code) in zip(next, try replay.code(of: next, on: side.name, by: tracer)) {
          let files = (side.stories[story]?.record.files ?? []).filter(\.isContent)
          if code.contains(anyOf: functions, in: Set(files.compactMap { names[$0.path] })) {
            search.running += 1
          } else {
            search.idle.append(story)
          }
        }
      }
    } catch let error as RunFailure {
      search.gap =
        error.reason == .interrupted
        ? Self.noTime : "a story failed under Valgrind: \(error.message)"
    } catch RunningError.noCallgrind {
      search.gap = "\(RunningError.noCallgrind)"
    }
    return search
  }
}
