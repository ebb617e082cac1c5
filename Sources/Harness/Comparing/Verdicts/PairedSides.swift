import Statistics

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
