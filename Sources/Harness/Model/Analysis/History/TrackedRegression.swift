import Foundation
import Metrics
import Recording
import Scenarios

/// A gated cell that checks found to be worse than the same baseline, from the first such check to the one
/// that shows it gone.
public struct TrackedRegression: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// The cell that got worse.
  public let cell: CellName
  /// The check that found it first.
  public let found: Experiment
  /// The latest check that shows it.
  public private(set) var latest: Experiment
  /// The finding of that check.
  public private(set) var result: CellResult
  /// A Boolean value indicating whether that check's gate is a budget, which no other side is compared with.
  public private(set) var isOfBudget: Bool
  /// The first later check that shows it gone; nil as long as there is none.
  public private(set) var gone: Experiment?
  /// The numbers of all checks that show it.
  public private(set) var shownBy: [Int64]
  /// A Boolean value indicating whether a check of a commit as it is shows it, not only of changed files.
  private var isOfCommit: Bool
  /// The finding by the strictest gate of all checks that show it.
  private var strictest: (gate: Gate?, result: CellResult)

  /// The story, the metric and the step's place, for example `list/cpu-time`.
  public var cellName: String {
    "\(cell.story)/\(cell.metric.id)" + (cell.step.map { "/\($0.position)" } ?? "")
  }

  /// Its name: the number of the check that found it, and the cell, for example `12/list/cpu-time`.
  public var name: String { "\(found.number ?? 0)/\(cellName)" }

  /// Starts with the check that finds it first.
  private init(_ cell: JudgedCell, in check: Experiment, _ result: CellResult) {
    scenario = check.name
    self.cell = cell.name
    (found, latest) = (check, check)
    self.result = result
    isOfBudget = cell.gate?.isBudget == true
    isOfCommit = check.measuredRevision?.isModified == false
    strictest = (cell.gate, result)
    shownBy = [check.number ?? 0]
  }

  /// The latest decision about it, made about any check that shows it. A team's store may have an earlier
  /// check than the one whose number was given.
  public func note(among notes: [RegressionNote]) -> RegressionNote? {
    notes.filter { $0.cell == cellName && shownBy.contains($0.experiment) }
      .max { $0.decidedAt < $1.decidedAt }
  }

  /// The state of a regression.
  public enum Status: Sendable, Hashable {
    /// Nobody is assigned.
    case new
    /// Somebody is assigned.
    case investigating
    /// It is accepted through the end of that day.
    case accepted(until: CalendarDay)
    /// The check of this number shows it gone.
    case fixed(by: Int64)

    /// A Boolean value indicating whether there is something left to do.
    public var isOpen: Bool {
      switch self {
      case .new, .investigating: true
      case .accepted, .fixed: false
      }
    }

    /// The state in one word.
    public var word: String {
      switch self {
      case .new: "new"
      case .investigating: "investigating"
      case .accepted: "accepted"
      case .fixed: "fixed"
      }
    }
  }

  /// Returns its state; the decisions may include those about other regressions. A check's finding comes
  /// before decisions, and an acceptance ends on its day.
  public func state(_ notes: [RegressionNote], at now: Date) -> Status {
    if let gone { return .fixed(by: gone.number ?? 0) }
    switch note(among: notes)?.decision {
    case nil, .new: return .new
    case .investigating: return .investigating
    case .accepted(let day): return now < day.end ? .accepted(until: day) : .new
    }
  }

  /// The properties that two checks must share for one to say something about the other's finding.
  ///
  /// The baseline is part of it: if a commit is no worse than its parent, which brought the regression, the
  /// regression may still be there.
  private struct Subject: Hashable {
    let scenario: String
    let cell: CellName
    let baseline: String
  }

  /// The relation of a check to the commit that brought a regression.
  private enum Relation {
    /// Its commit is the latest one that shows the regression, or a descendant.
    case holds
    /// It is on another branch.
    case doesNot
    /// Their order is unknown: only one has a commit, or its history is not known.
    case unknown
    /// Neither has a commit: only time orders them.
    case withoutCommits
  }

  private func relation(to experiment: Experiment) -> Relation {
    let commits = [latest, experiment].compactMap { $0.candidateRevision?.commit }
    guard commits.count == 2 else { return commits.isEmpty ? .withoutCommits : .unknown }
    if commits[0] == commits[1] { return .holds }
    guard let ancestry = experiment.decision?.ancestry else { return .unknown }
    return ancestry.contains(commits[0]) ? .holds : .doesNot
  }

  /// Returns whether the finding of a later check is that nothing is left to find: a looser gate lets pass what
  /// the strictest one found, so its word alone is not enough.
  private func isGone(by cell: JudgedCell) -> Bool {
    guard let later = cell.outcome.result else { return cell.outcome.isShownHarmless }
    guard cell.outcome.isShownHarmless else { return false }
    if later.verdict == .improved || cell.gate.allowed <= strictest.gate.allowed { return true }
    // What the strictest gate calls within it, or unchanged.
    let passing = strictest.result
    let limit = later.verdict == .unchanged ? passing.margin.map { 1 + $0 } : nil
    return later.value.upper <= limit ?? passing.bound
  }

  /// Returns whether a check measures what the latest one that shows it measured, so that it could find it again.
  ///
  /// The machine may be another if it is of the same kind: both sides of a ratio were measured together. A
  /// budget is about one side alone, and another processor is faster. An edited scenario is the same as long as
  /// the story and the files that it works on are. If each side ran a driver of its own, the difference may be
  /// theirs, unless the story is proven to be the same.
  private func isMeasured(
    alike check: Experiment, _ cell: JudgedCell, reading scenario: (String) -> Scenario?
  ) -> Bool {
    let (before, after) = (latest.environment, check.environment)
    guard before?.architecture == after?.architecture, before?.processors == after?.processors,
      cell.gate?.isBudget != true || before?.processor == after?.processor,
      !latest.storiesOfOtherFiles(than: check).contains(self.cell.story),
      cell.outcome.result == nil || check.decision?.harness?.differing.isEmpty != false
    else { return false }
    if latest.scenario == check.scenario { return true }
    guard let then = scenario(latest.scenario), let now = scenario(check.scenario) else {
      return false
    }
    return now.replays(self.cell.story, as: then)
  }

  /// Returns all regressions that checks found, the latest first; the comparisons may be in any order, and
  /// only checks count. An inconclusive check changes nothing, and a finding after it was gone is a new
  /// regression. A check of a branch without the commit in question says nothing about it, however late it
  /// was made, and one that lacks parts of other machines decides nothing. Nor does one of changed files, with a looser
  /// gate, on another kind of machine, of another story or with a driver for each side, unless it finds it again.
  public static func all(
    in judged: [(experiment: Experiment, judgement: Judgement)]
  ) -> [TrackedRegression] {
    let checks = judged.filter {
      $0.experiment.decision?.purpose.isCheck == true && $0.judgement.missing == nil
    }.sorted { Experiment.isEarlier($0.experiment, than: $1.experiment) }
    var ended: [TrackedRegression] = []
    var current: [Subject: [TrackedRegression]] = [:]
    // Thousands of checks may have few scenarios.
    var read: [String: Scenario?] = [:]
    func scenario(_ text: String) -> Scenario? {
      if let earlier = read[text] { return earlier }
      let own = try? ScenarioParser.parse(text, file: "", allowingUnrecorded: true)
      read[text] = .some(own)
      return own
    }
    for (experiment, judgement) in checks {
      let baseline = experiment.record(of: judgement.baseline)
      // An unidentified baseline equals only itself.
      let identity =
        AnchoredHistory.Anchor(baseline)?.identity ?? "experiment \(experiment.number ?? 0)"
      // A whole run is a gated cell only if it got worse.
      let wholes = judgement.guards.filter { whole in
        !judgement.gated.contains { $0.name == whole.name } && whole.outcome.verdict != .regressed
      }
      for cell in judgement.gated + wholes {
        // A budget is about the candidate alone.
        let isBudget = cell.gate?.isBudget == true
        let subject = Subject(
          scenario: experiment.name, cell: cell.name, baseline: isBudget ? "" : identity)
        if let result = cell.outcome.result, result.verdict == .regressed {
          var open = current[subject] ?? []
          // If the order of the commits is unknown, it is assumed to be the latest open one.
          let known = open.indices.filter {
            [.holds, .withoutCommits].contains(open[$0].relation(to: experiment))
          }
          let same =
            known.isEmpty
            ? open.indices.filter { open[$0].relation(to: experiment) == .unknown }.suffix(1)
            : known[...]
          for index in same { open[index] = open[index].seen(in: experiment, cell, result) }
          if same.isEmpty { open.append(TrackedRegression(cell, in: experiment, result)) }
          current[subject] = open
        } else if cell.outcome.isShownHarmless, let open = current[subject] {
          current[subject] = open.filter { regression in
            guard [.holds, .withoutCommits].contains(regression.relation(to: experiment)),
              regression.isGone(by: cell),
              // What is not committed fixes no commit.
              !regression.isOfCommit || experiment.measuredRevision?.isModified != true,
              regression.isMeasured(alike: experiment, cell, reading: scenario)
            else { return true }
            var regression = regression
            regression.gone = experiment
            ended.append(regression)
            return false
          }
        }
      }
    }
    return (ended + current.values.flatMap(\.self)).sorted {
      ($1.found.startedAt, $1.found.number ?? 0, $0.name)
        < ($0.found.startedAt, $0.found.number ?? 0, $1.name)
    }
  }

  private func seen(
    in experiment: Experiment, _ cell: JudgedCell, _ result: CellResult
  ) -> TrackedRegression {
    var copy = self
    copy.latest = experiment
    copy.result = result
    copy.isOfBudget = cell.gate?.isBudget == true
    copy.isOfCommit = isOfCommit || experiment.measuredRevision?.isModified == false
    if cell.gate.allowed < strictest.gate.allowed { copy.strictest = (cell.gate, result) }
    copy.shownBy.append(experiment.number ?? 0)
    return copy
  }
}

extension [TrackedRegression] {
  /// The regression of that name; nil if there is none. A cell with a budget, too, may have two, and the one
  /// that is not gone counts.
  public func named(_ name: String) -> TrackedRegression? {
    let all = filter { $0.name == name }
    return all.first { $0.gone == nil } ?? all.first
  }
}

extension Experiment {
  /// The revision that was compared with its baseline; nil outside of a repository.
  var candidateRevision: Revision? {
    decision.flatMap { record(of: $0.candidate)?.revision ?? revision }
  }
}

extension Gate? {
  /// The share that may be added to the baseline, or the candidate's maximum; 0 without a limit.
  fileprivate var allowed: Double {
    switch self?.limit {
    case .change(let share)?: share
    case .budget(let most)?: most
    case nil: 0
    }
  }
}

extension CellOutcome {
  /// A Boolean value indicating whether it is shown that nothing got worse, as far as its gate asks.
  fileprivate var isShownHarmless: Bool {
    switch self {
    case .proven: true
    case .judged(let result): [.improved, .unchanged, .withinGate].contains(result.verdict)
    default: false
    }
  }
}
