/// The figures of a map that are printed below it.
struct MapFigures: Hashable {
  /// The sum along the longest way, by which the lead time goes.
  let longestWay: Totals
  /// The sum of all steps: more where parts run at the same time.
  let work: Totals
  /// The number of steps.
  let steps: Int
}

extension Totals {
  /// A share in percent, to a tenth; a dash where there is none.
  static func percent(_ share: Double?) -> String {
    guard let share else { return "–" }
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
