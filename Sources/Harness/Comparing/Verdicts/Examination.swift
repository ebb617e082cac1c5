/// What can be said of a cell by itself, before the other cells of the comparison are known.
enum Examination {
  /// A test of candidate over baseline.
  case ratio(RatioTest)
  /// A test of the candidate's mean.
  case budget(BudgetTest)
  /// Figures without noise.
  case repeats(RepeatComparison)
  /// Nothing can be tested.
  case closed(CellOutcome)

  /// The p value of "not above the bound"; nil where nothing is tested.
  var pAbove: Double? {
    switch self {
    case .ratio(let test): test.pAbove
    case .budget(let test): test.pAbove
    case .repeats, .closed: nil
    }
  }

  /// The p value of "not below"; nil where that is not tested.
  var pBelow: Double? {
    if case .ratio(let test) = self { test.pBelow } else { nil }
  }
}
