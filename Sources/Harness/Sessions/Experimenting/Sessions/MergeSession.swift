import Analysis
import Foundation
import Recording
import Running
import Scenarios
import Store

/// Combines an experiment from the parts that several machines made, each in its own store.
///
/// A part is added as a whole, once, and only if it follows the same plan with the same builds as the
/// existing ones. Qualifications of the machines are added, too, because verdicts need them.
public struct MergeSession {
  private let store: ResultStore
  private let claim: ExperimentClaim

  /// The fate of something in a file.
  public struct Taken: Sendable, Equatable {
    /// The experiment that it belongs to now.
    public let experiment: Experiment
    /// The part; nil for a qualification.
    public let part: Partition.MachinePart?
    /// The number of its runs.
    public let runs: Int
    /// A Boolean value indicating whether it was already there.
    public let wasThere: Bool
    /// Notes about it, one sentence each.
    public let notes: [String]
  }

  /// Creates a session; no other process merges into the store while it lives.
  /// - Throws: `StoreError`.
  public init(into store: ResultStore) throws {
    self.store = store
    claim = try store.claimMerging()
  }

  /// Adds the contents of a file, by its name in messages. Something unreadable or unsuitable keeps nothing
  /// else out. The clocks of other machines are checked against `now`.
  /// - Returns: what happened to each part and qualification: a `StoreError` if it can't be read or kept, a
  ///   ``Refusal`` if it is unsuitable.
  /// - Throws: `StoreError`; ``Refusal`` if the file holds none.
  public func take(
    _ source: ResultStore, named file: String, now: Date = Date()
  ) throws -> [Result<Taken, any Error>] {
    let results = try source.eachExperiment().compactMap { found -> Result<Taken, any Error>? in
      do {
        return try take(found.get(), from: source, named: file, now).map(Result.success)
      } catch StoreError.damaged(let what) {
        return .failure(StoreError.damaged(what: "in the experiment \(found.name) \(what)"))
      } catch {
        return .failure(error)
      }
    }
    guard !results.isEmpty else { throw Refusal.noPart(in: file) }
    return results
  }

  /// - Returns: nil if the experiment is neither a part nor a qualification.
  private func take(
    _ experiment: Experiment, from source: ResultStore, named file: String, _ now: Date
  ) throws -> Taken? {
    guard experiment.partition != nil || experiment.isQualification else { return nil }
    let runs = try source.runs(of: experiment.number ?? 0)
    guard let partition = experiment.partition else {
      return try take(qualification: experiment, runs, from: source)
    }
    guard partition.parts.count == 1, var part = partition.parts.first else {
      throw Refusal.noPart(in: file)
    }
    guard let completedAt = experiment.completedAt else {
      throw Refusal.unfinishedPart(part, of: experiment, in: file)
    }
    part.completedAt = completedAt
    return try take(
      part, of: experiment, runs, from: source, named: file,
      notes: Self.clockNotes(part, now) + Self.sliceNotes(part, runs))
  }

  private func take(
    qualification: Experiment, _ runs: [Run], from source: ResultStore
  ) throws -> Taken {
    guard try store.stored(among: runs).isEmpty else {
      return Taken(
        experiment: qualification, part: nil, runs: runs.count, wasThere: true, notes: [])
    }
    var copy = qualification
    (copy.number, copy.invocation) = (nil, nil)
    let stored = try store.merge(runs.map(source.details), into: copy)
    return Taken(experiment: stored, part: nil, runs: runs.count, wasThere: false, notes: [])
  }

  private func take(
    _ part: Partition.MachinePart, of experiment: Experiment, _ runs: [Run],
    from source: ResultStore,
    named file: String, notes: [String]
  ) throws -> Taken {
    let known = try store.experiments().filter { $0.isPutTogether(like: experiment) }.reversed()
    let whole = known.first { $0.changes(toPart: part, of: experiment).isEmpty }
    guard let whole, let partition = whole.partition else {
      if let open = known.first(where: { $0.completedAt == nil }) {
        throw Refusal.otherPlan(part, since: open.changes(toPart: part, of: experiment), in: file)
      }
      var begun = experiment
      (begun.number, begun.invocation) = (nil, nil)
      begun.partition = Partition(
        count: experiment.partition?.count ?? 1, parts: [],
        interim: experiment.partition?.interim, candidates: experiment.partition?.candidates)
      return try add(part, runs, to: begun, from: source, notes)
    }
    if let first = partition.parts.first(where: { $0.number == part.number }) {
      guard try store.stored(among: runs).count == runs.count else {
        throw Refusal.secondPart(part, after: first, in: file)
      }
      return Taken(experiment: whole, part: part, runs: runs.count, wasThere: true, notes: notes)
    }
    let changes = try Self.arrangementChanges(store.runs(of: whole.number ?? 0), to: runs)
    if !changes.isEmpty { throw Refusal.otherPlan(part, since: changes, in: file) }
    var joined = whole
    joined.decision?.take(findingsOf: experiment.decision)
    return try add(part, runs, to: joined, from: source, notes)
  }

  private func add(
    _ part: Partition.MachinePart, _ runs: [Run], to experiment: Experiment,
    from source: ResultStore,
    _ notes: [String]
  ) throws -> Taken {
    var experiment = experiment
    experiment.partition?.take(part)
    let parts = experiment.partition?.parts ?? []
    experiment.environment = parts.first?.environment
    experiment.startedAt = parts.map(\.startedAt).min() ?? experiment.startedAt
    experiment.completedAt =
      experiment.partition?.missing.isEmpty == true ? parts.compactMap(\.completedAt).max() : nil
    let stored = try decided(store.merge(runs.map(source.details), into: experiment))
    return Taken(experiment: stored, part: part, runs: runs.count, wasThere: false, notes: notes)
  }

  /// Decides at the first interim analysis that settles it and whose parts all exist, in whatever order parts
  /// came. A decision is final.
  private func decided(_ experiment: Experiment) throws -> Experiment {
    guard let partition = experiment.partition, let decision = experiment.decision,
      partition.decidedAfter == nil
    else { return experiment }
    let runs = try partition.undecidedAfter == nil ? [] : store.runsWithSteps(of: experiment)
    for first in partition.analyses.dropLast() where partition.missing(of: first).isEmpty {
      var decided = experiment
      decided.partition?.decidedAfter = first
      let isSettled = try ExperimentAnalysis(decided, runs: runs).isSettled(
        baseline: decision.baseline, candidate: decision.candidate, gates: experiment.gates,
        rule: decision.rule)
      guard isSettled else { continue }
      decided.completedAt = decided.partition?.deciding.compactMap(\.completedAt).max()
      return try store.merge([], into: decided)
    }
    return experiment
  }

  /// Returns the stories whose pairs were made in another way: one after the other they differ by chance
  /// twelve times as much as in a duet.
  private static func arrangementChanges(_ known: [Run], to new: [Run]) -> [String] {
    func kinds(_ runs: [Run]) -> [String: Arrangement] {
      runs.reduce(into: [:]) { if let made = $1.arrangement { $0[$1.story] = made } }
    }
    let (there, here) = (kinds(known), kinds(new))
    return there.keys.sorted().compactMap { story in
      guard let then = there[story], let now = here[story], then.word != now.word else {
        return nil
      }
      return
        "pairs of '\(story)' were made \(now.description), and the others \(then.description) ('arrangement: "
        + "back-to-back' in the scenario has all machines make them one after the other)"
    }
  }

  /// The things that a machine could not do for its pairs but that others may have done. They are still
  /// duets, and count: each unlike machine has its own noise.
  private static func sliceNotes(_ part: Partition.MachinePart, _ runs: [Run]) -> [String] {
    let isCoarse = runs.contains { run in
      if case .duet(let shared)? = run.arrangement { shared.slice == nil } else { false }
    }
    guard isCoarse else { return [] }
    return [
      "The kernel of '\(part.machine)' gave no fine time slices (Linux 6.12 and newer do), so the pairs of "
        + "part \(part.number) differ by chance about half as much again. They count like all others."
    ]
  }

  /// Impossible dates. Nothing depends on them: runs are in the order of their plan.
  private static func clockNotes(_ part: Partition.MachinePart, _ now: Date) -> [String] {
    let end = part.completedAt ?? part.startedAt
    let name = "The clock of '\(part.machine)'"
    if end < part.startedAt {
      return [
        "\(name) was set back while part \(part.number) was made; its dates are as it gave them."
      ]
    }
    let ahead = end.timeIntervalSince(now)
    guard ahead > 60 else { return [] }
    return [
      "\(name) is \(Int(min(ahead, 1e9) / 60)) min ahead of this machine's, or it was; the dates of part "
        + "\(part.number) are as it gave them."
    ]
  }
}

extension Experiment {
  fileprivate var isQualification: Bool {
    decision?.purpose == .qualification && completedAt != nil && partition == nil
  }

  /// Returns whether it is a combined experiment, or the start of one, with the same name.
  fileprivate func isPutTogether(like other: Experiment) -> Bool {
    partition != nil && name == other.name && source == other.source
      && decision?.candidate == other.decision?.candidate
      && decision?.baseline == other.decision?.baseline
  }

  /// Returns why a part does not follow the plan of this experiment, or was made with other builds.
  fileprivate func changes(toPart part: Partition.MachinePart, of other: Experiment) -> [String] {
    var changes: [String] = []
    func compare(_ what: String, _ own: String, _ its: String) {
      if own != its { changes.append("its \(what) is \(its), and theirs \(own)") }
    }
    if scenario != other.scenario { changes.append("its scenario file differs") }
    compare("number of parts", "\(partition?.count ?? 0)", "\(other.partition?.count ?? 0)")
    func interim(_ experiment: Experiment) -> String {
      experiment.partition?.interim.map { "after each \($0) parts" } ?? "only after all parts"
    }
    compare("time to decide", interim(self), interim(other))
    compare("seed", "\(seed)", "\(other.seed)")
    compare("number of rounds", "\(rounds)", "\(other.rounds)")
    compare("number of counting rounds", "\(countedRounds)", "\(other.countedRounds)")
    compare("number of layouts", "\(layouts)", "\(other.layouts)")
    compare("version of Rehearse", version, other.version)
    func candidates(_ experiment: Experiment) -> String {
      (experiment.partition?.candidates ?? []).joined(separator: ", ")
    }
    compare("list of candidates", candidates(self), candidates(other))
    compare(
      "list of stories", stories.map(\.name).joined(separator: ", "),
      other.stories.map(\.name).joined(separator: ", "))
    changes += storiesOfOtherFiles(than: other).map {
      "files that '\($0)' works on have other contents"
    }
    if decision?.plan != other.decision?.plan { changes.append("it decides by different numbers") }
    return changes + buildChanges(toPart: part, of: other)
  }

  /// Executables must be the same for machines of one architecture; for others, their sources and recipes.
  private func buildChanges(
    toPart part: Partition.MachinePart, of experiment: Experiment
  ) -> [String] {
    let parts = partition?.parts ?? []
    let like = parts.first { $0.environment.architecture == part.environment.architecture }
    guard let other = like ?? parts.first else { return [] }
    return other.builds.flatMap { build -> [String] in
      guard let own = part.builds.first(where: { $0.name == build.name }) else {
        return ["it has no build '\(build.name)'"]
      }
      if like != nil { return build.changes(to: own, inPlace: revision, experiment.revision) }
      guard build.recipe == own.recipe else {
        return ["the build '\(build.name)' was made another way"]
      }
      return build.changesOfSources(to: own, inPlace: revision, experiment.revision)
    }
  }
}

extension Decision {
  /// The common decision of all parts. Each machine has its own findings: whether instructions could be
  /// counted, what was read, and how stories spend their time.
  fileprivate var plan: Decision {
    var plan = self
    plan.uncounted = nil
    plan.inputs = nil
    plan.sameCode = nil
    plan.ancestry = nil
    plan.rhythms = nil
    return plan
  }

  fileprivate mutating func take(findingsOf part: Decision?) {
    // A part made with --no-inputs takes away nothing that another found.
    let unknown = InputFinding(gap: "not all parts recorded it")
    if inputs != nil || part?.inputs != nil {
      inputs = (inputs ?? unknown).joined(with: part?.inputs ?? unknown)
    }
    // Code is known not to have moved only if no part saw that it could.
    sameCode = sameCode.flatMap { known in
      part?.sameCode.map { others in known.filter(others.contains) }
    }
  }
}
