import Recording
import Statistics

/// The test of pairs, over their layouts if there are several.
struct PairedSides {
  let test: PairedTest
  let evidence: CellResult.Evidence
  /// The mean of the baseline's measurements, in base units.
  let baseline: Double
  /// The findings of each of several machines; nil for one machine.
  let machines: MachineSpread?

  var logRatio: LogRatio { test.logRatio }

  /// Tests over the machines that made the pairs, if these are unlike or don't agree. The partition says
  /// which machine made which pairs; nil for one machine.
  init(
    _ pairs: [Pair<ExperimentAnalysis.Measurement>], layouts: Int, of partition: Partition?
  ) throws(NoRatio) {
    guard let partition, partition.machines.count > 1 else {
      self = try Self(pairs, layouts: layouts)
      return
    }
    let machines = try MachineSpread(pairs, layouts: layouts, of: partition)
    let all = try Self(pairs, layouts: layouts)
    self.machines = machines
    baseline = all.baseline
    guard machines.isDecisive else {
      (test, evidence) = (all.test, all.evidence)
      return
    }
    do throws(StatisticsError) {
      test = PairedTest(machines.effects, pairs: try LogQuotients(pairs))
      evidence = .machines(machines.machines.count, pairs: pairs.count)
    } catch {
      throw .undefined(error.description)
    }
  }

  init(_ pairs: [Pair<ExperimentAnalysis.Measurement>], layouts: Int) throws(NoRatio) {
    guard pairs.count >= PairedRatio.fewestPairs else { throw .tooFew(pairs.count) }
    machines = nil
    do throws(StatisticsError) {
      if layouts > 1 {
        let clusters = try pairs.quotientsByLayout()
        test = try PairedTest(clusters)
        evidence = .layouts(clusters.count, pairs: pairs.count)
      } else {
        test = try PairedTest(LogQuotients(pairs))
        evidence = .pairs(pairs.count)
      }
      baseline = try Distribution(pairs.map(\.baseline.value)).mean
    } catch .tooFewClusters(let found, _) {
      throw .tooFewLayouts(found)
    } catch {
      throw NoRatio(error, of: pairs.flatMap { [$0.baseline.value, $0.candidate.value] })
    }
  }
}

extension LogQuotients {
  init(_ pairs: [Pair<ExperimentAnalysis.Measurement>]) throws(StatisticsError) {
    try self.init(baseline: pairs.map(\.baseline.value), candidate: pairs.map(\.candidate.value))
  }
}

extension [Pair<ExperimentAnalysis.Measurement>] {
  fileprivate func quotientsByLayout() throws(StatisticsError) -> [LogQuotients] {
    var clusters: [LogQuotients] = []
    for (_, pairs) in Dictionary(grouping: self, by: \.baseline.layout)
      .sorted(by: { $0.key < $1.key })
    {
      clusters.append(try LogQuotients(pairs))
    }
    return clusters
  }
}
