/// Where the dots of a column stand, so that equal values show side by side.
///
/// The places follow the multiples of the golden section: each falls into the widest gap that those
/// before it left, nothing is drawn by lot, and equal charts are equal.
enum DotPlacement {
  /// More dots than this would cover each other.
  static let most = 500
  private static let goldenSection = 0.618_033_988_749_895

  /// Whether the dots would hide the box behind them, so that they are small and pale and the box's
  /// outline is drawn over them.
  static func areMany(_ values: [Double]) -> Bool { values.count > 60 }

  /// The shift of a run's dot from the middle of its column, from -1 to 1.
  static func shift(_ run: Int) -> Double {
    let turns = (Double(run) + 0.5) * goldenSection
    return 2 * (turns - turns.rounded(.down)) - 1
  }

  /// The runs whose dots are drawn, by number: all, or as many as can be told apart, evenly over
  /// their ranks, with the least and the greatest.
  static func drawn(_ values: [Double]) -> [Int] {
    guard values.count > most else { return Array(values.indices) }
    let ranked = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    let last = Double(ranked.count - 1)
    return (0..<most).map { ranked[Int((Double($0) * last / Double(most - 1)).rounded())] }
  }
}
