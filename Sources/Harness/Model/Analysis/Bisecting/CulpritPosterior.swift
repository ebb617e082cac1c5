import Foundation

/// How probable it is for each commit that it made a change, given the measurements so far.
///
/// Three models are compared, with prior probabilities 0.9, 0.07 and 0.03:
///
/// - **one**: commit c made the change. Measured commits that contain c lie at one level, all others at that
///   of the good end. Each c has the same prior probability.
/// - **two**: commits c and d did. Measured commits that contain both lie at one level, those that contain
///   only c at another, and those that contain only d at a third. Each pair has the same prior probability.
/// - **crept**: each commit made the same small part of it.
///
/// All levels except that of the good end are uniform over the grid of ``LevelLikelihood``, independent, and
/// integrated out; so are the noise and the commits' own shifts. So the evidence of a hypothesis is a product
/// over its groups of commits, each a sum over levels. A model with more levels pays for them:
///
///     p(h | y) ∝ p(h) Σ_noise p(noise) Π_groups Σ_level p(level) Π_commits p(y_i | level, noise)
///
/// Commits that are in the same measured commits can't be told apart. They share the probability of their
/// class.
///
/// Source: H. Jeffreys, "Theory of Probability" (3rd edition, 1961), chapter 5, for the comparison; D.
/// Barry, J. A. Hartigan, "Product Partition Models for Change Point Problems", The Annals of Statistics 20
/// (1992), 260-279, for evidence as a product over groups.
struct CulpritPosterior {
  /// Commits that the measurements can't tell apart.
  struct Class {
    /// The measured commits that contain them, one bit each.
    let mask: UInt64
    let members: CommitSet
    let count: Int
  }

  enum Hypothesis {
    /// A commit of a class made the change.
    case one(Int)
    /// Two commits did, of these classes.
    case two(Int, Int)
    /// All commits did.
    case crept
  }

  let classes: [Class]
  let hypotheses: [(hypothesis: Hypothesis, probability: Double)]
  /// The mean scale of a pair's noise.
  let scale: Double
  /// The mean deviation of a commit's own shift.
  let shift: Double
  /// The probability of each noise.
  let noises: [Double]
  private let graph: CommitGraph
  private let likelihood: LevelLikelihood

  private static let priors = (one: 0.9, two: 0.07, crept: 0.03)

  /// The greatest number of commits that can be measured.
  static let mostMeasured = 60

  /// Weighs the explanations of the measured commits, with the bad end among them and at most
  /// ``mostMeasured``. Their likelihoods are in the same order.
  init(_ graph: CommitGraph, measured: [Int], _ likelihood: LevelLikelihood) {
    self.graph = graph
    self.likelihood = likelihood
    let classes = Self.classes(graph, measured)
    self.classes = classes
    let weighed = Self.weighed(classes, of: graph.count)
    let shares = measured.map { Double(graph.ancestry[$0].count) / Double(graph.count) }
    let all: UInt64 = (1 << UInt64(measured.count)) - 1
    var logs: [[Double]] = []
    for noise in likelihood.noises {
      var evidence = GroupEvidence(noise)
      logs.append(
        weighed.map { hypothesis, prior in
          let own =
            switch hypothesis {
            case .one(let a):
              evidence.changed(classes[a].mask) + evidence.unchanged(all & ~classes[a].mask)
            case .two(let a, let b):
              Self.twice(classes[a].mask, classes[b].mask, among: all, &evidence)
            case .crept: evidence.crept(shares, zero: likelihood.zero)
            }
          return noise.prior + prior + own
        })
    }
    let top = logs.joined().max() ?? 0
    let weights = logs.map { $0.map { exp($0 - top) } }
    let sum = weights.joined().reduce(0, +)
    noises = weights.map { $0.reduce(0, +) / sum }
    hypotheses = weighed.indices.map { index in
      (weighed[index].0, weights.reduce(0) { $0 + $1[index] } / sum)
    }
    scale = zip(noises, likelihood.noises).reduce(0) { $0 + $1.0 * $1.1.scale }
    shift = zip(noises, likelihood.noises).reduce(0) { $0 + $1.0 * $1.1.shift }
  }

  private static func twice(
    _ a: UInt64, _ b: UInt64, among all: UInt64, _ evidence: inout GroupEvidence
  ) -> Double {
    evidence.changed(a & b) + evidence.changed(a & ~b) + evidence.changed(b & ~a)
      + evidence.unchanged(all & ~(a | b))
  }

  /// The classes, in the order of their first commits.
  private static func classes(_ graph: CommitGraph, _ measured: [Int]) -> [Class] {
    var order: [UInt64] = []
    var members: [UInt64: CommitSet] = [:]
    for commit in 0..<graph.count {
      var mask: UInt64 = 0
      for (bit, other) in measured.enumerated() where graph.contains(commit, in: other) {
        mask |= 1 << UInt64(bit)
      }
      if members[mask] == nil { order.append(mask) }
      members[mask, default: CommitSet(count: graph.count)].insert(commit)
    }
    return order.map { mask in
      let own = members[mask] ?? CommitSet(count: graph.count)
      return Class(mask: mask, members: own, count: own.count)
    }
  }

  /// All explanations with ln of their prior probabilities.
  private static func weighed(_ classes: [Class], of count: Int) -> [(Hypothesis, Double)] {
    // With a single commit there is nothing to explain.
    if count == 1 { return [(.one(0), 0)] }
    let n = Double(count)
    var weighed: [(Hypothesis, Double)] = [(.crept, log(priors.crept))]
    for (a, first) in classes.enumerated() {
      let own = Double(first.count)
      weighed.append((.one(a), log(priors.one * own / n)))
      let pairs = n * (n - 1) / 2
      if first.count > 1 {
        weighed.append((.two(a, a), log(priors.two * own * (own - 1) / 2 / pairs)))
      }
      for b in classes.indices.dropFirst(a + 1) {
        weighed.append((.two(a, b), log(priors.two * own * Double(classes[b].count) / pairs)))
      }
    }
    return weighed
  }

  /// The probability that one commit made the change.
  var one: Double { total { if case .one = $0 { true } else { false } } }
  var two: Double { total { if case .two = $0 { true } else { false } } }
  var crept: Double { total { if case .crept = $0 { true } else { false } } }

  private func total(_ counts: (Hypothesis) -> Bool) -> Double {
    hypotheses.reduce(0) { counts($1.hypothesis) ? $0 + $1.probability : $0 }
  }

  /// For each commit, the probability that it made the change, or one of two parts of it.
  var culprits: [Double] {
    var ofClasses = Array(repeating: 0.0, count: classes.count)
    for (hypothesis, probability) in hypotheses {
      switch hypothesis {
      case .one(let a): ofClasses[a] += probability
      case .two(let a, let b):
        ofClasses[a] += probability
        ofClasses[b] += probability
      case .crept: break
      }
    }
    var shares = Array(repeating: 0.0, count: graph.count)
    for (own, probability) in zip(classes, ofClasses) {
      for commit in 0..<graph.count where own.members.contains(commit) {
        shares[commit] = min(1, probability / Double(own.count))
      }
    }
    return shares
  }

  /// The level of the measured commits in a mask: mean and standard deviation over all noises; nil without
  /// any commit. `isChanged` says whether they have a level of their own, rather than that of the good end.
  func level(of mask: UInt64, isChanged: Bool) -> (mean: Double, deviation: Double)? {
    guard mask != 0 else { return nil }
    var (mean, square) = (0.0, 0.0)
    for (noise, probability) in zip(likelihood.noises, noises) where probability > 1e-6 {
      let evidence = GroupEvidence(noise)
      let weights = evidence.weights(of: mask, isChanged: isChanged)
      let sum = weights.reduce(0, +)
      guard sum > 0 else { continue }
      for (level, weight) in zip(likelihood.levels, weights) where weight > 0 {
        mean += probability * weight / sum * level
        square += probability * weight / sum * level * level
      }
    }
    return (mean, max(0, square - mean * mean).squareRoot())
  }
}

/// The evidence of groups of commits at one level, under one noise.
private struct GroupEvidence {
  private let noise: LevelLikelihood.Noise
  private var known: [UInt64: Double] = [0: 0]
  private var knownUnchanged: [UInt64: Double] = [0: 0]

  init(_ noise: LevelLikelihood.Noise) { self.noise = noise }

  /// ln of the evidence of a group at any level.
  mutating func changed(_ mask: UInt64) -> Double {
    if let found = known[mask] { return found }
    let found = Self.logSum(logs(mask)) - log(Double(noise.unchanged.count))
    known[mask] = found
    return found
  }

  /// ln of the evidence of a group at the level of the good end.
  mutating func unchanged(_ mask: UInt64) -> Double {
    if let found = knownUnchanged[mask] { return found }
    let logs = logs(mask)
    let top = logs.max() ?? 0
    var sum = 0.0
    for (log, weight) in zip(logs, noise.unchanged) where weight > 0 {
      sum += weight * exp(log - top)
    }
    let found = log(max(sum, 1e-300)) + top
    knownUnchanged[mask] = found
    return found
  }

  /// ln of the evidence of a change shared among all commits.
  func crept(_ shares: [Double], zero: Int) -> Double {
    let count = noise.unchanged.count
    let logs = (0..<count).map { level in
      var sum = 0.0
      for (commit, share) in shares.enumerated() {
        let place = zero + Int((share * Double(level - zero)).rounded())
        sum += noise.curves[commit][place]
      }
      return sum
    }
    return Self.logSum(logs) - log(Double(count))
  }

  /// How probable each level is, up to a factor.
  func weights(of mask: UInt64, isChanged: Bool) -> [Double] {
    let logs = logs(mask)
    let top = logs.max() ?? 0
    return logs.indices.map { exp(logs[$0] - top) * (isChanged ? 1 : noise.unchanged[$0]) }
  }

  private func logs(_ mask: UInt64) -> [Double] {
    var sums = Array(repeating: 0.0, count: noise.unchanged.count)
    for (commit, curve) in noise.curves.enumerated() where mask >> UInt64(commit) & 1 == 1 {
      for level in sums.indices { sums[level] += curve[level] }
    }
    return sums
  }

  private static func logSum(_ logs: [Double]) -> Double {
    let top = logs.max() ?? 0
    return log(logs.reduce(0) { $1 > top - 40 ? $0 + exp($1 - top) : $0 }) + top
  }
}
