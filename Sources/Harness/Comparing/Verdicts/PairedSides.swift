import Statistics

/// The log ratio of pairs, over their layouts where there are several.
struct PairedSides {
  let logRatio: LogRatio
  let evidence: CellVerdict.Evidence

  init(_ pairs: [Pair], layouts: Int) throws(NoRatio) {
    guard pairs.count >= PairedRatio.fewestPairs else { throw .tooFew(pairs.count) }
    do throws(StatisticsError) {
      if layouts > 1 {
        let clustered = try ClusteredRatio(pairs: pairs)
        logRatio = clustered.logRatio
        evidence = .layouts(clustered.clusterCount, pairs: pairs.count)
      } else {
        logRatio = try PairedRatio(
          LogQuotients(baseline: pairs.map(\.baseline), candidate: pairs.map(\.candidate))
        ).logRatio
        evidence = .pairs(pairs.count)
      }
    } catch .tooFewClusters(let found, _) {
      throw .tooFewLayouts(found)
    } catch {
      throw .undefined(error.description)
    }
  }
}
