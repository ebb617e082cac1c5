import Statistics

/// The steps of one allocation that doubles whenever it is full, as an array does on append: each step is
/// twice as far from the previous one, and twice as high.
///
/// Each step must exceed all that was held before it, so fluctuation hides small steps and invents none. The
/// first ones may be hidden, so the search goes backwards from the last step. Threads that start, caches and
/// pools make steps too, but of equal size.
struct GrowingSteps {
  /// The ratio of a step's height and distance to the previous one's: about two, because allocators round.
  static let growth = 1.5...2.5
  /// The fewest steps; two of them must double the one before.
  static let fewest = 3
  /// The fewest cycles, including warm-up: with fewer, a table that an app fills once looks like an array
  /// that grows forever.
  static let fewestCycles = 64

  private let values: [Int64]

  /// Searches for such steps in what was held at the end of each cycle, including warm-up. Nil if there are
  /// none, or if the next is overdue: growth has stopped then.
  init?(_ values: [Int64]) {
    guard values.count >= Self.fewestCycles else { return nil }
    self.values = values
    let ends = Self.steps(in: values)
    guard ends.count >= Self.fewest, let last = ends.first,
      Double(values.count - last) <= Self.growth.upperBound * Double(last - ends[1])
    else { return nil }
  }

  /// The cycles of the steps, the last first, as far back as they double.
  private static func steps(in values: [Int64]) -> [Int] {
    var (found, height): ([Int], Double?) = ([], nil)
    var end = values.count
    while let step = greatestStep(in: values[..<end]) {
      let level = median(values[step..<end])
      let before = values[..<step]
      let earlier = greatestStep(in: before) ?? 0
      let rise = level - median(values[earlier..<step])
      if let height, !growth.contains(height / rise) { break }
      if found.count >= 2 {
        let (later, own) = (
          found[found.count - 2] - found[found.count - 1], found[found.count - 1] - step
        )
        if !growth.contains(Double(later) / Double(own)) { break }
      }
      found.append(step)
      (height, end) = (rise, step)
    }
    return found
  }

  /// The cycle at which the values rise most above all earlier ones for good; nil if there is none.
  private static func greatestStep(in values: ArraySlice<Int64>) -> Int? {
    guard values.count > 1 else { return nil }
    // The minimum of all values from here on.
    var floors = Array(values)
    for index in floors.indices.dropLast().reversed() {
      floors[index] = min(floors[index], floors[index + 1])
    }
    var (greatest, step): (Double, Int?) = (0, nil)
    var reached = values[values.startIndex]
    for index in 1..<floors.count {
      let rise = Double(floors[index]) - Double(reached)
      if rise > greatest { (greatest, step) = (rise, index) }
      reached = max(reached, values[values.startIndex + index])
    }
    return step
  }

  private static func median(_ values: ArraySlice<Int64>) -> Double {
    values.map(Double.init).sorted().medianOfSorted
  }

  /// The growth per cycle, from the greatest amount held after a 64th, …, a quarter, a half and all of the
  /// cycles.
  func rate() throws(StatisticsError) -> Estimate {
    let ends = (0...6).map { values.count >> (6 - $0) }
    return try TheilSen(ends.map { (Double($0), Double(values.prefix($0).max() ?? 0)) }).slope
  }
}
