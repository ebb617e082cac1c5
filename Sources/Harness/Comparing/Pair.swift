/// Figures of a baseline and a candidate that were measured side by side, in one round.
struct Pair {
  /// The round, from 1.
  let round: Int
  /// The layout of both builds' code, from 1.
  let layout: Int
  /// The baseline's figure, in base units.
  let baseline: Double
  /// The candidate's figure, in base units.
  let candidate: Double
}
