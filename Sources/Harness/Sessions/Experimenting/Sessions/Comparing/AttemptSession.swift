import Analysis
import Building
import Foundation
import Recording
import Scenarios
import Statistics
import Store

/// The terms of an attempt, as a user names them.
public struct AttemptTerms: Sendable {
  /// The ledger's name.
  public var ledger: String
  /// The baseline: a branch, tag or commit.
  public var base: String
  /// The candidate's branch, tag or commit; nil for the current files.
  public var candidate: String?
  /// The build; nil for the first.
  public var build: String?
  /// The stories that only a final attempt measures; nil for those of the ledger.
  public var holdOut: [String]?
  /// A Boolean value indicating whether all stories are measured.
  public var isFinal: Bool

  /// Terms.
  public init(
    ledger: String, base: String, candidate: String? = nil, build: String? = nil,
    holdOut: [String]? = nil, isFinal: Bool = false
  ) {
    self.ledger = ledger
    self.base = base
    self.candidate = candidate
    self.build = build
    self.holdOut = holdOut
    self.isFinal = isFinal
  }
}

/// An attempt with its verdict, if there is one.
public struct JudgedAttempt: Sendable {
  /// The ledger, including the attempt.
  public let ledger: Ledger
  /// The attempt.
  public let attempt: Attempt
  /// The comparison; nil if nothing was measured, or if it is no longer stored.
  public let result: JudgedExperiment?
  /// A Boolean value indicating whether it was judged before.
  public let isRepeated: Bool

  /// The outcome of the call.
  public var outcome: Outcome {
    attempt.ruling?.verdict.outcome ?? max(result?.outcome ?? .toolFailed, .toolFailed)
  }
}

/// Judges an attempt of a loop: measures it against its base at the level that its ledger allows, once.
public struct AttemptSession: Sendable {
  private let file: ScenarioFile
  private let terms: AttemptTerms
  private let settings: ComparisonSettings
  private let store: ResultStore
  private let equipment: Equipment

  /// A session; it reads and measures nothing yet.
  public init(
    _ file: ScenarioFile, _ terms: AttemptTerms, _ settings: ComparisonSettings, store: ResultStore,
    _ equipment: Equipment
  ) {
    self.file = file
    self.terms = terms
    self.settings = settings
    self.store = store
    self.equipment = equipment
  }

  /// Judges the attempt, unless that was done before; `words` gives the reason to record.
  /// - Returns: without a verdict if the user asked to stop, or if Rehearse could not measure it.
  /// - Throws: ``Refusal`` if the ledger does not fit, `CancellationError` if the user asked to stop before the first
  ///   run, and errors of building, measuring and storing.
  public func carryOut(
    in call: SessionCall, wording words: (AttemptFinding, Judgement) -> String
  ) async throws -> JudgedAttempt {
    // Before a ledger is made.
    let held = terms.holdOut ?? []
    _ = try file.selecting(held, terms.build.map { [$0] } ?? [])
    if file.scenario.stories.allSatisfy({ held.contains($0.name) }) { throw Refusal.allHeldOut }
    let subject = try await subject()
    let ledger = try ledger()
    let same = ledger.attempts.filter { $0.subject.isSame(as: subject) }
    let resumed = call.experiment()?.number
    // A call that is resumed is about its own attempt, whatever the files are by now.
    let own = ledger.attempts.filter { resumed != nil && $0.experiment == resumed }
    if let known = (same + own).last(where: { $0.ruling != nil && !$0.isUnmeasured }) {
      return JudgedAttempt(
        ledger: ledger, attempt: known, result: try known.experiment.flatMap(stored),
        isRepeated: true)
    }
    // Several can be unfinished. Their levels differ, and the experiment was planned with that of its own.
    let planned = call.experiment()?.decision?.rule.alpha
    func isOpen(_ attempt: Attempt) -> Bool {
      attempt.ruling == nil && attempt.level == planned
        && (attempt.experiment ?? resumed) == resumed
    }
    let begun = same.last(where: isOpen)
    if call.experiment() != nil, begun == nil {
      throw ledger.attempts.contains(where: isOpen) ? Refusal.changedMeanwhile : .withdrawn
    }
    var attempt = try begun ?? store.begin(subject, in: ledger.name)
    let experiments = try store.latest(1).count
    let results: [JudgedExperiment]
    do {
      results = try await measure(subject, ledger, at: attempt.level, in: call)
    } catch {
      let refusal = error as? Refusal
      // Once there are runs, they have spent their level. If the clock ended them, whatever they show, nothing was
      // tested that could have been accepted.
      let isUnspent = try refusal?.kind == .timeLimit || store.latest(1).count == experiments
      guard begun == nil, isUnspent else { throw error }
      guard let verdict = refusal?.verdict else {
        try store.withdraw(attempt, from: ledger.name)
        throw error
      }
      attempt.level = 0
      return try conclude(attempt, verdict, "\(error)", nil)
    }
    guard let result = results.first else { return try conclude(attempt, nil, "", nil) }
    attempt.experiment = result.analysis.experiment.number
    guard result.outcome != .interrupted,
      let finding = AttemptFinding(result.judgement, ordinary: try ordinary(result))
    else { return try conclude(attempt, nil, "", result) }
    if result.judgement.proof != nil || result.judgement.newStories?.areAll == true {
      attempt.level = 0
    }
    return try conclude(attempt, finding.verdict, words(finding, result.judgement), result)
  }

  private func conclude(
    _ attempt: Attempt, _ verdict: Attempt.Verdict?, _ reason: String, _ result: JudgedExperiment?
  ) throws -> JudgedAttempt {
    var attempt = attempt
    attempt.ruling = verdict.map { Attempt.Ruling($0, because: reason, at: Date()) }
    try store.set(attempt, in: terms.ledger)
    return JudgedAttempt(ledger: try ledger(), attempt: attempt, result: result, isRepeated: false)
  }

  private func subject() async throws -> Attempt.Subject {
    let base = try await SourceIdentity(of: .named(terms.base), in: file.folder)
    let candidate = try await SourceIdentity(
      of: terms.candidate.map { .named($0) } ?? .workTree, in: file.folder)
    return Attempt.Subject(
      base: base.commit, baseTree: base.tree, candidate: candidate.commit, tree: candidate.tree,
      build: terms.build, isFinal: terms.isFinal)
  }

  private func ledger() throws -> Ledger {
    let hash = SHA256.text(of: SHA256.digest(of: file.text))
    let name = file.scenario.name
    let ledger = try store.ledger(
      terms.ledger,
      else: Ledger.Terms(scenario: name, sha256: hash, holdOut: (terms.holdOut ?? []).uniqued))
    guard ledger.terms.scenario == name, ledger.terms.sha256 == hash else {
      throw Refusal.otherTerms(ledger, of: name)
    }
    if let asked = terms.holdOut, Set(asked) != Set(ledger.terms.holdOut) {
      throw Refusal.otherHoldOut(ledger)
    }
    return ledger
  }

  /// Measures the attempt; before the first run it refuses changed data, a changed harness, and stories that read the
  /// scenario.
  private func measure(
    _ subject: Attempt.Subject, _ ledger: Ledger, at level: Double, in call: SessionCall
  ) async throws -> [JudgedExperiment] {
    var file = file
    let differing = try await file.differingData(from: subject.base, to: subject.candidate)
    if !differing.isEmpty { throw Refusal.dataDiffer(differing) }
    if !terms.isFinal, !ledger.terms.holdOut.isEmpty {
      let shown = file.scenario.stories.map(\.name).filter { !ledger.terms.holdOut.contains($0) }
      file = try file.selecting(shown, [])
    }
    let path = file.absolutePath
    var settings = settings
    settings.alpha = level
    settings.mustDecide = true
    settings.name = settings.name ?? "\(file.scenario.name)-judge"
    let choice: ComparisonChoice =
      if let candidate = terms.candidate {
        .revisions(baseline: terms.base, candidate: candidate, build: terms.build)
      } else {
        .revision(terms.base, build: terms.build)
      }
    // A check would make the attempts of a loop look like regressions of the project.
    let session = try ComparisonSession(
      file, choice, settings, for: .comparison, store: store, equipment)
    return try await session.carryOut(
      in: call,
      checking: { builds, harness in
        let commits = builds.map { $0.revision?.commit }
        let known: [String?] = [subject.base, subject.candidate]
        guard commits == known || commits == [subject.candidate] else {
          throw Refusal.changedMeanwhile
        }
        if let harness, harness.source == nil, !harness.differing.isEmpty {
          throw Refusal.harnessDiffers(harness.differing)
        }
      },
      examining: { inputs in
        let read = inputs.scenariosRead(of: path, sha256: ledger.terms.sha256)
        if !read.isEmpty { throw Refusal.scenarioRead(read) }
        let changed = inputs.scheduling.mapValues(\.ofCandidateAlone).filter { !$0.value.isEmpty }
        if !changed.isEmpty { throw Refusal.schedulingChanged(changed) }
      }, each: { _ in })
  }

  /// The judgement at the level of a single comparison, which sees more of what got worse.
  private func ordinary(_ result: JudgedExperiment) throws -> Judgement {
    var rule = result.judgement.rule
    rule.alpha = DecisionRule.standard.alpha
    return try Judgement(
      result.analysis, baseline: result.judgement.baseline, candidate: result.judgement.candidate,
      gates: try result.analysis.experiment.gates, rule: rule)
  }

  private func stored(_ number: Int64) throws -> JudgedExperiment? {
    guard let experiment = try store.readable(numbered: number) else { return nil }
    return try JudgedExperiment(store.analysisToJudge(experiment))
  }
}

extension Refusal {
  /// The verdict on an attempt that was refused before its first run; nil if the request was wrong, if there was
  /// too little time, or if Rehearse failed.
  fileprivate var verdict: Attempt.Verdict? {
    switch kind {
    case .outcome(.appFailed): .failed
    case .outcome(.notComparable): .refused
    case .outcome, .usage, .timeLimit: nil
    }
  }
}
