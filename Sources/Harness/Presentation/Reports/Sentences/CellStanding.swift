import Analysis
import Recording
import Statistics

/// A cell's outcome, as headlines group it and tables name it.
enum CellStanding: Equatable {
  case failed
  case unmeasured
  case new
  case proven
  /// Proven to do the same work; only code moved.
  case sameWork
  case missing
  /// The control moved, so a change proves nothing.
  case unproven
  case layoutSuspect
  case aboveBudget
  case withinBudget
  case inconclusive
  /// No gate; the ranges of runs that are known to vary do not overlap.
  case rangesApart
  /// No gate: more than before, which is not judged.
  case more
  case less
  /// No gate; the change is shown to be at most this share.
  case withinMargin(Double)
  case withinGate
  case regressed
  case improved
  case unchanged

  var word: String {
    switch self {
    case .failed: "failed"
    case .unmeasured: "unmeasured"
    case .new: "new"
    case .proven: "unchanged, proven"
    case .sameWork: "same work, proven"
    case .missing: "missing"
    case .unproven: "unproven"
    case .layoutSuspect: "layout suspect"
    case .aboveBudget: "above budget"
    case .withinBudget: "within budget"
    case .inconclusive: "inconclusive"
    case .rangesApart: "ranges apart"
    case .more: "more"
    case .less: "less"
    case .withinMargin(let share): "within \(NumberFormat.percent(share)) %"
    case .withinGate: "within the gate"
    case .regressed: "regressed"
    case .improved: "improved"
    case .unchanged: "unchanged"
    }
  }
}

extension JudgedCell {
  var standing: CellStanding {
    switch outcome {
    case .failed, .failedOnBoth, .differing: .failed
    case .unmeasured: .unmeasured
    case .new: .new
    case .proven(.work): .sameWork
    case .proven: .proven
    case .missing: .missing
    case .judged(let result):
      if result.controlMove != nil {
        .unproven
      } else if result.isLayoutSuspect {
        .layoutSuspect
      } else if gate == nil {
        withoutGate(result)
      } else if case .mean = result.value {
        switch result.verdict {
        case .regressed: .aboveBudget
        case .improved, .unchanged, .withinGate: .withinBudget
        case .inconclusive: .inconclusive
        }
      } else {
        switch result.verdict {
        case .regressed: .regressed
        case .improved: .improved
        case .unchanged: .unchanged
        case .withinGate: .withinGate
        case .inconclusive: .inconclusive
        }
      }
    }
  }

  private func withoutGate(_ result: CellResult) -> CellStanding {
    switch result.verdict {
    case .regressed: result.isRangeOfVaryingRuns ? .rangesApart : .more
    case .improved: result.isRangeOfVaryingRuns ? .rangesApart : .less
    case .unchanged: .unchanged
    case .withinGate where !result.value.isRatio: .inconclusive
    case .withinGate: .withinMargin(result.margin ?? result.bound - 1)
    case .inconclusive: .inconclusive
    }
  }
}
