import Analysis
import DriverProtocol
import Recording
import Scenarios
import Statistics

/// Sentences about the rates of users that builds can serve.
public enum CapacityText {
  /// The answer: a sentence for each build, and one for each comparison; then what they leave open.
  public static func answer(_ result: CapacityResult) -> [String] {
    result.builds.map { sentence($0, of: result) } + result.comparisons.map { sentence($0) }
      + result.builds.compactMap { errors($0, of: result.load) }
      + [overload(result)].compactMap(\.self)
  }

  /// Says how many users got no right answer at the lower bound; nil if all did.
  private static func errors(_ build: BuildCapacity, of load: AdjustableLoad) -> String? {
    guard let lower = build.bounds.lower,
      let errors = build.rates.first(where: { $0.rate == lower })?.errors, errors > 0
    else { return nil }
    return "\(build.build): at \(CapacitySearch.words(ofRate: lower)), "
      + "\(NumberFormat.coarse.string(for: errors)) % of the users got a wrong answer or none "
      + "(\(NumberFormat.percent(load.tolerated)) % are tolerated)."
  }

  /// Says that runs were short beside the limit; nil if that hardly matters.
  private static func overload(_ result: CapacityResult) -> String? {
    guard let (time, share) = result.unseenOverload else { return nil }
    return "A queue that grows slowly stays within the limit in runs of "
      + "\(MetricWords.time(Double(time.nanoseconds))), so the rate that lasts may be up to about "
      + "\(NumberFormat.coarsePercent(share)) % lower. To see, lower --at-most, or lengthen 'for' (a "
      + "run has at most \(Int(UserLoad.mostRequests).grouped) requests)."
  }

  /// The budget and its source: `p99 of 20 ms (the scenario's gate)`.
  public static func budget(_ budget: LatencyBudget) -> String {
    let source =
      switch budget.source {
      case .option: "--at-most"
      case .gate: "the scenario's gate"
      case .usual: "the default; --at-most sets another"
      }
    return "\(budget.percentile.rawValue) of \(MetricWords.time(budget.limit)) (\(source))"
  }

  /// Says why the search ended early; nil if it did not.
  public static func ending(_ result: CapacityResult) -> String? {
    switch result.ending {
    case .concluded: nil
    case .timeUp: "The time was up (--max-time), so bounds may be wider than they could be."
    case .interrupted: "Interrupted: bounds may be wider than they could be."
    }
  }

  /// Says how many runs were beside other programs; nil if none was.
  public static func disturbance(_ result: CapacityResult) -> String? {
    let runs = result.builds.flatMap(\.runs)
    let disturbed = runs.count { !$0.disturbances.isEmpty }
    let worst = InterferenceCause.allCases.compactMap { cause in
      runs.flatMap(\.disturbances).filter { $0.cause == cause }.max { $0.value < $1.value }
    }
    guard disturbed > 0 else { return nil }
    return "\(disturbed) of \(runs.count.counted("run", "runs")) "
      + (disturbed == 1 ? "was" : "were") + " disturbed: "
      + worst.map(\.wordsAtWorst).joined(separator: ", ")
      + ". An idle machine may serve more users."
  }

  private static func sentence(_ build: BuildCapacity, of result: CapacityResult) -> String {
    func rate(_ rate: Double) -> String { CapacitySearch.words(ofRate: rate) }
    let words =
      switch build.conclusion {
      case .between(let lower, let upper):
        "\(rate(lower)) to \(rate(upper)) (above, \(limit(build, result.budget)))."
      case .atLeast(let lower, .range): "\(rate(lower)) or more, the highest rate that was tried."
      case .atLeast(let lower, .unmeasured):
        "at least \(rate(lower)). Higher rates could not be measured\(reason(build))."
      case .atLeast(let lower, .runs): "at least \(rate(lower)); no upper bound is shown."
      case .below(let upper, .range):
        "less than \(rate(upper)), the lowest rate that was tried (\(limit(build, result.budget)))."
      case .below(let upper, .unmeasured), .below(let upper, .runs):
        "less than \(rate(upper)) (\(limit(build, result.budget))); no lower bound is shown."
      case .open: "not decided, by \(build.runs.count.counted("run", "runs"))."
      case .failed(let failure):
        "fails even at \(rate(result.rates.lowerBound)): \(failure.clause)."
      case .unmeasured(let failure): "could not be measured: \(failure.clause)."
      }
    return "\(build.build): \(words)"
  }

  private static func reason(_ build: BuildCapacity) -> String {
    build.failureAtCeiling.map { ": \($0.clause)" } ?? ""
  }

  /// The limit that is met at the upper bound.
  private static func limit(_ build: BuildCapacity, _ budget: LatencyBudget) -> String {
    build.failureAbove.map { "it fails: \($0.clause)" }
      ?? "\(budget.percentile.rawValue) exceeds \(MetricWords.time(budget.limit))"
  }

  private static func sentence(_ comparison: CapacityComparison) -> String {
    let (own, other) = (comparison.candidate, comparison.baseline)
    func percent(_ ratio: Double) -> String { "\(NumberFormat.coarsePercent(abs(ratio - 1))) %" }
    if let lower = comparison.lower, lower > 1 {
      let more = comparison.upper.map { "\(percent(lower)) to \(percent($0))" }
      return "\(own) serves \(more ?? "at least \(percent(lower))") more users than \(other)."
    }
    if let upper = comparison.upper, upper < 1 {
      let fewer = comparison.lower.map { "\(percent(upper)) to \(percent($0))" }
      return "\(own) serves \(fewer ?? "at least \(percent(upper))") fewer users than \(other)."
    }
    return
      "Not decided whether \(own) or \(other) serves more users: their intervals are not apart."
  }
}
