import Foundation

/// The next measurement: the commit and the number of pairs that reveal most of the culprit for the time
/// spent on building and measuring.
///
/// Before a commit is measured, each explanation predicts its level. The mean of n pairs there has the
/// standard error √(σ²/n + τ²). So the expected information, in bits, is the entropy of the mixture of these
/// normal distributions minus that of one of them:
///
///     I = H(Σ_h p(h) N(level_h, se²)) - ½ log2(2πe se²)
///
/// The greatest I / (build + n × pair) is chosen. Source: D. V. Lindley, "On a Measure of the Information
/// Provided by an Experiment", Annals of Mathematical Statistics 27 (1956), 986-1005.
struct NextMeasurement {
  let commit: Int
  let pairs: Int

  /// The times that measuring takes, in one unit.
  struct Times {
    /// Building a commit's program.
    let build: Double
    /// Measuring a pair.
    let pair: Double
  }

  /// The numbers of pairs to choose from.
  private static let batches = [3, 4, 6, 8, 12, 16, 24]

  /// Less information than this is not worth a measurement, bits.
  private static let leastInformation = 0.01

  /// Returns which of the commits that can be measured (`candidates`) to measure next; nil if no measurement
  /// would tell enough. `pairs` says how many pairs of each commit were measured; `most` is the greatest
  /// number for one commit.
  static func best(
    _ plan: MeasurementPlan, pairs: [Int: Int], candidates: [Int], most: Int, _ times: Times
  ) -> NextMeasurement? {
    var best: (rate: Double, NextMeasurement)?
    func consider(_ commit: Int, build: Double) {
      let mixture = plan.mixture(at: commit)
      let left = most - pairs[commit, default: 0]
      guard mixture.count > 1, left > 0 else { return }
      for batch in batches {
        let own = min(batch, left)
        let bits = plan.information(of: own, mixture)
        let rate = bits / (build + Double(own) * times.pair)
        if bits >= leastInformation, rate > best?.rate ?? 0 {
          best = (rate, NextMeasurement(commit: commit, pairs: own))
        }
        if own == left { break }
      }
    }
    let new = candidates.filter { pairs[$0] == nil }
    // First with one number of pairs, because more pairs improve all alike; then with all numbers for the
    // best.
    let promising = new.map { (commit: $0, bits: plan.information(of: 8, plan.mixture(at: $0))) }
      .max { $0.bits < $1.bits }
    if let promising { consider(promising.commit, build: times.build) }
    for commit in candidates where pairs[commit] != nil { consider(commit, build: 0) }
    return best?.1
  }
}

/// The prediction of each explanation for commits that may be measured.
struct MeasurementPlan {
  private let graph: CommitGraph
  private let posterior: CulpritPosterior
  private let change: Double
  private let deviation: Double
  private let shift: Double
  /// The levels of groups that contain only one of two commits, by their masks.
  private let middles: [UInt64: Double]

  /// Creates the predictions; the change is the level of the bad end.
  init(_ graph: CommitGraph, _ posterior: CulpritPosterior, change: Double) {
    self.graph = graph
    self.posterior = posterior
    self.change = change
    deviation = LevelLikelihood.deviation(ofScale: posterior.scale)
    shift = posterior.shift
    var middles: [UInt64: Double] = [:]
    for (hypothesis, probability) in posterior.hypotheses where probability > Self.negligible {
      guard case .two(let a, let b) = hypothesis, a != b else { continue }
      let (first, second) = (posterior.classes[a].mask, posterior.classes[b].mask)
      for mask in [first & ~second, second & ~first] where middles[mask] == nil {
        middles[mask] = posterior.level(of: mask, isChanged: true)?.mean ?? change / 2
      }
    }
    self.middles = middles
  }

  /// Less probable explanations are left out.
  private static let negligible = 1e-4

  /// The levels at which a commit may lie, each with its probability.
  func mixture(at commit: Int) -> [(level: Double, probability: Double)] {
    let shares = posterior.classes.map { own in
      Double(graph.ancestry[commit].common(own.members)) / Double(own.count)
    }
    var levels: [Double: Double] = [:]
    func add(_ level: Double, _ probability: Double) {
      if probability > Self.negligible { levels[level, default: 0] += probability }
    }
    for (hypothesis, probability) in posterior.hypotheses where probability > Self.negligible {
      switch hypothesis {
      case .one(let a):
        add(change, probability * shares[a])
        add(0, probability * (1 - shares[a]))
      case .two(let a, let b):
        add(change, probability * shares[a] * shares[b])
        add(0, probability * (1 - shares[a]) * (1 - shares[b]))
        let (first, second) = (posterior.classes[a].mask, posterior.classes[b].mask)
        add(middles[first & ~second] ?? change / 2, probability * shares[a] * (1 - shares[b]))
        add(middles[second & ~first] ?? change / 2, probability * shares[b] * (1 - shares[a]))
      case .crept:
        let share = Double(graph.ancestry[commit].count) / Double(graph.count)
        add(change * share, probability)
      }
    }
    let sum = levels.values.reduce(0, +)
    return levels.sorted { $0.key < $1.key }.map { ($0.key, $0.value / sum) }
  }

  /// The expected information of the mean of this many pairs, bits.
  func information(of pairs: Int, _ mixture: [(level: Double, probability: Double)]) -> Double {
    guard let lowest = mixture.first?.level, let highest = mixture.last?.level, mixture.count > 1
    else { return 0 }
    let error = (deviation * deviation / Double(pairs) + shift * shift).squareRoot()
    // If levels are far apart, nearly all of the range is empty, so they are moved closer together.
    let unit = max(error, (highest - lowest) / 100)
    let step = unit / 4
    let count = Int(((highest - lowest + 10 * unit) / step).rounded(.up))
    var entropy = 0.0
    for place in 0...count {
      let value = lowest - 5 * unit + Double(place) * step
      var density = 0.0
      for (level, probability) in mixture {
        let z = (value - level) / unit
        if abs(z) < 6 { density += probability * exp(-z * z / 2) }
      }
      density /= unit * (2 * Double.pi).squareRoot()
      if density > 0 { entropy -= density * log2(density) * step }
    }
    return max(0, entropy - log2(unit * (2 * Double.pi * M_E).squareRoot()))
  }
}
