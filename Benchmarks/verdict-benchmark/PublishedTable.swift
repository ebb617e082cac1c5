/// The tables of Results/benchmarks that published.py takes from what is printed.
enum PublishedTable: String, CaseIterable {
  case found = "verdict-found"
  case pairs = "verdict-pairs"
  case wrong = "verdict-wrong"
  case control
  case assumptions

  /// Prints the names of the columns, which come before all rows.
  func printHead() {
    switch self {
    case .found: row("Rule", "Pairs", "Change of CPU time", "Found, %")
    case .pairs:
      row(
        "A story may be settled", "Pairs if nothing changed", "+1 % found, %", "+1.25 % found, %",
        "+1.5 % found, %", "+2 % found, %", "False regressions")
    case .wrong: row("Case", "Comparisons", "False alarms")
    case .control:
      row(
        "Copies of one program", "Control moves, any story, %", "The chosen story, %",
        "False regressions without, %", "With, %")
    case .assumptions:
      row("The pairs' differences are", "False regressions, %", "Not qualified, %")
    }
  }

  /// Prints a row.
  func row(_ cells: String...) {
    print(([rawValue] + cells).joined(separator: "\t"))
  }
}
