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
      + (outcome.result?.moved == nil ? "" : ", work moved")
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
