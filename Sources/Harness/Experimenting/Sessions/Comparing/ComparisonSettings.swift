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
  /// Exactly so many pairs of each story; nil for as many as it takes.
  public var pairs: Int?
  /// The time limit of measuring; nil for as long as it takes.
  public var timeLimit: Duration?
  /// The number of runs of each side for anonymous memory alone.
  public var memoryRuns: Int
  /// Who counts instructions, and how often: of all stories where somebody asked, else of only those
  /// that need it.
  public var instructions: InstructionChoice
  /// The number of runs of each side that count allocations, of all stories; 0 for as many as gates need.
  public var allocationRounds: Int
  /// A Boolean value indicating whether instructions are counted where a small change in time may
  /// be the place of the code.
  public var checksLayout: Bool
  /// A Boolean value indicating whether a build that is proven to be the same at both revisions is not
  /// measured.
  public var usesProof: Bool
  /// A Boolean value indicating whether it is recorded what stories read.
  public var recordsInputs = true
  /// The paths that both sides may share although each should have its own.
  public var allowedShared: [String] = []
  /// Whose harness both revisions are to have, a revision or `work-tree`; nil for each its own.
  public var harness: String?
  /// The seed of the order of pairs; nil for any.
  public var seed: UInt64?
  /// The name of the experiment; nil for the scenario's name with the purpose.
  public var name: String?
  /// The part that this machine makes; nil where it makes all.
  public var part: PartChoice?
  /// The metric whose change an explanation explains.
  public var explained = Metric.cpuTime
  /// A Boolean value indicating whether the baseline is measured beside its own copy, too.
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

  /// The number of pairs, where it is known before: parts can't wait for each other's results.
  var pairsGiven: Int? { pairs ?? (part == nil ? nil : PartChoice.usualPairs) }

  /// By which numbers it is judged.
  /// - Parameter comparisons: how many candidates share the chance of a false alarm.
  func rule(comparisons: Int) -> DecisionRule {
    var rule = pairsGiven == nil ? DecisionRule.adaptive : .standard
    // Bonferroni: over the candidates, and over the analyses that the plan of parts declares.
    rule.alpha /= Double(max(1, comparisons) * (part?.share.analyses.count ?? 1))
    return rule
  }
}
