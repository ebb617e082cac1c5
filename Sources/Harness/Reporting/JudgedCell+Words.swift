import Comparing
import Rounding

extension JudgedCell {
  /// What became of the cell, in a word or two.
  public var word: String {
    switch outcome {
    case .failed, .differing: "failed"
    case .unmeasured: "unmeasured"
    case .new: "new"
    case .missing: "missing"
    case .judged(let verdict):
      if verdict.isLayoutSuspect {
        "layout suspect"
      } else if case .mean = verdict.figure {
        switch verdict.verdict {
        case .regressed: "above budget"
        case .improved, .unchanged, .withinGate: "within budget"
        case .inconclusive: "inconclusive"
        }
      } else {
        switch verdict.verdict {
        case .withinGate where gate == nil: withinMargin(verdict)
        case .withinGate: "within the gate"
        default: verdict.verdict.rawValue
        }
      }
    }
  }

  /// A change under no gate that is shown to be small.
  private func withinMargin(_ verdict: CellVerdict) -> String {
    let margin = verdict.margin ?? verdict.bound - 1
    return "within \(NumberFormat.plain.string(for: margin * 100)) %"
  }

  /// The word, and whether a change in time was told from one of the place of the code.
  public var verdictText: String { word + (layoutText.map { ", \($0)" } ?? "") }

  /// As in `layout not checked`; nil where nothing is to be said of it, or the word says it.
  private var layoutText: String? {
    switch outcome.verdict?.layout {
    case nil, .suspect: nil
    case .checked: "layout checked"
    case .notChecked: "layout not checked"
    }
  }

  /// Why a change was not told from one of the place of the code; nil where that was done, or need
  /// not be.
  public var uncheckedLayout: String? {
    if case .notChecked(let reason)? = outcome.verdict?.layout { reason } else { nil }
  }

  /// What a reader should feel about it; what stands under no gate asks for nothing.
  var tone: Table.Cell.Tone {
    switch outcome {
    case .failed, .differing, .unmeasured: .bad
    case .missing: gate == nil ? .neutral : .bad
    case .new: .neutral
    case .judged(let verdict):
      switch verdict.verdict {
      case .regressed: .bad
      case .improved: .good
      case .unchanged, .withinGate: .neutral
      case .inconclusive: verdict.isLayoutSuspect || gate != nil ? .caution : .neutral
      }
    }
  }

  /// Why there is no verdict; nil where there is one.
  public var reason: String? { outcome.reason }

  /// The story, and the step where the cell is about one.
  public var place: String {
    name.step.map { "\(name.story) \($0.position): \($0.label)" } ?? name.story
  }
}
