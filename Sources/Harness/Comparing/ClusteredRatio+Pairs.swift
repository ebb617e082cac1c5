import Statistics

extension ClusteredRatio {
  /// The ratio of pairs, each layout of which is a cluster.
  init(pairs: [Pair]) throws(StatisticsError) {
    var clusters: [LogQuotients] = []
    for (_, pairs) in Dictionary(grouping: pairs, by: \.layout).sorted(by: { $0.key < $1.key }) {
      clusters.append(
        try LogQuotients(baseline: pairs.map(\.baseline), candidate: pairs.map(\.candidate)))
    }
    try self.init(clusters)
  }
}
