import Analysis
import Recording
import Statistics

/// Candidate over baseline, with its 95 % interval.
///
/// Runs of one round were made side by side and are compared as pairs, by the 10 % trimmed mean
/// of their log ratios (``PairedRatio``). Imported runs have no such tie and are compared by the
/// ratio of their means (``IndependentRatio``).
public struct Ratio: Sendable {
  /// The ratio; 1 means equal.
  public let estimate: Estimate
  /// How it was found.
  public let method: Method

  /// How a ratio is found.
  public enum Method: Sendable, Equatable {
    /// From this many pairs.
    case paired(pairs: Int)
    /// From two independent samples.
    case independent
  }

  /// Whether the interval leaves out 1.
  public var excludesEquality: Bool { estimate.lower > 1 || estimate.upper < 1 }

  /// The ratio of two cells.
  init(_ analysis: ExperimentAnalysis, baseline: Cell, candidate: Cell) throws(NoRatio) {
    let a = analysis.measurements(of: baseline)
    let b = analysis.measurements(of: candidate)
    for (cell, found) in [(baseline, a), (candidate, b)] where found.isEmpty {
      throw .missing(build: cell.build)
    }
    switch analysis.experiment.source {
    case .import, .attach: try self.init(independent: a.map(\.value), b.map(\.value))
    case .replay:
      let byRound = Dictionary(b.map { ($0.round, $0.value) }, uniquingKeysWith: { x, _ in x })
      try self.init(pairs: a.compactMap { a in byRound[a.round].map { (a.value, $0) } })
    }
  }

  /// The ratio that pairs of baseline and candidate show.
  init(pairs: [(baseline: Double, candidate: Double)]) throws(NoRatio) {
    guard pairs.count >= PairedRatio.fewestPairs else { throw .tooFew(pairs.count) }
    do throws(StatisticsError) {
      let ratio = try PairedRatio(
        baseline: Distribution(pairs.map(\.baseline)),
        candidate: Distribution(pairs.map(\.candidate)))
      estimate = try ratio.ratio()
      method = .paired(pairs: ratio.pairCount)
    } catch {
      throw .undefined(error.description)
    }
  }

  private init(independent baseline: [Double], _ candidate: [Double]) throws(NoRatio) {
    do throws(StatisticsError) {
      estimate = try IndependentRatio(
        baseline: Distribution(baseline), candidate: Distribution(candidate)
      ).ratio()
      method = .independent
    } catch {
      throw .undefined(error.description)
    }
  }
}

/// Why two cells have no ratio.
public enum NoRatio: Error, Sendable, Equatable, CustomStringConvertible {
  /// A build has no figures.
  case missing(build: String)
  /// There is no round in which every story passed on both builds.
  case noCompleteRound
  /// There are fewer than two pairs.
  case tooFew(Int)
  /// The figures allow none; a logarithm of zero, mostly.
  case undefined(String)

  /// Why, in words.
  public var description: String {
    switch self {
    case .missing(let build): "no figures on '\(build)'"
    case .noCompleteRound: "in no round did every story pass on both builds"
    case .tooFew(let count): "\(count) pair\(count == 1 ? "" : "s")"
    case .undefined(let reason): reason
    }
  }
}
