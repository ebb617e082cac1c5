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
  /// A share in percent, a dash where there is none: with three significant digits of it and of what the
  /// whole has besides, for a stream may add value in a ten-thousandth of its time.
  static func percent(_ share: Double?) -> String {
    guard let share else { return "–" }
    return "\(points(100 * share, digitsOf: min(share, 1 - share) * 100)) %"
  }

  /// What becomes of a share, in points of a percent.
  static func change(_ before: Double?, _ after: Double?) -> String {
    guard let before, let after else { return "–" }
    let change = 100 * (after - before)
    let sign = change < 0 ? "−" : change > 0 ? "+" : "±"
    return "\(sign)\(points(abs(change), digitsOf: abs(change))) points"
  }

  /// A number of 0 to 100 with one decimal, or with as many as another has in three significant digits.
  private static func points(_ number: Double, digitsOf other: Double) -> String {
    var (decimals, unit) = (1, 10.0)
    while other > 0, other * unit < 100, decimals < 6 {
      (decimals, unit) = (decimals + 1, unit * 10)
    }
    let digits = String(Int((number * unit).rounded()))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
