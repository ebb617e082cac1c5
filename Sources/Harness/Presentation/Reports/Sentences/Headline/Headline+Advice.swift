import Analysis
import Metrics
import Recording
import Scenarios
import Statistics

extension Headline {
  /// Below this time a few slices and interrupts dominate, which no number of pairs evens out.
  private static let littleWork = 10e6
  /// Enough work for most machines to detect changes of a few percent, ns.
  private static let enoughWork = 50e6

  /// Returns what to do about times that are too short for a verdict; one sentence per story.
  static func ofTooLittleWork(_ judgement: Judgement) -> [String] {
    let cells = judgement.gated.filter { $0.tooLittle(below: littleWork) != nil }
    return cells.map(\.name.story).uniqued.compactMap { story in
      let own = cells.filter { $0.name.story == story }
      guard let cell = own.first(where: { $0.name.metric == .cpuTime }) ?? own.first,
        let (mean, detectable, count) = cell.tooLittle(below: littleWork)
      else { return nil }
      // No step is shorter than a microsecond.
      let times = (enoughWork / max(mean, 1000)).roundedUp
      let time = NumberFormat.coarse.string(for: mean / 1e6)
      let found =
        detectable.isFinite
        ? "find only changes of \(NumberFormat.coarsePercent(detectable - 1)) % or more"
        : "find no change"
      return
        "\(cell.name.place): \(time) ms of \(cell.name.metric.titleInSentence) are little to judge by: \(count) "
        + "pairs \(found). Give the steps about \(times) times the work, by 'repeat:' or more input."
    }
  }

  /// Returns how to proceed if unexpected outcomes of steps are intended; nil if there are none. `path` is
  /// the scenario's file, as typed by a user.
  public static func recording(_ runs: [Run], of path: String) -> String? {
    let stories = runs.filter {
      !$0.kind.isCount && $0.kind != .cycles && $0.failure?.reason == .wrongOutcome
    }
    .map(\.story).uniqued
    if stories.isEmpty { return nil }
    let options = stories.flatMap { ["--story", $0] }
    return "If the other outcome is meant: "
      + "\(ShellWords.line(["rehearse", "record"] + options + [path]))"
  }

  /// Returns how to find the functions behind an experiment's regressions of CPU time; nil if there are none. `store`
  /// is what a command needs to find the experiment's store: `" --store FILE"`, or empty for the usual one.
  public static func explaining(
    _ judgement: Judgement, of number: Int64, in store: String
  ) -> String? {
    let stories = judgement.gated.filter {
      $0.name.metric == .cpuTime && $0.outcome.result?.verdict == .regressed
    }.map(\.name.story).uniqued
    if stories.isEmpty || judgement.saved != nil { return nil }
    return "'rehearse explain \(number)\(store)' finds the functions that account for "
      + "\(stories.joined(separator: ", "))."
  }

  /// Returns how to find what stories wait for whose elapsed time or waiting regressed, but not their CPU time; nil
  /// if there are none. `store` is the same as for ``explaining(_:of:in:)``.
  public static func explainingWaits(
    _ judgement: Judgement, of number: Int64, in store: String
  ) -> String? {
    if judgement.saved != nil { return nil }
    func regressed(_ cells: [JudgedCell], _ metrics: [Metric]) -> [String] {
      cells.filter { cell in
        metrics.contains(cell.name.metric.ofDriver) && cell.outcome.result?.verdict == .regressed
      }.map(\.name.story).uniqued
    }
    // Services and started processes work for the story, too.
    let working = regressed(judgement.gated + judgement.others, [.cpuTime, .treeCPUTime])
    let stories = regressed(judgement.gated, [.wallTime, .offCPUTime])
      .filter { !working.contains($0) }
    if stories.isEmpty { return nil }
    let words = ["rehearse", "explain", "\(number)", "--metric", "off-cpu-time"]
    let verb = stories.count == 1 ? "waits" : "wait"
    return "To see where \(stories.joined(separator: ", ")) \(verb) longer: "
      + ShellWords.line(words + stories.flatMap { ["--story", $0] }) + store
  }
}

extension JudgedCell {
  /// The baseline's mean, the detectable change and the number of pairs, if a time has no verdict and is
  /// shorter than a limit; otherwise nil.
  fileprivate func tooLittle(
    below limit: Double
  ) -> (mean: Double, detectable: Double, count: Int)? {
    guard let result = outcome.result, result.verdict == .inconclusive, !result.isLayoutSuspect,
      // A latency is that of one request, however many there are.
      result.controlMove == nil, name.metric.isTimeOfWork,
      !Metric.latencies.contains(name.metric), let mean = result.baseline, mean > 0, mean < limit,
      result.detectable > 1 + (result.margin ?? 0), case .pairs(let count) = result.evidence
    else { return nil }
    return (mean, result.detectable, count)
  }
}

extension Double {
  /// The next of 1, 2, 5, 10, 20, 50, …: a number that is easy to write.
  fileprivate var roundedUp: Int {
    var scale = 1
    while true {
      for digit in [1, 2, 5] where Double(digit * scale) >= self { return digit * scale }
      scale *= 10
    }
  }
}
