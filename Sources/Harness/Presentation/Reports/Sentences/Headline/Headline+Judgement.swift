import Analysis
import Metrics
import Recording
import Scenarios
import Statistics

extension Headline {
  /// Returns a judgement's outcome and changes, always in the same words: bad news first, and the greatest
  /// change of each kind first.
  ///
  /// For example `Regressed: login: CPU time +7.6 % (6.3 to 8.9). 34 of 36 cells unchanged, 1 inconclusive.`
  public static func sentence(_ judgement: Judgement) -> String {
    let sameWork = sameWork(judgement)
    let known = [proof(judgement), new(judgement), sameWork].compactMap(\.self)
    let isAll = judgement.failures.isEmpty && judgement.gated.allSatisfy(\.isKnownBefore)
    let control = [ControlText.headline(judgement)].compactMap(\.self)
    let found = isAll && !known.isEmpty ? known : known + control + [verdict(judgement)]
    // The measured stories are news; the others are not.
    let proven = sameWork == nil ? storyProofs(judgement) : []
    let opening = missing(judgement) + failingReservations(judgement)
    return (opening + found + proven + ungatedTimes(judgement) + reservations(judgement))
      .joined(separator: " ")
  }

  /// Returns that nothing is decided because parts of the plan, or the end of measuring, are missing: what is
  /// there gives no verdict. Empty if nothing is missing.
  private static func missing(_ judgement: Judgement) -> [String] {
    judgement.missing.map { ["Nothing is decided: \($0.words). So far:"] } ?? []
  }

  /// Returns the outcome of all candidates of a comparison in one line, the gravest first; nil if there are
  /// fewer than two.
  public static func closing(_ judgements: [Judgement]) -> String? {
    guard judgements.count > 1 else { return nil }
    // Equal outcomes keep the candidates' order.
    let ordered = judgements.enumerated().sorted {
      ($1.element.outcome, $0.offset) < ($0.element.outcome, $1.offset)
    }.map(\.element)
    return ordered.map { "\($0.candidate): \(sentence($0))" }.joined(separator: " ")
  }

  private static func verdict(_ judgement: Judgement) -> String {
    let cells = judgement.gated
    func clauses(_ kinds: [(standing: CellStanding, heading: String)]) -> [String] {
      kinds.flatMap { kind in
        let found = cells.filter { $0.standing == kind.standing && !$0.looksLikeNothing }
        guard kind.standing == .withinGate else {
          // It is unknown whether these come from the program or from the linker's layout.
          return [
            clause(kind.heading, found.filter { $0.uncheckedLayout == nil }),
            clause(
              kind.heading + JudgedCell.uncheckedRemark, found.filter { $0.uncheckedLayout != nil }),
          ]
        }
        // Less needs no gate to pass.
        return [
          clause(kind.heading, found.filter { !$0.isLess }),
          clause("A little less", found.filter(\.isLess)),
        ]
      }.compactMap(\.self)
    }
    let failures = failed(judgement)
    let bad = clauses(badNews)
    // With failures present, only count the rest.
    let isBad = !failures.isEmpty || !bad.isEmpty
    let named = isBad ? bad : clauses(goodNews)
    // Cells that are named in full are not counted.
    let areCounted = cells.contains(where: \.looksLikeNothing) ? [CellStanding.withinGate] : []
    let counted =
      isBad ? others + goodNews.map(\.standing) : others.filter { !open.contains($0) } + areCounted
    let rest = counted.map { standing in
      (count: cells.count { $0.standing == standing }, word: standing.word)
    }.filter { $0.count > 0 }
    let undecided = isBad ? [] : notDecided(cells)
    var sentences = failures + undecided + named.map { "\($0)." }
    // Undecided cells are unknown.
    let isDecided =
      judgement.undecided.isEmpty && judgement.missing == nil && !judgement.failsByReservations
    switch judgement.outcome {
    case .passed, .inconclusive:
      if !named.isEmpty, isDecided { sentences.insert("No regression.", at: 0) }
    case .notComparable:
      if cells.isEmpty { return "Not comparable: no cell is gated." }
      if named.isEmpty { sentences.insert("Not comparable.", at: 0) }
    case .regression, .appFailed, .toolFailed, .interrupted: break
    }
    guard let first = rest.first else { return sentences.joined(separator: " ") }
    let all = cells.count.counted("cell", "cells")
    let isEach = first.count == cells.count && cells.count > 1
    let share = isEach ? "all \(all)" : "\(first.count) of \(all)"
    let counts = (["\(share) \(first.word)"] + rest.dropFirst().map { "\($0.count) \($0.word)" })
      .joined(separator: ", ")
    let isGood = sentences.isEmpty && isDecided
    let sentence = isGood ? "No regression: \(counts)" : counts.capitalisedFirst
    return (sentences + ["\(sentence)."]).joined(separator: " ")
  }

  /// Undecided cells, by name, with what would decide them: a change that was not shown may still exist.
  /// Changes that may come from the place of the code are a kind of their own; what a control spoilt is
  /// reported with the control.
  private static func notDecided(_ cells: [JudgedCell]) -> [String] {
    let open = cells.filter { $0.standing == .inconclusive }
    let suspect = cells.filter { $0.standing == .layoutSuspect }
    return [
      clause("Not decided", open, measured: true).map { $0 + effort(open) + "." },
      clause("Layout suspect", suspect).map { "\($0)." },
    ].compactMap(\.self)
  }

  /// For example `; about 8 min would decide it`; empty if unknown.
  private static func effort(_ cells: [JudgedCell]) -> String {
    let efforts = cells.compactMap { $0.outcome.result?.deciding }
    guard efforts.count == cells.count,
      let most = efforts.max(by: { $0.pairs < $1.pairs })
    else { return "" }
    let them = cells.count == 1 ? "it" : "them"
    if efforts.allSatisfy(\.isWithinPlan), let time = most.time {
      return "; about \(rounded(time)) would decide \(them)"
    }
    let time = most.time.map { ", \(rounded($0))" } ?? ""
    return "; about \(most.pairs) pairs would decide \(them)"
      + (most.isWithinPlan ? "" : " (--pairs \(most.pairs)\(time))")
  }

  /// An approximate duration: `40 s`, `8 min`, `3 h`; rounded up, so that it is enough.
  private static func rounded(_ time: Duration) -> String {
    let seconds = Int((time / .seconds(1)).rounded(.up))
    if seconds <= 90 { return "\(max(10, (seconds + 9) / 10 * 10)) s" }
    let minutes = (seconds + 59) / 60
    return minutes <= 90 ? "\(minutes) min" : "\((minutes + 59) / 60) h"
  }

  /// The number of named cells of a kind; more would be too long for a sentence.
  static let maximumNamed = 3

  /// The standings that are named, the worst first.
  private static let badNews: [(standing: CellStanding, heading: String)] = [
    (.regressed, "Regressed"), (.aboveBudget, "Above budget"), (.missing, "Not comparable"),
  ]

  /// The standings that are named if there is nothing bad.
  private static let goodNews: [(standing: CellStanding, heading: String)] = [
    (.improved, "Improved"), (.withinGate, "Within the gate"),
  ]

  /// The standings that are only counted.
  private static let others: [CellStanding] = [
    .unchanged, .proven, .sameWork, .withinBudget, .layoutSuspect, .inconclusive, .unproven, .new,
  ]

  /// The standings that are named with what would decide them if there is nothing bad.
  private static let open: [CellStanding] = [.inconclusive, .layoutSuspect]

  /// The stories that failed or could not be counted, the app's failures first.
  private static func failed(_ judgement: Judgement) -> [String] {
    let isOfTool = !judgement.failures.contains { !$0.isOfTool }
    let ordered = judgement.failures.filter { !$0.isOfTool } + judgement.failures.filter(\.isOfTool)
    var failures = ordered.map { failure in
      let reason = failure.outcome.reason ?? ""
      guard let wrong = failure.wrong else { return (story: failure.story, reason: reason) }
      return ("\(failure.story), \(wrong.step)", "\(wrong.objection) (\(reason))")
    }
    for cell in judgement.gated where cell.standing == .unmeasured {
      guard !judgement.failures.contains(where: { $0.story == cell.name.story }) else { continue }
      failures.append((cell.name.story, cell.reason ?? ""))
    }
    if failures.isEmpty { return [] }
    let areWrong = failures.count == ordered.count && ordered.allSatisfy { $0.wrong != nil }
    let named = failures.map { "\($0.story): \($0.reason)" }.listed(atMost: maximumNamed, by: "; ")
    let heading = isOfTool ? "Not measured" : areWrong ? "Wrong outcome" : "The app failed"
    return ["\(heading): \(named)."]
  }

  /// Cells of one kind, grouped by story, each with its evidence if measured; nil if there are none.
  private static func clause(
    _ heading: String, _ cells: [JudgedCell], measured isMeasured: Bool = false
  ) -> String? {
    guard !cells.isEmpty else { return nil }
    // Equal sizes keep the scenario's order.
    let sorted = cells.enumerated().sorted {
      ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
    }.prefix(maximumNamed).map(\.element)
    let named = sorted.map(\.name.subject).uniqued.map { place in
      let own = sorted.filter { $0.name.subject == place }
      let changes = own.map { cell in
        guard isMeasured, let result = cell.outcome.result else { return cell.change }
        return "\(cell.change), \(result.evidence.countWords)"
      }
      return "\(place): \(changes.joined(separator: isMeasured ? " and " : ", "))"
    }
    let more = cells.count - sorted.count
    return "\(heading): \(named.joined(separator: "; "))" + (more > 0 ? "; and \(more) more" : "")
  }

  /// Returns what a reader of the verdicts must know, one sentence per cell: what has no verdict, what was
  /// measured at different times, and what may come from the place of the code.
  public static func warnings(_ judgement: Judgement) -> [String] {
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map {
      "\($0.story), which is not gated: \($0.sentence)"
    }
    return ungated + ofMachines(judgement) + ofAnotherTime(judgement) + ofUncheckedLayout(judgement)
      + ofTooLittleWork(judgement)
      + judgement.gated.compactMap { cell in
        // The sentence says why.
        if case .new(.some) = cell.outcome { return nil }
        if let reason = cell.reason { return "\(cell.name): \(cell.word) (\(reason))." }
        guard let result = cell.outcome.result, result.isLayoutSuspect else { return nil }
        let measurement = result.value
        return
          "\(cell.name): \(measurement.change(measurement.point)) %, with the same instructions: it may be "
          + "where the linker put the code. Set 'layouts: 8' in the scenario to find out."
      }
  }

  /// Changes that may come from the place of the code, one sentence for each reason why that is unknown.
  private static func ofUncheckedLayout(_ judgement: Judgement) -> [String] {
    let cells = (judgement.gated + judgement.others).compactMap { cell in
      cell.uncheckedLayout.map { (name: cell.name, reason: $0) }
    }
    let reach = NumberFormat.percent(judgement.rule.layoutGuard.effect)
    return cells.map(\.reason).uniqued.map { reason in
      let names = cells.filter { $0.reason == reason }.map { "\($0.name)" }
      let few = names.prefix(3).joined(separator: "; ")
      let rest = names.count > 3 ? " and \((names.count - 3).counted("other", "others"))" : ""
      return
        "Layout not checked, because \(reason): \(few)\(rest). A change in time of less than \(reach) % "
        + "may be where the linker put the code."
    }
  }

  private static func ofAnotherTime(_ judgement: Judgement) -> [String] {
    let cells = judgement.gated.filter { $0.outcome.result?.evidence.isAcrossTimes == true }
    guard let first = cells.first else { return [] }
    let names = cells.count > 1 ? cells.count.counted("cell", "cells") : "\(first.name)"
    return [
      "\(names): baseline and candidate were not measured together, so a change of the machine looks "
        + "like one of the program."
    ]
  }
}

extension CellResult.Evidence {
  /// A Boolean value indicating whether both sides were measured at different times.
  var isAcrossTimes: Bool {
    if case .acrossTimes = self { true } else { false }
  }
}

extension JudgedCell {
  /// A Boolean value indicating whether its outcome was known before anything was measured.
  public var isKnownBefore: Bool {
    switch outcome {
    case .proven, .new(.some): true
    default: false
    }
  }

  /// The finding on a cell: `login: CPU time +7.6 % (6.3 to 8.9)`.
  public var clause: String { "\(name.subject): \(change)" }

  /// The metric and its change, if known; of counts `0 → 37 errors in 60 runs of each build`.
  var change: String {
    let title = name.metric.titleInSentence
    guard let result = outcome.result else { return title }
    if case .counts(let counts) = result.value { return counts.words(of: title) }
    return "\(title) \(result.value.words(in: name.metric.unit))"
  }

  /// A Boolean value indicating whether the estimate is below the baseline. For runs that are known to vary,
  /// that shows nothing.
  fileprivate var isLess: Bool {
    outcome.result.map {
      $0.value.isRatio && $0.value.point < 1 && !$0.isRangeOfVaryingRuns
    } ?? false
  }

  /// A Boolean value indicating whether all of its change is rounded away, as in `0.0 % (range 0.0 to 0.0)`: some
  /// pages of memory that are always more or always fewer.
  fileprivate var looksLikeNothing: Bool {
    guard standing == .withinGate, case .range(let range)? = outcome.result?.value else {
      return false
    }
    return [range.point, range.lower, range.upper].allSatisfy {
      range.changeFormat.showsZero(for: ($0 - 1) * 100)
    }
  }

  /// The size of the change, for sorting; cells without a value come first.
  fileprivate var size: Double {
    guard let result = outcome.result else { return .infinity }
    switch result.value {
    case .ratio, .range: return abs(result.value.point - 1)
    case .mean, .counts: return result.bound > 0 ? result.value.point / result.bound : .infinity
    }
  }
}

extension CellName {
  /// The story, and the step if the cell is about one: `login, step 2 (lend ×600)`.
  var subject: String { story + (step.map { ", step \($0.position) (\($0.label))" } ?? "") }
}

extension CellResult.Value {
  /// `+7.6 % (6.3 to 8.9)`, `+0.5 % (range 0.4 to 0.6)`, `12.1 times as much (12.0 to 12.2)`,
  /// `52.3 MB (51.9 to 52.7)`, `0 → 37 in 60 runs of each build`.
  package func words(in unit: MetricUnit) -> String {
    switch self {
    case .ratio(let estimate): estimate.changeWords
    case .range(let range):
      Estimate.changeWords(point, lower, upper, range.changeFormat, as: "range ")
    case .mean(let estimate): estimate.words(in: unit)
    case .counts(let counts): counts.words()
    }
  }
}

extension Estimate {
  /// A ratio as a change with its interval, or as a multiple from the double on: +1115 % is hard to recognise
  /// as twelve times as much.
  var changeWords: String {
    guard lower >= 2 else { return Self.changeWords(point, lower, upper, changeFormat) }
    let format = format()
    return "\(format.string(for: point)) times as much (\(format.string(for: lower)) to "
      + "\(format.string(for: upper)))"
  }

  fileprivate static func changeWords(
    _ point: Double, _ lower: Double, _ upper: Double, _ format: NumberFormat, as kind: String = ""
  ) -> String {
    func change(_ ratio: Double) -> String { format.string(for: (ratio - 1) * 100) }
    // If both ends are growth, one plus sign is enough.
    let ends = [change(lower), change(upper)].map { lower >= 1 ? $0.withoutPlus : $0 }
    return "\(change(point)) % (\(kind)\(ends[0]) to \(ends[1]))"
  }

  /// A mean with its interval in the displayed unit.
  fileprivate func words(in unit: MetricUnit) -> String {
    let (scale, symbol) = (unit.displayScale, unit.displaySymbol)
    let format = format(scale: scale)
    return "\(format.string(for: point / scale))\(symbol.isEmpty ? "" : " \(symbol)") "
      + "(\(format.string(for: lower / scale)) to \(format.string(for: upper / scale)))"
  }
}

extension String {
  fileprivate var withoutPlus: String { hasPrefix("+") ? String(dropFirst()) : self }
}

extension Metric {
  /// The title within a sentence: `peak memory`, but `CPU time`.
  public var titleInSentence: String {
    // A service's name keeps its spelling.
    if service != nil { return title }
    let second = title.dropFirst().first
    return second?.isUppercase == true ? title : title.prefix(1).lowercased() + title.dropFirst()
  }
}
