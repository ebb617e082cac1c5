import Statistics

/// The pairs of cells, and the reshuffles that answer each question about them.
struct ReshuffledSeries {
  struct Finding {
    /// The places of the cells that were asked.
    let cells: [Int]
    let scores: [Double]
    let pValue: Double
    /// The place of the cell that stands out; nil if none does or all do.
    let outstanding: Int?
  }

  let series: [PairSeries]
  let reshuffles: Reshuffles

  /// Asks all cells.
  /// - Parameter statistic: computes it for one cell, because cells may have different numbers of pairs; nil
  ///   leaves the cell out.
  /// - Returns: nil if no cell is left, or none varies.
  func finding(_ statistic: (PairSeries) -> DependenceStatistic?) -> Finding? {
    var (places, cells): ([Int], [Reshuffles.Cell]) = ([], [])
    for (place, one) in series.enumerated() {
      guard let statistic = statistic(one), let cell = Reshuffles.Cell(one.values, statistic)
      else { continue }
      places.append(place)
      cells.append(cell)
    }
    let groups = PairSeries.groups(places.map { series[$0] })
    guard let rarity = reshuffles.rarity(of: cells, groups: groups) else { return nil }
    return Finding(
      cells: places, scores: cells.map(\.score), pValue: rarity.pValue,
      outstanding: rarity.outstanding.map { places[$0] })
  }
}
