import SideBySide

/// The times of one operation at several sizes, the smallest first.
struct Growth {
  /// Microseconds: for each size, one of each round.
  var times: [[Double]]

  /// As many sizes, without times yet.
  init(sizes: Int) {
    self.init(times: [[Double]](repeating: [], count: sizes))
  }

  init(times: [[Double]]) {
    self.times = times
  }

  /// The headings of ``cells``.
  static func columns(_ sizes: [Int]) -> [String] {
    sizes.enumerated().map { $0 == 0 ? "\($1): us" : "\($1): times" }
  }

  /// The median at the smallest size, and what the others take of it in the same round.
  var cells: [String] {
    guard let smallest = times.first else { return [] }
    let ratios = times.dropFirst().map { rounds in
      Figure.text(zip(rounds, smallest).map { $0 / $1 }.median)
    }
    return [Figure.text(smallest.median)] + ratios
  }
}
