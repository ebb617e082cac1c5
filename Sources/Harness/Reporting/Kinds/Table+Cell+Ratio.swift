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

  /// An estimate and both ends of its interval.
  static func estimate(_ estimate: Estimate) -> [Table.Cell] {
    let format = estimate.format()
    return [estimate.point, estimate.lower, estimate.upper].map { .number($0, as: format) }
  }
}
