import Metrics
import Recording

/// Latencies that moved against the CPU time of their services, while both sides' services shared a CPU.
///
/// A service does all that it has to do before it gives up the CPU, so a request of the side that works less waits for
/// what the other does beyond that. Alone, it would not.
struct WaitsForOther {
  /// The number of requests whose further work one request may wait for: a CPU that is busy for nine tenths of the
  /// time has as many on average (M/M/1).
  private static let requests = 10.0
  /// The services' CPU time of a request in ns, by story.
  private let works: [String: MovedWork]

  init(of judgement: Judgement, in analysis: ExperimentAnalysis) {
    var works: [String: MovedWork] = [:]
    for story in analysis.stories {
      let counts = analysis.runs.filter(Self.sharesCPU).filter {
        $0.story == story && $0.build == judgement.baseline && $0.passed
      }.map { Double($0.ownSteps.reduce(0) { $0 + ($1.latencies?.all.count ?? 0) }) }
      let sent = counts.reduce(0, +) / Double(max(1, counts.count))
      let times = (judgement.gated + judgement.others).filter { $0.isMovedWork(in: story) }
        .compactMap { $0.outcome.result }.map { ($0.baseline ?? 0, $0.value.point) }
      if sent == 0 || times.isEmpty { continue }
      works[story] = MovedWork(
        story: story, way: .intoWaits, baseline: judgement.baseline, candidate: judgement.candidate,
        before: times.reduce(0) { $0 + $1.0 } / sent,
        after: times.reduce(0) { $0 + $1.0 * $1.1 } / sent)
    }
    self.works = works
  }

  /// Returns a latency without a verdict if the other side's further work may account for it.
  func reporting(_ cell: JudgedCell) -> JudgedCell {
    guard Metric.latencies.contains(cell.name.metric),
      [.regressed, .improved].contains(cell.outcome.verdict),
      let result = cell.outcome.result, let latency = result.baseline, result.value.isRatio,
      let work = works[cell.name.story]
    else { return cell }
    let (moved, further) = (latency * (result.value.point - 1), work.after - work.before)
    return moved * further < 0 && abs(moved) <= Self.requests * abs(further)
      ? cell.reporting(work) : cell
  }

  private static func sharesCPU(_ run: Run) -> Bool {
    if case .load? = run.arrangement { true } else { false }
  }
}

extension JudgedCell {
  fileprivate func isMovedWork(in story: String) -> Bool {
    name.story == story && name.step == nil && name.metric.service != nil
      && name.metric.ofDriver == .cpuTime && [.regressed, .improved].contains(outcome.verdict)
      && outcome.result?.value.isRatio == true
  }
}
