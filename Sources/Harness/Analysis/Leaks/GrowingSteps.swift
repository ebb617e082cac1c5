import Statistics

/// The steps of one allocation that is made twice as large whenever it is full, as an array does that is
/// appended to: they are twice as far apart each time, and twice as high.
///
/// Each step has to clear all that was held before it, so what fluctuates hides small steps and makes none.
/// The first ones may be hidden, and so the search goes from the last step to earlier ones. Threads that
/// start, caches and pools make steps too, but steps of one size.
struct GrowingSteps {
  /// How many times the one before a step's height and distance are: about two, since allocators round.
  static let growth = 1.5...2.5
  /// The fewest steps, of which two have to double the one before.
  static let fewest = 3
  /// The fewest cycles, warm-up included: of fewer the table that an app fills once is not told from an array
  /// that grows for ever.
  static let fewestCycles = 64

  private let values: [Int64]

  /// Looks for such steps.
  /// - Parameter values: what was held at the end of each cycle, those of warm-up included.
  /// - Returns: nil where there are none, or where the next is overdue: it has stopped then.
  init?(_ values: [Int64]) {
    guard values.count >= Self.fewestCycles else { return nil }
    self.values = values
    let ends = Self.steps(in: values)
    guard ends.count >= Self.fewest, let last = ends.first,
      Double(values.count - last) <= Self.growth.upperBound * Double(last - ends[1])
    else { return nil }
  }

  /// The cycles at which steps were made, the last first, as far back as they double.
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

  /// The cycle at which the values rise most above all before it; nil where they nowhere do for good.
  private static func greatestStep(in values: ArraySlice<Int64>) -> Int? {
    guard values.count > 1 else { return nil }
    // The least of all from here on.
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

  /// The growth a cycle, by what was held at most after a 64th, …, a quarter, a half and all of the cycles.
  func rate() throws(StatisticsError) -> Estimate {
    let ends = (0...6).map { values.count >> (6 - $0) }
    return try TheilSen(ends.map { (Double($0), Double(values.prefix($0).max() ?? 0)) }).slope
  }
}
