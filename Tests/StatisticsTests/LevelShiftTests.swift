import Testing

@testable import Statistics

struct LevelShiftTests {
  private func series(_ values: [Double], error: Double) -> [LevelShifts.Value] {
    values.map { LevelShifts.Value($0, error: error) }
  }

  /// The expected values are numpy's, by the same formulas, and the tail is that of Python's `erfc`.
  @Test func `a shift is found at its index, with both levels, their errors and its p value`()
    throws
  {
    let found = try LevelShifts(
      in: series([0, 0.01, -0.01, 0, 0.06, 0.05, 0.07, 0.06], error: 0.005))
    #expect(agree(found.spread, 0.009214416254754656, within: 1e-9))
    let shift = try #require(found.shifts.first)
    #expect(found.shifts.count == 1 && shift.index == 4)
    #expect(agree(shift.before.value, 0, floor: 1e-12) && agree(shift.after.value, 0.06))
    #expect(agree(shift.before.error, 0.005241790412537657, within: 1e-9))
    #expect(agree(shift.p, 2.8897525056764545e-15, within: 1e-6))
  }

  @Test func `values that scatter no more than their errors have no spread`() throws {
    let values = [
      (0, 0.01), (0.01, 0.02), (0.002, 0.01), (0.03, 0.005), (0.05, 0.02), (0.06, 0.01),
    ]
    #expect(try LevelShifts(in: values.map { .init($0.0, error: $0.1) }).spread == 0)
  }

  @Test func `an inexact value weighs less than an exact one`() throws {
    let exact = series([0, 0, 0, 0, 1, 1, 1], error: 0.01)
    let found = try LevelShifts(in: exact + [.init(1.2, error: 0.1)])
    // (3 / 0.01² + 1.2 / 0.1²) / (3 / 0.01² + 1 / 0.1²)
    #expect(agree(found.shifts.first?.after.value, 30_120 / 30_100))
  }

  @Test func `a deviating last value counts as a shift only once the next confirms it`() throws {
    let level = [0, 0.001, -0.001, 0.001, 0, -0.001]
    #expect(try LevelShifts(in: series(level + [0.1], error: 0.001)).shifts.isEmpty)
    let later = try LevelShifts(in: series(level + [0.1, 0.1], error: 0.001))
    #expect(later.shifts.map(\.index) == [6])
  }

  @Test func `two shifts are found separately`() throws {
    let up = [0, 0.002, 0, 0.002, 0.5, 0.502, 0.5, 0.502, 0.1, 0.102, 0.1, 0.102]
    #expect(try LevelShifts(in: series(up, error: 0.002)).shifts.map(\.index) == [4, 8])
  }

  @Test func `the small shifts of a slow drift add up to some of the size that counts`() throws {
    let drift = series((0..<60).map { 0.0005 * Double($0) }, error: 0.0005)
    #expect(try LevelShifts(in: drift).shifts.allSatisfy { $0.size < 0.005 })
    let shifts = try LevelShifts(in: drift, above: 0.005).shifts
    #expect(shifts.count > 1 && shifts.allSatisfy { $0.size > 0.005 })
    // From the middle of the first level to that of the last one: less than the 0.0295 of all.
    let whole = shifts.reduce(0) { $0 + $1.after.value - $1.before.value }
    #expect(whole > 0.02 && whole < 0.0295)
    #expect(try LevelShifts(in: drift, above: 0.05).shifts.isEmpty)
  }

  @Test func `a size leaves a larger shift where it is, and drops a smaller one`() throws {
    let values = [0, 0.001, 0, 0.001, 0.1, 0.101, 0.1, 0.101, 0.105, 0.106, 0.105, 0.106]
    let all = try LevelShifts(in: series(values, error: 0.001))
    #expect(all.shifts.map(\.index) == [4, 8])
    let large = try LevelShifts(in: series(values, error: 0.001), above: 0.01)
    #expect(large.shifts.map(\.index) == [4])
    #expect(agree(large.shifts.first?.after.value, 0.103))
  }

  @Test func `proven values do not hide the scatter of measured ones`() throws {
    // Most are proven, and so equal: by themselves they would say that nothing scatters.
    let known = LevelShifts.Value(0, error: 0)
    let values: [LevelShifts.Value] =
      [known, known, known, known] + series([0.02, -0.02, 0.02, -0.02], error: 1e-9)
      + [known, known, known, known]
    let found = try LevelShifts(in: values)
    // Shares: 0.02² (two of one measured end), 0.04² / 2 (three of two): the median is 0.0008.
    #expect(agree(found.spread, (0.0008 / 0.454_936_423_119_572_7).squareRoot(), within: 1e-6))
    #expect(found.shifts.isEmpty)
  }

  @Test func `a ratio with its interval becomes a logarithm with an error, and back`() throws {
    // ln 1.02 = 0.0198026, ln (1.03 / 1.02) = 0.0097562, ln (1.02 / 1) = 0.0198026; / 1.959964
    let value = try #require(LevelShifts.Value(ratio: 1.02, lower: 1, upper: 1.03))
    #expect(agree(value.value, 0.01980262729617973, within: 1e-12))
    #expect(agree(value.error, 0.010103566928974373, within: 1e-12))
    #expect(
      agree(value.ratio.lower, 1, within: 1e-12) && agree(value.ratio.upper, 1.0404, within: 1e-9))
    #expect(LevelShifts.Value(ratio: 1, lower: 0, upper: 2) == nil)
    #expect(LevelShifts.Value(ratio: 1, lower: 0.5, upper: .infinity) == nil)
  }

  @Test func `few values, and values that are all equal, have no shift`() throws {
    let few = try LevelShifts(in: series([0, 0, 0, 1, 1], error: 0.01))
    #expect(few.shifts.isEmpty && few.spread == nil)
    let equal = try LevelShifts(in: series(Array(repeating: 0.5, count: 8), error: 0))
    #expect(equal.shifts.isEmpty && equal.spread == 0)
  }

  @Test func `invalid values and errors are refused with their index`() {
    let values = series([0, 0, .nan, 0, 0, 0], error: 0.1)
    #expect { try LevelShifts(in: values) } throws: {
      guard case .notFinite(index: 2, value: _) = $0 as? StatisticsError else { return false }
      return true
    }
    #expect(throws: StatisticsError.notFinite(index: 0, value: -1)) {
      try LevelShifts(in: series([0], error: -1))
    }
    #expect(throws: StatisticsError.significanceLevel(1)) {
      try LevelShifts(in: series([0], error: 1), level: 1)
    }
  }
}
