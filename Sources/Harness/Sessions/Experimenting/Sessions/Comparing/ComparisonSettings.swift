import Analysis
import Building
import DriverProtocol
import Metrics
import Recording
import Running
import Scenarios
import Store

/// The extent and the name of a comparison.
public struct ComparisonSettings: Sendable {
  /// Exactly this many pairs of each story; nil for as many as needed.
  public var pairs: Int?
  /// The time limit of measuring; nil for none.
  public var timeLimit: Duration?
  /// A Boolean value indicating whether measuring goes on even if the time limit leaves too few pairs to show any
  /// change.
  public var isQuickLook = false
  /// A Boolean value indicating whether a time limit ends what can't decide, as it ends checks: after the first
  /// round if it leaves too few pairs to show any change, and before it if there is no time to record inputs.
  public var mustDecide = false
  /// The number of each side's runs for anonymous memory alone.
  public var memoryRuns: Int
  /// The counter of instructions and the number of counts: for all stories if given, otherwise only for those
  /// that need it.
  public var instructions: InstructionChoice
  /// The number of each side's runs that count allocations, for all stories; 0 for as many as gates need.
  public var allocationRounds: Int
  /// A Boolean value indicating whether instructions are counted if a small change in time may come from the
  /// place of the code.
  public var checksLayout: Bool
  /// A Boolean value indicating whether a build that is proven to be the same at both revisions is not
  /// measured.
  public var usesProof: Bool
  /// A Boolean value indicating whether the inputs of stories are recorded.
  public var recordsInputs = true
  /// The paths that both sides may share although each should have its own.
  public var allowedShared: [String] = []
  /// The harness that both revisions use, a revision or `work-tree`; nil if each uses its own.
  public var harness: String?
  /// The commit that ``harness`` named in an earlier comparison; nil for the one that it names now.
  public var harnessCommit: String?
  /// The chance of any false alarm; nil for the rule's own.
  public var alpha: Double?
  /// The seed of the order of pairs; nil for a random one.
  public var seed: UInt64?
  /// The name of the experiment; nil for the scenario's name with the purpose.
  public var name: String?
  /// The part that this machine makes; nil if it makes all.
  public var part: PartChoice?
  /// The metric whose change an explanation explains.
  public var explained = Metric.cpuTime
  /// A Boolean value indicating whether the baseline is also compared with its own copy.
  public var hasControl = false

  /// Settings.
  public init(
    pairs: Int? = nil, timeLimit: Duration? = nil, memoryRuns: Int = 3,
    instructions: InstructionChoice = InstructionChoice(), allocationRounds: Int = 0,
    checksLayout: Bool = true, usesProof: Bool = true, seed: UInt64? = nil, name: String? = nil,
    part: PartChoice? = nil
  ) {
    self.pairs = pairs
    self.timeLimit = timeLimit
    self.memoryRuns = memoryRuns
    self.instructions = instructions
    self.allocationRounds = allocationRounds
    self.checksLayout = checksLayout
    self.usesProof = usesProof
    self.seed = seed
    self.name = name
    self.part = part
  }

  /// The number of pairs, if known in advance: parts can't wait for each other's results.
  var pairsGiven: Int? { pairs ?? (part == nil ? nil : PartChoice.usualPairs) }

  /// The rule that it is judged by, if this many candidates share the chance of a false alarm.
  func rule(comparisons: Int) -> DecisionRule {
    var rule = pairsGiven == nil ? DecisionRule.adaptive : .standard
    if let alpha {
      rule.alpha = alpha
      // An attempt is to show an improvement, and a look could end one of 1 % as unchanged.
      rule.looks = nil
    }
    // Bonferroni: over the candidates, and over the declared analyses of parts.
    rule.alpha /= Double(max(1, comparisons) * (part?.share.analyses.count ?? 1))
    return rule
  }
}
