import Statistics

extension ClusteredRatio {
  /// The ratio of pairs, each layout of which is a cluster.
  init(pairs: [Pair]) throws(StatisticsError) {
    try self.init(pairs.quotientsByLayout())
  }
}

extension [Pair] {
  /// The logarithms of their quotients, layout by layout.
  func quotientsByLayout() throws(StatisticsError) -> [LogQuotients] {
    var clusters: [LogQuotients] = []
    for (_, pairs) in Dictionary(grouping: self, by: \.layout).sorted(by: { $0.key < $1.key }) {
      clusters.append(
        try LogQuotients(baseline: pairs.map(\.baseline), candidate: pairs.map(\.candidate)))
    }
    return clusters
  }
}
