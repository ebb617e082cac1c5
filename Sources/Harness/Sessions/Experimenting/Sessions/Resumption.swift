import Analysis
import DriverProtocol
import Foundation
import Recording
import Running
import Scenarios
import Store

/// Resumes an interrupted experiment, only if what it measures is unchanged.
public struct Resumption {
  /// The experiment.
  public let experiment: Experiment
  /// The call that made it, for resuming.
  public let call: SessionCall
  /// Its command line; nil if it can't be resumed.
  public let invocation: Invocation?
  private let store: ResultStore

  /// Finds the named experiment, or the latest of an unfinished call, if possible of one that can be resumed here.
  /// - Returns: nil if all are finished.
  /// - Throws: `StoreError`.
  public init?(_ reference: String?, in store: ResultStore) throws {
    let known = try store.experiments()
    let ofCall = Dictionary(grouping: known) { $0.invocation?.id }
    func call(of experiment: Experiment) -> SessionCall? {
      experiment.invocation.map { SessionCall(of: $0, among: ofCall[$0.id] ?? []) }
    }
    let unfinished = known.filter { experiment in
      guard let invocation = experiment.invocation else { return false }
      return call(of: experiment)?.isFinished(of: invocation.parts) == false
    }
    // What a process is measuring, it finishes; and of what a colleague measured, no scenario is here.
    let open = unfinished.last { experiment in
      FileManager.default.fileExists(atPath: experiment.invocation?.scenario ?? "")
        && !store.isBeingMeasured(experiment.number ?? 0)
    }
    guard let found = try reference.map({ try store.experiment($0) }) ?? open ?? unfinished.last
    else { return nil }
    experiment = found
    invocation = found.invocation
    self.call = call(of: found) ?? SessionCall([], in: "/")
    self.store = store
  }

  /// Its name in messages.
  public var name: String { "Experiment \(experiment.number ?? 0) (\(experiment.name))" }

  /// A Boolean value indicating whether nothing is left to measure.
  public var isFinished: Bool {
    guard let invocation else { return experiment.completedAt != nil }
    return call.isFinished(of: invocation.parts)
  }

  /// The outcome of a finished call, by what it stored; nil if that alone does not say it: a ruling, a search, an
  /// explanation or a saved file may still be missing.
  public var outcome: Outcome? {
    get throws {
      let known = ["run", "compare", "check", "qualify"]
      guard isFinished, known.contains(invocation?.arguments.first ?? "") else { return nil }
      return try call.experiments.values.map { own -> Outcome in
        let analysis = ExperimentAnalysis(own, runs: try store.runsWithSteps(of: own))
        // Parts and qualifications have no verdicts.
        if own.partition != nil || own.decision?.purpose == .qualification {
          return analysis.outcome
        }
        return try JudgedExperiment(analysis)?.outcome ?? analysis.outcome
      }.max()
    }
  }

  /// The number of existing runs.
  public var runs: Int {
    get throws { try store.runCounts(of: experiment.number ?? 0).all }
  }

  /// Checks that it can be resumed, as far as possible before building, which may take long.
  /// - Parameter machine: reads the machine.
  /// - Throws: `StoreError` if a process is measuring it, ``Refusal`` with all changes.
  public func check(_ machine: () throws -> Environment) throws {
    guard let invocation else { return }
    if let number = experiment.number, store.isBeingMeasured(number) {
      throw StoreError.beingMeasured(number: number)
    }
    var now = experiment
    now.scenario = try TextFile.text(of: invocation.scenario)
    now.version = Version.current
    now.environment = try machine()
    try Self.require(experiment.changes(to: now), of: experiment)
  }

  /// Refuses with the changes and a remedy, unless there are none.
  /// - Throws: ``Refusal``.
  static func require(_ changes: [String], of experiment: Experiment) throws {
    if !changes.isEmpty { throw Refusal.changed(changes, since: experiment) }
  }
}

extension Experiment {
  /// Returns the differences between what was measured and what would be measured now; empty if there are
  /// none.
  func changes(to planned: Experiment) -> [String] {
    var changes = changes(toScenario: planned.scenario)
    if version != planned.version {
      changes.append("it was begun by Rehearse \(version), and this is \(planned.version)")
    }
    if let environment, let now = planned.environment { changes += environment.changes(to: now) }
    if let then = partition?.parts.first?.machine,
      let now = planned.partition?.parts.first?.machine,
      then != now
    {
      changes.append(
        "it was begun on the machine '\(then)', and this is '\(now)'; make the part anew here, into "
          + "another store")
    }
    changes += storiesOfOtherFiles(than: planned).map {
      "files that '\($0)' works on were changed"
    }
    let built = Dictionary(planned.builds.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    for build in builds {
      if let now = built[build.name] {
        changes += build.changes(to: now, inPlace: revision, planned.revision)
      } else {
        changes.append("there is no build '\(build.name)'")
      }
    }
    return changes
  }

  /// Returns the differences of the scenario, with the fixture as a separate one.
  func changes(toScenario text: String) -> [String] {
    guard text != scenario else { return [] }
    let file = invocation?.scenario ?? "the scenario"
    let then = try? ScenarioParser.parse(scenario, file: file)
    let now = try? ScenarioParser.parse(text, file: file)
    let isFixtureChanged = then != nil && now != nil && then?.fixture != now?.fixture
    return ["\(isFixtureChanged ? "the fixture in " : "")the scenario file \(file) was changed"]
  }
}

extension BuildRecord {
  /// Returns what distinguishes two programs of the same name.
  func changes(to now: BuildRecord) -> [String] {
    var pairs: [(what: String, then: String?, now: String?)] = [("", sha256, now.sha256)]
    let words = Set((files ?? [:]).keys).union((now.files ?? [:]).keys).sorted()
    pairs += words.map { (" '\($0)'", files?[$0], now.files?[$0]) }
    for layout in 0..<max(layouts.count, now.layouts.count) {
      pairs.append(
        (
          " in layout \(layout + 1)", layouts.dropFirst(layout).first?.sha256,
          now.layouts.dropFirst(layout).first?.sha256
        ))
    }
    guard let changed = pairs.first(where: { $0.then != $0.now }) else { return [] }
    return [
      "the build '\(name)' is another program: the SHA-256 of its file\(changed.what) was "
        + "\(Self.short(changed.then)) and is \(Self.short(changed.now))"
    ]
  }

  /// Returns the same, and for a program that is not one file how the files behind it differ: an interpreter reads
  /// modules, and a step starts programs, that no command names. The revisions are those of the files in place.
  func changes(to now: BuildRecord, inPlace then: Revision?, _ current: Revision?) -> [String] {
    let changes = changes(to: now)
    guard changes.isEmpty, sha256 == nil else { return changes }
    return changesOfSources(to: now, inPlace: then, current)
  }

  /// Returns how the files differ that two programs of the same name are made of, by the revisions of both, or of
  /// the files in place. Without a repository nothing is known.
  func changesOfSources(
    to now: BuildRecord, inPlace then: Revision?, _ current: Revision?
  ) -> [String] {
    let isSameInPlace = then.flatMap { then in current.map(then.hasSameFiles) }
    if revision == nil, now.revision == nil {
      guard isSameInPlace == false else { return [] }
      return [Self.sentence(name, then, current)]
    }
    // A commit of the work tree has new files, too, such as reports and stores, which don't count.
    let isOfWorkTree = revision?.isDirty == true || now.revision?.isDirty == true
    let isSame = revision?.commit == now.revision?.commit || isOfWorkTree && isSameInPlace == true
    return isSame ? [] : [Self.sentence(name, revision, now.revision)]
  }

  private static func sentence(_ build: String, _ then: Revision?, _ now: Revision?) -> String {
    "the build '\(build)' is of other files: "
      + (then?.commit == now?.commit
        ? "their changes since the commit \(then?.short ?? "none") differ"
        : "its commit was \(then?.short ?? "none") and is \(now?.short ?? "none")")
  }

  private static func short(_ hash: String?) -> String {
    hash.map { "\($0.prefix(12))…" } ?? "none"
  }
}

extension Environment {
  /// Returns the differences of the machine, as far as runs and pairs depend on it.
  func changes(to now: Environment) -> [String] {
    now.differences(from: self).map(\.description) + (facts?.changes(to: now.facts) ?? [])
  }
}

extension MachineFacts {
  /// Returns what is no longer possible, or only now: an experiment in which only some pairs are duets would
  /// be two.
  fileprivate func changes(to now: MachineFacts?) -> [String] {
    guard let now else { return [] }
    let probes: [(String, (MachineFacts) -> Fact<Probe>?)] = [
      ("switching address randomisation off", \.fixedAddresses),
      ("resetting peak memory", \.peakReset),
      ("making a memory control group", \.memoryGroup),
      ("giving a thread fine time slices", \.timeSlices),
      ("entering the real-time class", \.realTimeClass),
      ("counting instructions by the processor", \.hardwareCounters),
    ]
    var changes = probes.compactMap { what, probe -> String? in
      guard let then = probe(self)?.value, let now = probe(now)?.value,
        (then == .works) != (now == .works)
      else { return nil }
      return "\(what) "
        + "\(then == .works ? "worked then, and is refused now" : "was refused then, and works now")"
    }
    if let then = allowedProcessors.value, let now = now.allowedProcessors.value, then != now {
      changes.append("Rehearse was allowed \(then) CPUs, and is allowed \(now) now")
    }
    return changes
  }
}
