import Comparing
import Statistics

extension Table.Cell {
  /// A ratio and both ends of its interval, three cells.
  static func ratio(_ ratio: Result<Ratio, NoRatio>) -> [Table.Cell] {
    switch ratio {
    case .success(let ratio): estimate(ratio.estimate)
    case .failure(let reason): Array(repeating: .missing(reason.description), count: 3)
    }
  }

  /// An estimate and both ends of its 95 % interval, rounded by their uncertainty: the same ratio has
  /// the same digits in every table.
  static func estimate(_ estimate: Estimate) -> [Table.Cell] {
    let width = estimate.upper - estimate.lower
    // Such an interval is about four standard errors wide. Where all pairs agree, what is left of it
    // is the rounding of logarithms, which says nothing about digits.
    let isRounding = width < abs(estimate.point) * 1e-9
    let format = isRounding ? NumberFormat.plain : .uncertainty(width / 4)
    return [estimate.point, estimate.lower, estimate.upper].map { .number($0, as: format) }
  }
}
