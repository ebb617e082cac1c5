import Analysis
import Recording
import Reports

/// The rates of users that builds can serve, as JSON: rates in users a second, latencies in ns.
public struct LoadDocument: Encodable {
  let status: Outcome
  let ending: CapacityResult.Ending
  let story: String
  let percentile: LatencyBudget.Percentile
  let budget: Double
  let budgetFrom: LatencyBudget.Source
  let rates: RangeDocument
  let answer: [String]
  let builds: [CapacityDocument]
  let comparisons: [RatioDocument]

  /// The document of a result.
  public init(_ result: CapacityResult) {
    status = result.outcome
    ending = result.ending
    story = result.story
    percentile = result.budget.percentile
    budget = result.budget.limit
    budgetFrom = result.budget.source
    rates = RangeDocument(lower: result.rates.lowerBound, upper: result.rates.upperBound)
    answer = CapacityText.answer(result)
    builds = result.builds.map(CapacityDocument.init)
    comparisons = result.comparisons.map(RatioDocument.init)
  }

  /// Two ends, each left out if it is not shown.
  struct RangeDocument: Encodable {
    let lower: Double?
    let upper: Double?
  }

  struct CapacityDocument: Encodable {
    let build: String
    let capacity: RangeDocument
    /// The reason why an end is left out; nil if both are shown, or neither.
    var openEnd: BuildCapacity.OpenEnd?
    /// The reason why the build could not be measured, or fails at any rate.
    var failure: String?
    let runs: [RateRunDocument]

    init(_ capacity: BuildCapacity) {
      build = capacity.build
      self.capacity = RangeDocument(lower: capacity.bounds.lower, upper: capacity.bounds.upper)
      switch capacity.conclusion {
      case .between, .open: break
      case .atLeast(_, let end), .below(_, let end): openEnd = end
      case .failed(let failure), .unmeasured(let failure): self.failure = failure.message
      }
      runs = capacity.runs.map(RateRunDocument.init)
    }
  }

  /// A run at one rate; latencies in ns, CPU in percent of one, errors in percent of the users.
  struct RateRunDocument: Encodable {
    let rate: Double
    let finding: CapacitySearch.Finding
    let median: Double?
    let latency: Double?
    let cpu: Double?
    let errors: Double?
    let failure: String?

    init(_ run: LoadRun) {
      (rate, finding) = (run.rate, run.finding)
      (median, latency, cpu, errors) = (run.median, run.latency, run.cpu, run.errors)
      failure = run.failure?.message
    }
  }

  struct RatioDocument: Encodable {
    let baseline: String
    let candidate: String
    let decided: Bool
    let ratio: RangeDocument

    init(_ comparison: CapacityComparison) {
      (baseline, candidate) = (comparison.baseline, comparison.candidate)
      decided = comparison.isDecided
      ratio = RangeDocument(lower: comparison.lower, upper: comparison.upper)
    }
  }
}
