import Recording
import Statistics

/// The findings of each of several machines for one cell, and whether they agree.
///
/// Pairs of similar machines count as those of one machine. If machines are unlike, or similar but shown to
/// differ, the machines themselves are the sample, and the effect is their mean (`RandomEffects`): a change
/// that only one of them shows is no change of the fleet.
public struct MachineSpread: Sendable, Hashable {
  /// One machine's own pairs.
  public struct Machine: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Candidate over baseline there, with its interval.
    public let ratio: Estimate
    /// The number of its pairs.
    public let pairs: Int
    /// The p value of "it is like the others"; nil if unknown.
    let pValue: Double?
    /// A Boolean value indicating whether it is shown to differ from the others.
    public internal(set) var isOff = false
  }

  /// The machines, in the order of their parts.
  public internal(set) var machines: [Machine]
  /// A Boolean value indicating whether they differ in what decides how fast a program runs.
  public let areUnlike: Bool
  /// A Boolean value indicating whether their spread decides, rather than all pairs together.
  public let isDecisive: Bool
  /// How far the machines' true ratios are apart: one standard deviation of their logarithms.
  public let deviation: Double
  /// I², the share of their spread that chance within machines does not explain, from 0 to 1.
  public let inconsistency: Double
  let effects: RandomEffects

  /// The level at which similar machines are shown to differ. It is so high because treating them as one
  /// would be the error that makes false alarms.
  static let level = 0.05

  init(
    _ pairs: [Pair<ExperimentAnalysis.Measurement>], layouts: Int, of partition: Partition
  ) throws(NoRatio) {
    var own: [String: [Pair<ExperimentAnalysis.Measurement>]] = [:]
    for pair in pairs {
      if let part = partition.part(ofRound: pair.baseline.round) {
        own[part.machine, default: []].append(pair)
      }
    }
    var found: [(name: String, pairs: Int, logRatio: LogRatio)] = []
    for name in partition.machines {
      let pairs = own[name] ?? []
      guard pairs.count >= PairedRatio.fewestPairs else {
        throw .tooFewOnMachine(name, pairs.count)
      }
      found.append((name, pairs.count, try PairedSides(pairs, layouts: layouts).logRatio))
    }
    do throws(StatisticsError) {
      effects = try RandomEffects(found.map(\.logRatio))
      var machines: [Machine] = []
      for (index, machine) in found.enumerated() {
        machines.append(
          Machine(
            name: machine.name, ratio: try machine.logRatio.ratio(), pairs: machine.pairs,
            pValue: try effects.pValue(ofBeingAlike: index)))
      }
      self.machines = machines
      areUnlike = partition.areUnlike
      if areUnlike {
        isDecisive = true
      } else {
        var groups: [LogQuotients] = []
        for name in partition.machines { groups.append(try LogQuotients(own[name] ?? [])) }
        isDecisive = try RandomEffects.differ(groups, level: Self.level)
      }
    } catch {
      throw .undefined(error.description)
    }
    deviation = effects.betweenVariance.squareRoot()
    inconsistency = effects.inconsistency
  }

  /// The same, with machines marked that are shown to differ. They share the level of one cell's test.
  func marked(level: Double) -> MachineSpread {
    var marked = self
    for index in machines.indices {
      let share = level / Double(machines.count)
      marked.machines[index].isOff = machines[index].pValue.map { $0 <= share } ?? false
    }
    return marked
  }

  /// The number of machines whose own interval shows a change in this ratio's direction.
  public func agreeing(with ratio: Double) -> Int {
    machines.count { ratio > 1 ? $0.ratio.lower > 1 : $0.ratio.upper < 1 }
  }
}
