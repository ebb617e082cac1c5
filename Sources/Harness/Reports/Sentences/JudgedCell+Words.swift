import Analysis
import Metrics
import Statistics
import Tables

extension JudgedCell {
  /// The outcome of the cell, in a word or two.
  public var word: String {
    switch outcome {
    case .failed, .failedOnBoth, .differing: "failed"
    case .unmeasured: "unmeasured"
    case .new: "new"
    case .proven: "unchanged, proven"
    case .missing: "missing"
    case .judged(let result):
      if result.controlMove != nil {
        "unproven"
      } else if result.isLayoutSuspect {
        "layout suspect"
      } else if case .mean = result.value, gate != nil {
        switch result.verdict {
        case .regressed: "above budget"
        case .improved, .unchanged, .withinGate: "within budget"
        case .inconclusive: "inconclusive"
        }
      } else {
        switch result.verdict {
        case .regressed where gate == nil && result.isRangeOfVaryingRuns,
          .improved where gate == nil && result.isRangeOfVaryingRuns:
          "ranges apart"
        // Nobody said that it may not: a fact, no fault.
        case .regressed where gate == nil: "more"
        case .improved where gate == nil: "less"
        case .withinGate where gate == nil: withinMargin(result)
        case .withinGate: "within the gate"
        default: result.verdict.rawValue
        }
      }
    }
  }

  /// A change under no gate that is shown to be small.
  private func withinMargin(_ result: CellResult) -> String {
    let margin = result.margin ?? result.bound - 1
    return "within \(NumberFormat.percent(margin)) %"
  }

  /// The word, and whether a change in time was told from one of the place of the code.
  public var verdictText: String {
    word + (layoutText.map { ", \($0)" } ?? "")
      + (outcome.result?.moved == nil ? "" : ", work moved")
  }

  /// As in `layout not checked`; nil where nothing is to be said of it, or the word says it.
  private var layoutText: String? {
    switch outcome.result?.layout {
    case nil, .suspect: nil
    case .checked: "layout checked"
    case .notChecked: "layout not checked"
    }
  }

  /// Why a change was not told from one of the place of the code; nil where that was done, or need
  /// not be.
  public var uncheckedLayout: String? {
    if case .notChecked(let reason)? = outcome.result?.layout { reason } else { nil }
  }

  /// What a heading says of cells whose layout was not checked.
  public static let uncheckedRemark = " (layout not checked)"

  /// The tone of the outcome; what stands under no gate asks for nothing.
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

  /// Why there is no verdict; nil where there is one, or measurements decided none.
  public var reason: String? { outcome.reason }

  /// Why the verdict is not proven: `the control moved by +1.3 % (0.9 to 1.7)`; nil of all others.
  public var doubt: String? { outcome.result?.controlMove.map(ControlText.move) }

  /// The story, and the step where the cell is about one.
  public var place: String {
    name.step.map { "\(name.story) \($0.position): \($0.label)" } ?? name.story
  }
}

/// The short names of commands, for tables that have no room for them.
struct CommandLabels {
  /// The explanation of the labels, a line each; empty where the commands are their own labels.
  let legend: [String]
  private let labels: [String: String]

  /// The longest command that is its own label, in columns of a terminal.
  static let widest = 22

  /// Labels for commands: themselves, or numbers where one of them is too long. A cut command would
  /// not do, since commands often differ at their ends.
  init(_ commands: [String]) {
    let areShort = commands.allSatisfy { DisplayWidth.of($0) <= Self.widest }
    let pairs = commands.enumerated().map { ($1, areShort ? $1 : "\($0 + 1)") }
    labels = Dictionary(pairs, uniquingKeysWith: { a, _ in a })
    legend = areShort ? [] : pairs.map { "\($1): \($0)" }
  }

  subscript(_ command: String) -> String { labels[command] ?? command }
}

extension Int {
  /// The number with its noun: `1 story`, `2 stories`.
  public func counted(_ one: String, _ many: String) -> String {
    "\(self) \(self == 1 ? one : many)"
  }
}
