import Comparing
import Statistics

extension Table.Cell {
  /// A ratio and both ends of its interval, three cells, rounded by their uncertainty.
  static func ratio(_ ratio: Result<Ratio, NoRatio>) -> [Table.Cell] {
    switch ratio {
    case .success(let ratio):
      let estimate = ratio.estimate
      // A 95 % interval is about four standard errors wide.
      let format = NumberFormat.uncertainty((estimate.upper - estimate.lower) / 4)
      return [estimate.point, estimate.lower, estimate.upper].map { .number($0, as: format) }
    case .failure(let reason):
      return Array(repeating: .missing(reason.description), count: 3)
    }
  }
}
