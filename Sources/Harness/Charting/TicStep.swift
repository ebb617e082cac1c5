/// The distance of an axis's tics, since gnuplot lets them overlap on short axes.
enum TicStep {
  /// The smallest of 1, 2 and 5 times a power of ten that leaves each label of an axis from
  /// 0 to `top`, which is `length` pixels long, the height of two lines; on the shortest axes
  /// the largest that still marks anything beside 0.
  static func covering(_ top: Double, length: Double) -> Double {
    let count = (length / (ChartStyle.smallSize * 2)).rounded(.down)
    let least = top / min(max(count, 2), 10)
    guard least > 0, top.isFinite else { return 1 }
    var power = 1.0
    while power * 10 <= least { power *= 10 }
    while power > least { power /= 10 }
    let steps = [1, 2, 5, 10].map { $0 * power }.filter { $0 <= top }
    return steps.first { $0 >= least } ?? steps.last ?? top
  }
}
