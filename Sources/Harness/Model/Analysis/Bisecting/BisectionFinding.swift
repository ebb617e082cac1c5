/// The finding of a search.
public struct BisectionFinding: Sendable, Equatable {
  /// The kinds of answers; commits by their places in the graph.
  public enum Answer: Sendable, Equatable {
    /// One commit made the change.
    case one(Int)
    /// Two commits did.
    case two(Int, Int)
    /// Many commits did, each a little.
    case crept
    /// It is one of these commits, which can't be told apart.
    case range([Int])
    /// The bad end is no longer shown to differ from the good one.
    case vanished
  }

  /// The answer.
  public let kind: Answer
  /// How probable it is; for a range, that the culprit is in it.
  public let probability: Double
  /// The probabilities that one commit made the change, that two did, and that it crept in.
  public let models: Models
  /// For each commit the probability that it is the culprit, or one of two.
  public let culprits: [Double]
  /// The mean deviation of a commit's own shift, for example from its code's layout; ln of the ratio.
  public let shift: Double
  /// The change by each culprit: ln of the cost with it over that without it.
  public let effects: [Effect]

  /// How probable each explanation is.
  public struct Models: Sendable, Equatable, Encodable {
    /// One commit.
    public let one: Double
    /// Two commits.
    public let two: Double
    /// Many commits, each a little.
    public let crept: Double
  }

  /// The change by a commit, ln of the ratio, with its 95 % credible interval.
  public struct Effect: Sendable, Equatable {
    /// The commit's place in the graph.
    public let commit: Int
    /// The mean.
    public let mean: Double
    /// Its standard deviation.
    public let deviation: Double
    /// The lower end of the interval.
    public var lower: Double { mean - 1.959_963_985 * deviation }
    /// The upper end.
    public var upper: Double { mean + 1.959_963_985 * deviation }
  }

  init(
    _ kind: Answer, _ probability: Double, _ search: Bisection, _ posterior: CulpritPosterior,
    _ culprits: [Double]
  ) {
    self.kind = kind
    self.probability = probability
    self.culprits = culprits
    shift = posterior.shift
    models = Models(one: posterior.one, two: posterior.two, crept: posterior.crept)
    let masks = { (commit: Int) in
      posterior.classes.first { $0.members.contains(commit) }?.mask ?? 0
    }
    let all: UInt64 = (1 << UInt64(search.pairs.count)) - 1
    func step(_ commit: Int, from before: (UInt64, Bool), to after: UInt64) -> Effect? {
      guard let end = posterior.level(of: after, isChanged: true) else { return nil }
      // If nothing without the change was measured except the good end, that is level 0.
      let start = posterior.level(of: before.0, isChanged: before.1) ?? (0, posterior.shift)
      return Effect(
        commit: commit, mean: end.mean - start.mean,
        deviation: (end.deviation * end.deviation + start.deviation * start.deviation).squareRoot())
    }
    switch kind {
    case .one(let commit):
      let mask = masks(commit)
      effects = [step(commit, from: (all & ~mask, false), to: mask)].compactMap(\.self)
    case .two(let first, let second):
      let (a, b) = (masks(first), masks(second))
      let without = (all & ~(a | b), false)
      let own = step(first, from: without, to: a & ~b)
      let other =
        b & ~a == 0
        ? step(second, from: (a & ~b, true), to: a & b) : step(second, from: without, to: b & ~a)
      effects = [own, other].compactMap(\.self)
    case .crept, .range, .vanished: effects = []
    }
  }
}
