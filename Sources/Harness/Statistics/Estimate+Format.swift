import Rounding

extension Estimate {
  /// With which digits people are shown the point, both ends of the interval, and what these are
  /// held against: by the standard error.
  ///
  /// An estimate that leaves nothing to chance has an error of 0 and an interval all the same, from
  /// its least to its greatest value; a quarter of that stands in, as in a 95 % interval. Where there
  /// is no width either, what is left of it is the rounding of logarithms, which says nothing about
  /// digits.
  /// - Parameter scale: base units per displayed unit.
  public func format(scale: Double = 1) -> NumberFormat {
    let error = standardError > 0 ? standardError : (upper - lower) / 4
    return error < abs(point) * 1e-9 ? .plain : .uncertainty(error / scale)
  }

  /// Of a ratio: with which digits its change in percent is shown, so that +2.31 % stands where
  /// others read 1.0231.
  public var changeFormat: NumberFormat { format(scale: 0.01).withPlus }

  /// A ratio as a change, with the digits of this one: `+2.31`, in percent.
  public func change(_ ratio: Double) -> String { changeFormat.string(for: (ratio - 1) * 100) }
}
