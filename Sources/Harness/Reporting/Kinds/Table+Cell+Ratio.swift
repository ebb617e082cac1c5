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
    // Such an interval is about four standard errors wide.
    let format = NumberFormat.uncertainty((estimate.upper - estimate.lower) / 4)
    return [estimate.point, estimate.lower, estimate.upper].map { .number($0, as: format) }
  }
}
