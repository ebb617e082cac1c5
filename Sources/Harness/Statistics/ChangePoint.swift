/// A place in a series from which on its values are others than before; found by
/// ``ChangePointRule``.
public struct ChangePoint: Hashable, Sendable {
  /// The index of the first value after the change.
  public let index: Int
  /// Q of E-divisive means where the change was first suspected; for ranking, without unit of its
  /// own.
  public let divergence: Double
  /// The means before and after with their p.
  public let shift: MeanShift
}
