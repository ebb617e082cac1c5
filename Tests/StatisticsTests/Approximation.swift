/// Whether two measurements agree to a relative error, 1e-12 by default.
///
/// Near zero a relative error means nothing, so measurements within `floor` of each other agree
/// too; it is the rounding error of the terms that cancelled.
func agree(
  _ left: Double?, _ right: Double?, within relative: Double = 1e-12, floor: Double = 0
) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  if left == right { return true }
  return abs(left - right) <= max(relative * max(abs(left), abs(right)), floor)
}
