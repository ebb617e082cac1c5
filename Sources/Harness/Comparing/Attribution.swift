import Analysis
import MetricCatalog
import Recording

/// What the optimiser saves and each kind of safety check costs, in CPU time, as shares of what the
/// build with all checks costs.
///
/// Builds are recognised by what their flags ask of the compiler (``CheckSetting``), which their code was
/// proven to be. Each part is what one build costs more than another that lacks one thing; that is
/// taken from the reference in each round, so that parts add up, and the rounds are compared as
/// pairs (``Ratio``).
public struct Attribution: Sendable {
  /// The build with all checks, optimised.
  public let reference: String
  /// By what the builds are compared.
  public let metric = Metric.cpuTime
  /// The parts, in the order in which things are left out.
  public let parts: [Part]

  /// What one thing saves or costs.
  public struct Part: Sendable {
    /// What it is.
    public let subject: Subject
    /// The build that costs more, one thinks.
    public let with: String
    /// The build that costs less.
    public let without: String
    /// Story by story.
    public let stories: [(name: String, share: Result<Share, NoRatio>)]
    /// Over all stories, each of which weighs the same.
    public let overall: Result<Share, NoRatio>
  }

  /// What can be told apart by leaving it out.
  public enum Subject: String, Sendable {
    /// The lack of optimisation: a build without costs more.
    case optimiser
    /// Checks of exclusive access to memory.
    case exclusivity
    /// Checks of bounds, overflow, preconditions and the like.
    case traps
    /// All checks together.
    case allChecks = "all-checks"
  }

  /// Finds an experiment's parts; nil where it has no build with all checks, or none to compare it
  /// with.
  public init?(_ analysis: ExperimentAnalysis) {
    guard analysis.experiment.source == .replay,
      let steps = AttributionSteps(analysis.experiment.builds)
    else { return nil }
    reference = steps.reference
    parts = steps.steps.map { Self.part($0, of: steps.reference, analysis) }
  }

  private typealias Figure = (layout: Int, value: Double)

  private static func part(
    _ step: AttributionSteps.Step, of reference: String, _ analysis: ExperimentAnalysis
  ) -> Part {
    func share(_ figures: (String) -> [Int: Figure]) -> Result<Share, NoRatio> {
      Result { () throws(NoRatio) in
        try Self.share(step, reference, figures, layouts: analysis.experiment.layouts)
      }
    }
    return Part(
      subject: step.subject, with: step.with, without: step.without,
      stories: analysis.stories.map { story in
        let share = share { build in
          let figures = analysis.measurements(
            of: Cell(story: story, build: build, metric: .cpuTime))
          return Dictionary(
            figures.map { ($0.round, ($0.layout, $0.value)) }, uniquingKeysWith: { a, _ in a })
        }
        return (story, share)
      },
      overall: share { build in
        Comparison.means(analysis, .cpuTime, build).mapValues { ($0.layout, $0.mean) }
      })
  }

  /// A build that is not optimised costs a multiple, so what it costs is set against the reference
  /// as more; what a check costs is taken off.
  private static func share(
    _ step: AttributionSteps.Step, _ reference: String, _ figures: (String) -> [Int: Figure],
    layouts: Int
  ) throws(NoRatio) -> Share {
    let (base, with, without) = (figures(reference), figures(step.with), figures(step.without))
    for (build, found) in [(reference, base), (step.with, with), (step.without, without)]
    where found.isEmpty {
      throw .missing(build: build)
    }
    let sign = step.subject == .optimiser ? 1.0 : -1
    let pairs = base.keys.sorted().compactMap { round -> Pair? in
      guard let base = base[round], let with = with[round], let without = without[round] else {
        return nil
      }
      return Pair(
        round: round, layout: base.layout, baseline: base.value,
        candidate: base.value + sign * (with.value - without.value))
    }
    let ratio = try Ratio(pairs: pairs, layouts: layouts)
    return step.subject == .optimiser ? Share(more: ratio) : Share(less: ratio)
  }
}
