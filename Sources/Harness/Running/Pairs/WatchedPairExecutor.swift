import Recording
import Sampling

/// Adds to both runs of each pair what else the machine did meanwhile, as ``WatchedExecutor`` does
/// for solo runs.
///
/// Both runs get the same record for the whole pair: what disturbs one side disturbs the other.
/// Neither side counts as another process to its twin, nor does the ticker, which works for both.
public struct WatchedPairExecutor: PairExecutor {
  private let executor: any PairExecutor
  private let stage: DuetStage?
  private let probe: InterferenceProbe

  /// Watches the pairs of another executor. The stage is where duets are made; nil if there are none.
  public init(
    _ executor: any PairExecutor, on stage: DuetStage?,
    probe: InterferenceProbe = InterferenceProbe()
  ) {
    self.executor = executor
    self.stage = stage
    self.probe = probe
  }

  /// Makes one pair.
  public func execute(_ planned: PlannedPair) -> Pair<Run> {
    let ticked = stage?.tickerTime
    let start = probe.read()
    var pair = executor.execute(planned)
    let end = probe.read()
    var own: Int64? = InterferenceProbe.reaped(from: start, to: end)
    if let stage {
      // If the ticker has ended, its CPU time is unknown.
      if let before = ticked, let after = stage.tickerTime {
        own = own.map { $0 + after - before }
      } else {
        own = nil
      }
    }
    var interference = probe.interference(from: start, to: end, run: own)
    // Others wait for runs of the real-time class, which wait for nobody.
    if pair.baseline.arrangement?.schedulingClass == .realTime {
      interference.processorWaiting = nil
    }
    pair.baseline.interference = interference
    pair.candidate.interference = interference
    return pair
  }
}
