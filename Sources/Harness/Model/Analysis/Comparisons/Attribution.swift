import Metrics
import Recording
import Scenarios
import Statistics

/// The savings of the optimiser and the cost of each kind of safety check, in CPU time, as shares of the cost
/// of the build with all checks.
///
/// Builds are recognised by their compiler flags (`CheckSetting`), which their code is proven to obey. Builds
/// of another compiler than the reference's are left out. Each part is the extra cost of one build over
/// another that lacks one thing, divided by the reference's cost, layout by layout (`RatioDifference`). All
/// parts use the same rounds, so they add up.
///
/// All shares are tested together (``Difference``). None up to `DecisionRule.floor` is called a cost.
public struct Attribution: Sendable {
  /// The build with all checks, optimised.
  public let reference: String
  /// The metric that the builds are compared by.
  public let metric = Metric.cpuTime
  /// The parts, in the order in which things are left out.
  public let parts: [Effect]

  /// The saving or the cost of one thing.
  public struct Effect: Sendable {
    /// The thing.
    public let subject: Subject
    /// The build that is expected to cost more.
    public let with: String
    /// The build that is expected to cost less.
    public let without: String
    /// Story by story.
    public fileprivate(set) var stories: [(name: String, share: Result<Difference, NoRatio>)]
    /// Over all stories, each with the same weight: the geometric mean of each round.
    public fileprivate(set) var overall: Result<Difference, NoRatio>
  }

  /// A thing whose cost can be found by leaving it out.
  public enum Subject: String, Sendable, CaseIterable {
    /// The lack of optimisation: an unoptimised build costs more.
    case optimiser
    /// Checks of exclusive access to memory.
    case exclusivity
    /// Checks of bounds, overflow, preconditions and the like.
    case traps
    case allChecks = "all-checks"
  }

  /// Finds an experiment's parts; nil if it has no build with all checks, or none to compare it with. Nil as well if
  /// steps are requests: the CPU time is that of what sends them, which is the same program on each side.
  public init?(_ analysis: ExperimentAnalysis) {
    guard analysis.experiment.source == .replay,
      let steps = AttributionSteps(analysis.experiment.builds),
      analysis.scenario?.isOfRequests != true
    else { return nil }
    reference = steps.reference
    var parts = steps.steps.map { Self.part($0, of: steps, analysis) }
    Difference.adjust { change in
      for index in parts.indices { parts[index].changeShares(change) }
    }
    self.parts = parts
  }

  private static func part(
    _ step: AttributionSteps.Step, of steps: AttributionSteps, _ analysis: ExperimentAnalysis
  ) -> Effect {
    func share(
      _ measurements: (String) -> [ExperimentAnalysis.Measurement]
    ) -> Result<Difference, NoRatio> {
      func byRound(_ build: String) -> [Int: ExperimentAnalysis.Measurement] {
        Dictionary(measurements(build).map { ($0.round, $0) }, uniquingKeysWith: { a, _ in a })
      }
      return Result { () throws(NoRatio) in
        try Self.share(step, of: steps, byRound, layouts: analysis.experiment.layouts)
      }
    }
    return Effect(
      subject: step.subject, with: step.with, without: step.without,
      stories: analysis.stories.map { story in
        let share = share { build in
          analysis.measurements(of: Cell(story: story, build: build, metric: .cpuTime))
        }
        return (story, share)
      },
      overall: share { build in
        Comparison.means(analysis, .cpuTime, build)
      })
  }

  /// Returns what one build costs more than another, in the rounds that all builds of the attribution have.
  private static func share(
    _ step: AttributionSteps.Step, of steps: AttributionSteps,
    _ measurements: (String) -> [Int: ExperimentAnalysis.Measurement], layouts: Int
  ) throws(NoRatio) -> Difference {
    let known = Dictionary(
      steps.builds.map { ($0, measurements($0)) }, uniquingKeysWith: { first, _ in first })
    func side(_ build: String) throws(NoRatio) -> [Int: ExperimentAnalysis.Measurement] {
      guard let found = known[build], !found.isEmpty else { throw .missing(build: build) }
      return found
    }
    let base = try side(steps.reference)
    let with = try side(step.with)
    let without = try side(step.without)
    let all = known.values.filter { !$0.isEmpty }
    let rounds = base.keys.filter { round in all.allSatisfy { $0[round] != nil } }.sorted()
    guard rounds.count >= PairedRatio.fewestPairs else { throw .tooFew(rounds.count) }
    func sides(_ rounds: [Int]) -> RatioDifference.Rounds {
      RatioDifference.Rounds(
        base: rounds.compactMap { base[$0]?.value }, with: rounds.compactMap { with[$0]?.value },
        without: rounds.compactMap { without[$0]?.value })
    }
    do throws(StatisticsError) {
      let overRuns = try RatioDifference(sides(rounds))
      guard layouts > 1 else {
        return try Difference(share: overRuns, evidence: .pairs(rounds.count))
      }
      let byLayout = Dictionary(grouping: rounds) { base[$0]?.layout ?? 1 }
        .sorted { $0.key < $1.key }
      return try Difference(
        share: RatioDifference(byLayout.map { sides($0.value) }), overRuns: overRuns,
        evidence: .layouts(byLayout.count, pairs: rounds.count))
    } catch .tooFewClusters(let found, _) {
      throw .tooFewLayouts(found)
    } catch {
      throw .undefined(error.description)
    }
  }

  /// The number of shares that were found and tested together.
  public var shareCount: Int { found.count }

  /// The number of rounds of the share that has the fewest; nil if no share was found.
  public var fewestRounds: Int? { found.map(\.evidence.count).min() }

  private var found: [Difference] {
    parts.flatMap { $0.stories.map(\.share) + [$0.overall] }.compactMap { try? $0.get() }
  }
}

extension Attribution.Effect {
  fileprivate mutating func changeShares(_ change: (inout Difference) -> Void) {
    for index in stories.indices { stories[index].share.changeSuccess(change) }
    overall.changeSuccess(change)
  }
}

extension Result {
  mutating func changeSuccess(_ change: (inout Success) -> Void) {
    guard case .success(var value) = self else { return }
    change(&value)
    self = .success(value)
  }
}

/// The builds of an experiment to compare, so that they differ in one thing alone.
struct AttributionSteps {
  /// The build with all checks, optimised.
  let reference: String
  let steps: [Step]

  /// A build with something, and one without.
  struct Step: Equatable {
    let subject: Attribution.Subject
    let with: String
    let without: String
  }

  /// All builds that take part, each at least once.
  var builds: [String] { [reference] + steps.flatMap { [$0.with, $0.without] } }

  /// Nil if there is no such build, or nothing to compare it with.
  init?(_ builds: [BuildRecord]) {
    typealias Known = (name: String, setting: CheckSetting, compiler: String?)
    let settings: [Known] = builds.compactMap { build in
      build.checks?.setting.map { (build.name, $0, build.compiler) }
    }
    func find(
      _ optimisation: CheckSetting.Optimisation, exclusivity: Bool, like reference: Known?
    ) -> Known? {
      settings.first {
        $0.setting.optimisation == optimisation && $0.setting.exclusivity == exclusivity
          && $0.setting.traps == (optimisation != .unchecked)
          && (reference == nil || $0.setting.otherFlags == reference?.setting.otherFlags)
          && (reference == nil || $0.compiler == reference?.compiler)
      }
    }
    guard let reference = find(.speed, exclusivity: true, like: nil) else { return nil }
    let checked = reference.name
    let debug = find(.none, exclusivity: true, like: reference)?.name
    let noExclusivity = find(.speed, exclusivity: false, like: reference)?.name
    let noTraps = find(.unchecked, exclusivity: true, like: reference)?.name
    let unchecked = find(.unchecked, exclusivity: false, like: reference)?.name
    var steps: [Step] = []
    func add(_ subject: Attribution.Subject, _ with: String?, _ without: String?) {
      guard let with, let without else { return }
      steps.append(Step(subject: subject, with: with, without: without))
    }
    add(.optimiser, debug, checked)
    add(.exclusivity, checked, noExclusivity)
    // -Ounchecked turns both kinds off: without a build in between they can't be told apart.
    add(.traps, noTraps == nil ? noExclusivity : checked, noTraps ?? unchecked)
    add(.allChecks, checked, unchecked)
    guard !steps.isEmpty else { return nil }
    self.reference = checked
    self.steps = steps
  }
}
