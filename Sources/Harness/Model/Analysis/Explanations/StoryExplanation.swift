import Metrics
import Recording
import Statistics

/// A story with what accounts for its change, or why that is unknown.
public struct StoryExplanation: Sendable, Equatable {
  /// The story.
  public let story: String
  /// The explanation, or the reason why there is none.
  public let answer: Answer

  /// An explanation or its absence.
  public enum Answer: Sendable, Equatable {
    case explained(Explanation)
    /// Nothing can be said about the change.
    case unexplained(NoExplanation)
  }

  /// The explanation, if there is one.
  public var explanation: Explanation? {
    if case .explained(let explanation) = answer { explanation } else { nil }
  }
}

/// The reason for a story's missing explanation, which is printed in its place.
public enum NoExplanation: Sendable, Equatable {
  /// There are too few counts of a side to show whether they repeat.
  case tooFewCounts(found: Int, needed: Int)
  /// The story is no cycle, so nothing is known about what it retains.
  case noCycle
  /// Too few pairs have profiles of both sides for any function to be shown.
  case tooFewPairs(found: Int, needed: Int)
  /// The steps ended before the profiler's first sample, or no thread waited for anything but a CPU.
  case noSamples
  case failed(RunFailure)
  /// A run failed while calls were recorded; the app may work without that.
  case failedWhileRecorded(RunFailure)
}

extension ExperimentAnalysis {
  /// The explanations of an experiment that was made for that; empty for any other. Its runs need their
  /// profiles.
  public var explanations: [StoryExplanation] {
    get throws(StatisticsError) {
      guard let decision = experiment.decision, decision.purpose == .explanation else { return [] }
      var explanations: [StoryExplanation] = []
      for story in stories {
        explanations.append(StoryExplanation(story: story, answer: try explain(story, decision)))
      }
      return explanations
    }
  }

  private func explain(
    _ story: String, _ decision: Decision
  ) throws(StatisticsError) -> StoryExplanation.Answer {
    let metric = decision.explained ?? .cpuTime
    if !metric.isExplainedByProfiles { return try explainCounts(of: metric, story, decision) }
    let own = runs.filter { $0.story == story }
    let profiles = decision.profiles(of: own)
    let stories = stories.count
    let needed = SignFlipFamily.fewestPairs(alpha: Explanation.alpha / Double(max(1, stories)))
    guard profiles.count >= needed else {
      if let failure = own.lazy.compactMap(\.storyFailure).first {
        return .unexplained(.failed(failure))
      }
      return .unexplained(.tooFewPairs(found: profiles.count, needed: needed))
    }
    let hasSamples = profiles.contains {
      let (baseline, candidate) = ($0.baseline, $0.candidate)
      let before = baseline.samples > baseline.samplesInRunQueue
      let after = candidate.samples > candidate.samplesInRunQueue
      return metric == .cpuTime ? before && after : before || after
    }
    guard hasSamples else { return .unexplained(.noSamples) }
    func work(_ build: String) -> CallCounts? {
      own.first { $0.build == build && $0.kind == .counted }?.work
    }
    let works: Pair<CallCounts>?
    if let baseline = work(decision.baseline), let candidate = work(decision.candidate) {
      works = Pair(baseline: baseline, candidate: candidate)
    } else {
      works = nil
    }
    let failure = own.lazy.filter { $0.kind == .counted }.compactMap(\.countingFailure).first
    return .explained(
      try Explanation(
        story: story, metric: metric, baseline: decision.baseline,
        candidate: decision.candidate, profiles: profiles, work: works, stories: stories,
        layouts: experiment.layouts,
        uncounted: works == nil ? failure?.clause ?? decision.uncounted : nil))
  }
}

extension Decision {
  /// The profiles of those rounds of a story that passed with one on both sides.
  func profiles(of runs: [Run]) -> [Pair<Profile>] {
    func side(_ build: String) -> [Run] {
      runs.filter { $0.build == build && $0.passed && $0.profile != nil }
    }
    return Pair.all(baseline: side(baseline), candidate: side(candidate), round: \.round)
      .compactMap { pair -> Pair<Profile>? in
        guard let baseline = pair.baseline.profile, let candidate = pair.candidate.profile else {
          return nil
        }
        return Pair(baseline: baseline, candidate: candidate)
      }
  }
}

extension Explanation {
  /// A caveat for readers of an explanation.
  public enum Caveat: Sendable, Equatable {
    /// The story no longer shows a change.
    case noChange
    /// The runs are short, so that only large parts of them are found; samples per run.
    case fewSamples(Int)
    /// The profiler lost these shares of both sides' samples.
    case lostSamples(Pair<Double>)
    /// The profiler lost some of the moments when threads lost or got a CPU.
    case lostSwitches
    /// This share of the time is in code without symbols, most of it in this module.
    case noSymbols(Double, module: String)
    /// This share of the time is in an interpreter that doesn't name the app's functions.
    case interpreter(Double, module: String)
    /// The kernel's part is invisible.
    case noKernel
    /// Instructions and calls were not counted; why, as part of a sentence.
    case noWork(String?)
    /// This share of the time is in functions whose caller is unknown.
    case noCallChains(Double)
    /// Inlined functions are not separate from those that they were inlined into.
    case noInlining(Profile.Inlining)
    /// Both sides do the same work, but one takes longer: the place of its code may be the reason.
    case layoutSuspect
    /// This many functions and types have counts that don't repeat.
    case varies(Int)
    /// Cycles of these builds are not shown to retain anything.
    case notRetained([String])
    /// This many allocations, or bytes of them, are missing because the table was full.
    case fullTable(Int)
    /// Who allocates in these services is not recorded.
    case servicesLeftOut([String])
  }

  /// The caveats that apply.
  public var caveats: [Caveat] {
    if !isOfTime { return caveatsOfCounts }
    var caveats: [Caveat] = []
    if total.difference.lower <= 0, total.difference.upper >= 0 { caveats.append(.noChange) }
    let aRun = (samples.baseline + samples.candidate) / max(1, 2 * pairs)
    if aRun < Self.fewSamples, metric == .cpuTime { caveats.append(.fewSamples(aRun)) }
    let lost = lostShares
    let worst = max(lost.baseline, lost.candidate)
    if metric == .cpuTime {
      if worst > Self.negligibleShare { caveats.append(.lostSamples(lost)) }
    } else if worst > 0 {
      caveats.append(.lostSwitches)
    }
    if let inside = share(of: \.isOfInterpreter), unnamedShare > 0.5 {
      caveats.append(.interpreter(unnamedShare, module: inside.module))
    }
    // Of an interpreter they would say no more of the app.
    if let unknown = share(of: { $0.kind == .unknown && !$0.isOfInterpreter }),
      unknown.share > Self.noticeableShare
    {
      caveats.append(.noSymbols(unknown.share, module: unknown.module))
    }
    if flatShare > Self.flatShareToTell { caveats.append(.noCallChains(flatShare)) }
    if !functions.contains(where: { $0.function.kind == .kernel }) { caveats.append(.noKernel) }
    if functions.contains(where: \.isShown), instructions == nil, metric == .cpuTime {
      caveats.append(.noWork(uncounted))
    }
    if let untold { caveats.append(.noInlining(untold)) }
    if isLayoutSuspect { caveats.append(.layoutSuspect) }
    return caveats
  }

  /// A Boolean value indicating whether the change may come from the place of the code, by the same
  /// thresholds as verdicts: no shown function does other work, nor do all together, and the change is no
  /// greater than what layouts cause. With several layouts it is false.
  private var isLayoutSuspect: Bool {
    guard layouts == 1, let instructions, instructions.baseline > 0, total.baseline > 0 else {
      return false
    }
    let shown = functions.filter { $0.own.isShown && $0.kind != .moved }
    // Work of inlined code is only in the work of all functions together.
    return !shown.isEmpty
      && shown.allSatisfy {
        // Of services nothing is counted.
        let isInlined = $0.isInlined.baseline || $0.isInlined.candidate
        return $0.kind == .speed || $0.kind == nil && isInlined && $0.function.service == nil
      }
      && LayoutGuard().suspects(
        time: 1 + total.difference.point / total.baseline,
        instructions: instructions.candidate / instructions.baseline)
  }

  private var caveatsOfCounts: [Caveat] {
    var caveats: [Caveat] = []
    // Counts that vary may have equal means, and are not the same.
    let (least, most) = (total.difference.lower, total.difference.upper)
    let lost = lostSamples.baseline.addingReportingOverflow(lostSamples.candidate).partialValue
    // What is not in the table is in no count.
    if least == 0, most == 0, !isOfOne, lost == 0 { caveats.append(.noChange) }
    if !servicesLeftOut.isEmpty { caveats.append(.servicesLeftOut(servicesLeftOut)) }
    if !unretained.isEmpty { caveats.append(.notRetained(unretained)) }
    if unrepeated > 0 { caveats.append(.varies(unrepeated)) }
    if lost > 0 { caveats.append(.fullTable(lost)) }
    if let unknown = share(of: { $0.kind == .unknown }), unknown.share > Self.noticeableShare {
      caveats.append(.noSymbols(unknown.share, module: unknown.module))
    }
    if let untold { caveats.append(.noInlining(untold)) }
    return caveats
  }

  /// The shares of both sides' samples that the profiler lost.
  private var lostShares: Pair<Double> {
    func share(_ lost: Int, _ kept: Int) -> Double {
      lost > 0 ? Double(lost) / (Double(lost) + Double(kept)) : 0
    }
    return Pair(
      baseline: share(lostSamples.baseline, samples.baseline),
      candidate: share(lostSamples.candidate, samples.candidate))
  }

  /// The reason why inlined functions are not separate; nil if they are, or if the app has little code.
  private var untold: Profile.Inlining? {
    guard let inlining, inlining != .told,
      let app = share(of: { $0.kind == .app && !$0.isMadeAtRunTime }),
      app.share > Self.noticeableShare
    else { return nil }
    return inlining
  }

  /// The share of the time in an interpreter for which it names no function of the app.
  private var unnamedShare: Double {
    var isNamed: [Bool] = []
    var time = 0.0
    for node in tree.nodes {
      let isBelow = node.parent.map { isNamed[$0] } ?? false
      let isForCPU = node.function.waitReason?.isForCPU ?? false
      isNamed.append(isBelow || node.function.isMadeAtRunTime || isForCPU)
      if !isBelow, node.function.isOfInterpreter { time += node.own.baseline + node.own.candidate }
    }
    let whole = total.baseline + total.candidate
    return whole > 0 ? time / whole : 0
  }

  /// The share of these functions in the whole, and the module with most of it.
  private func share(of isMeant: (ProfiledFunction) -> Bool) -> (share: Double, module: String)? {
    let meant = functions.filter { isMeant($0.function) }
      .map { ($0.function.module, $0.own.baseline + $0.own.candidate) }
    let modules = Dictionary(meant, uniquingKeysWith: +)
    let time = total.baseline + total.candidate
    guard let most = modules.max(by: { $0.value < $1.value }), time > 0 else { return nil }
    return (modules.values.reduce(0, +) / time, most.key)
  }

  private static let fewSamples = 1_000
  private static let negligibleShare = 0.001
  private static let noticeableShare = 0.1
  /// Some code, such as libraries', has no frame pointers in any program.
  private static let flatShareToTell = 0.2
}

extension ProfiledFunction {
  /// A Boolean value indicating whether it is of a program that carries out the app, with symbols or without.
  fileprivate var isOfInterpreter: Bool {
    [.runtime, .unknown].contains(kind) && Self.language(ofInterpreter: String(ownModule)) != nil
  }
}
