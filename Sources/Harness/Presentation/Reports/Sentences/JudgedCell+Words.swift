import Analysis
import Metrics
import Statistics
import Tables

extension JudgedCell {
  /// The outcome of the cell, in a word or two.
  public var word: String { standing.word }

  /// The word, and whether a change in time was told apart from one of the place of the code.
  public var verdictText: String {
    word + (layoutText.map { ", \($0)" } ?? "")
      + (outcome.result?.moved.map { $0.way == .lostUsers ? ", users lost" : ", work moved" } ?? "")
  }

  /// For example `layout not checked`; nil if there is nothing to say, or if the word says it.
  private var layoutText: String? {
    switch outcome.result?.layout {
    case nil, .suspect: nil
    case .checked: "layout checked"
    case .notChecked: "layout not checked"
    }
  }

  /// The reason why a change was not distinguished from one of the code's place; nil if it was or needn't be.
  public var uncheckedLayout: String? {
    if case .notChecked(let reason)? = outcome.result?.layout { reason } else { nil }
  }

  /// The addition to a heading of cells whose layout was not checked.
  static let uncheckedRemark = " (layout not checked)"

  /// The tone of the outcome; ungated cells are neutral.
  var tone: Table.Cell.Tone {
    switch outcome {
    case .failed, .failedOnBoth, .differing, .unmeasured: .bad
    case .missing: gate == nil ? .neutral : .bad
    case .new, .proven: .neutral
    case .judged(let result):
      switch result.verdict {
      case .regressed: gate == nil ? .neutral : .bad
      case .improved: gate == nil ? .neutral : .good
      case .unchanged, .withinGate: .neutral
      case .inconclusive:
        result.controlMove != nil || result.isLayoutSuspect || gate != nil ? .caution : .neutral
      }
    }
  }

  /// The reason why there is no verdict; nil if there is one, or if no measurement decided.
  public var reason: String? { outcome.reason }

  /// The reason why the verdict is not proven: `the control moved by +1.3 % (0.9 to 1.7)`; otherwise nil.
  public var doubt: String? { outcome.result?.controlMove.map(ControlText.move) }
}

extension CellName {
  /// The story, and the step if the cell is about one.
  var place: String { step.map { "\(story) \($0.position): \($0.label)" } ?? story }
}

extension JudgedCell {
  /// The outcome of the cell, in a complete sentence.
  public var sentence: String {
    let remark = standing == .regressed && uncheckedLayout != nil ? Self.uncheckedRemark : ""
    let word = word.capitalisedFirst + remark
    guard let result = outcome.result else {
      return "\(word): \(clause)" + (reason.map { " (\($0))" } ?? "") + "."
    }
    let layout = uncheckedLayout.map { "; layout not checked, because \($0)" } ?? ""
    let remarks = [doubt, result.moved?.clause].compactMap(\.self).map { "; \($0)" }.joined()
    return "\(word): \(clause); \(allowed(result)); \(result.evidence.words)\(layout)\(remarks)."
  }

  private func allowed(_ result: CellResult) -> String {
    switch result.value {
    case .ratio, .range:
      let maximum = max(result.bound, result.negligible?.upperBound ?? 1)
      return "\(NumberFormat.plain.withPlus.string(for: (maximum - 1) * 100)) % is allowed"
    case .mean: return "the budget is \(name.metric.unit.words(result.bound, .plain))"
    case .counts where name.metric == .errors: return "no more than chance explains is allowed"
    case .counts:
      let grain = name.metric.absoluteFloor
      return grain > 0
        ? "up to \(name.metric.unit.words(grain, .plain)) are no finding" : "neither side has any"
    }
  }
}

extension CellResult.Evidence {
  /// The number of what was compared, for example `4 pairs`, `3 layouts`.
  var countWords: String {
    switch self {
    case .pairs(let count): count.counted("pair", "pairs")
    case .layouts(let layouts, _): layouts.counted("layout", "layouts")
    case .machines(let machines, _): machines.counted("machine", "machines")
    case .cycles(let count): count.counted("cycle", "cycles")
    case .repeats(let count), .varying(let count), .independent(let count),
      .acrossTimes(let count), .values(let count):
      count.counted("run", "runs")
    }
  }

  /// The same in full, for example `40 pairs over 8 layouts`, `3 runs of each side`.
  fileprivate var words: String {
    switch self {
    case .layouts(_, let pairs): "\(pairs.counted("pair", "pairs")) over \(countWords)"
    case .machines(_, let pairs): "\(pairs.counted("pair", "pairs")) on \(countWords)"
    case .repeats, .varying, .independent: "\(countWords) of each side"
    case .acrossTimes: "\(countWords) of each side, measured at different times"
    case .pairs, .values, .cycles: countWords
    }
  }
}

extension CellOutcome {
  /// The reason why there is no verdict; nil if there is one.
  public var reason: String? {
    switch self {
    case .judged, .proven: nil
    case .failed(let build, let count, let all):
      "\(count) of \(all.counted("run", "runs")) failed on '\(build)'"
    case .failedOnBoth(let baseline, let candidate, let count, let all):
      "\(count) of \(all) runs failed, on '\(baseline)' as on '\(candidate)'"
    case .differing(let baseline, let candidate):
      "'\(baseline)' and '\(candidate)' lead to different outcomes, and the scenario's 'expect' allows both, so "
        + "it is not known which of them is wrong"
    case .unmeasured(let build, let count, let all):
      "\(count) of \(all.counted("run", "runs")) could not be measured on '\(build)'"
    case .new(let reason): reason ?? "the baseline has no run of the story"
    case .missing(let reason): reason.description
    }
  }
}

extension StoryFailure {
  /// The failures, in a separate sentence.
  public var sentence: String { "\(outcome.reason ?? "")." }
}

extension MovedWork {
  /// The new place of the work, as a part of a sentence:
  /// `the work moved outside of the steps: the kernel counted 120 ms more CPU time outside of its steps
  /// (work-tree: 130 ms, HEAD~1: 10 ms)`.
  public var clause: String {
    switch way {
    case .outside:
      "the work moved outside of the steps: the kernel counted \(time(after - before)) more CPU time "
        + "outside of its steps (\(candidate): \(time(after)), \(baseline): \(time(before)))"
    case .outsidePeak:
      "the peak moved outside of the steps, where it grew by \(memory(after - before)) "
        + "(\(candidate): \(memory(after)), \(baseline): \(memory(before)))"
    case .leftBehind:
      "more processes were left behind and ended, so what they still had to do is not counted \(counts)"
    case .lostUsers:
      "more users were not answered as expected, and what they would have cost looks saved \(counts)"
    }
  }

  /// Both sides' counts: `(work-tree: 2 a run, HEAD~1: 0)`.
  private var counts: String {
    let (before, after) = (
      NumberFormat.coarse.string(for: before), NumberFormat.coarse.string(for: after)
    )
    return "(\(candidate): \(after) a run, \(baseline): \(before))"
  }

  private func memory(_ bytes: Double) -> String { MetricUnit.bytes.words(bytes, .coarse) }

  private func time(_ nanoseconds: Double) -> String {
    MetricUnit.nanoseconds.words(nanoseconds, .coarse)
  }
}

extension CountChange {
  /// For example `0 → 37 errors in 60 runs of each build`, or without the noun.
  func words(of noun: String = "") -> String {
    func count(_ sum: Sum) -> String { NumberFormat.integer.string(for: sum.total) }
    func runs(_ sum: Sum) -> String { sum.runs.counted("run", "runs") }
    let things = noun.isEmpty ? "" : " \(noun)"
    let after = "\(count(candidate))\(things) in \(runs(candidate))"
    return baseline.runs == candidate.runs
      ? "\(count(baseline)) → \(after) of each build"
      : "\(count(baseline))\(things) in \(runs(baseline)) → \(after)"
  }

  /// For example ` (more in 31 pairs, fewer in 2)`; empty if no pairs differ.
  var pairWords: String {
    more + fewer > 0 ? " (more in \(more.counted("pair", "pairs")), fewer in \(fewer))" : ""
  }
}
