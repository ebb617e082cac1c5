import Recording
import Sampling

/// Adds to both runs of each pair what else the machine did meanwhile, as ``WatchedExecutor`` does
/// for solo runs.
///
/// Both runs get the same record for the whole pair: what disturbs one side disturbs the other.
/// Neither side counts as another process to its twin, nor does the ticker, which works for both. Pairs that are made
/// at once have the same record, too.
public struct WatchedPairExecutor: PairExecutor {
  private let executor: any PairExecutor
  private let stages: [DuetStage]
  private let probe: InterferenceProbe

  /// Watches the pairs of another executor. The stages are where duets are made; none if there are none.
  public init(
    _ executor: any PairExecutor, on stages: [DuetStage],
    probe: InterferenceProbe = InterferenceProbe()
  ) {
    self.executor = executor
    self.stages = stages
    self.probe = probe
  }

  /// Makes the first pairs of a batch.
  public func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>] {
    let ticked = tickerTime
    let start = probe.read()
    var pairs = executor.execute(batch)
    let end = probe.read()
    var own: Int64?
    if let before = ticked, let after = tickerTime {
      own = InterferenceProbe.reaped(from: start, to: end) + after - before
    }
    let interference = probe.interference(from: start, to: end, run: own)
    for index in pairs.indices {
      pairs[index].baseline.interference = interference
      pairs[index].candidate.interference = interference
      // Others wait for runs of the real-time class, which wait for nobody.
      if pairs[index].baseline.arrangement?.schedulingClass == .realTime {
        pairs[index].baseline.interference?.processorWaiting = nil
        pairs[index].candidate.interference?.processorWaiting = nil
      }
    }
    return pairs
  }

  /// The CPU time of all tickers so far; nil if one has ended, so that it is unknown.
  private var tickerTime: Int64? {
    stages.reduce(0) { sum, stage in
      sum.flatMap { sum in stage.tickerTime.map { sum + $0 } }
    }
  }
}
