import Statistics

/// Figures of a baseline and a candidate that were measured side by side, in one round.
struct Pair {
  /// The round, from 1.
  let round: Int
  /// The layout of both builds' code, from 1.
  let layout: Int
  /// The baseline's figure, in base units.
  let baseline: Double
  /// The candidate's figure, in base units.
  let candidate: Double
}

/// The test of pairs, over their layouts where there are several.
struct PairedSides {
  let test: PairedTest
  let evidence: CellVerdict.Evidence
  /// The mean of the baseline's figures, in base units.
  let baseline: Double

  /// The estimate from all pairs.
  var logRatio: LogRatio { test.logRatio }

  init(_ pairs: [Pair], layouts: Int) throws(NoRatio) {
    guard pairs.count >= PairedRatio.fewestPairs else { throw .tooFew(pairs.count) }
    do throws(StatisticsError) {
      if layouts > 1 {
        let clusters = try pairs.quotientsByLayout()
        test = try PairedTest(clusters)
        evidence = .layouts(clusters.count, pairs: pairs.count)
      } else {
        test = try PairedTest(
          LogQuotients(baseline: pairs.map(\.baseline), candidate: pairs.map(\.candidate)))
        evidence = .pairs(pairs.count)
      }
      baseline = try Distribution(pairs.map(\.baseline)).mean
    } catch .tooFewClusters(let found, _) {
      throw .tooFewLayouts(found)
    } catch {
      throw .undefined(error.description)
    }
  }
}

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
