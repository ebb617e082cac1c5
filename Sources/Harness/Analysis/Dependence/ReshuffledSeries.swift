import Statistics

/// Pairs of cells, and the reshuffles by which each question is asked about them.
struct ReshuffledSeries {
  /// The findings on one statistic.
  struct Finding {
    /// The cells that were asked, by their places.
    let cells: [Int]
    /// Their values.
    let scores: [Double]
    /// The p value.
    let pValue: Double
    /// The place of the cell that stands out, where one does rather than all.
    let outstanding: Int?
  }

  let series: [PairSeries]
  let reshuffles: Reshuffles

  /// Asks all cells.
  /// - Parameter statistic: that of a cell, for cells may have different numbers of pairs; nil leaves
  ///   one out.
  /// - Returns: nil where no cell is left, or none varies.
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
