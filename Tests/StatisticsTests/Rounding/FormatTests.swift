import Statistics
import Testing

@testable import Statistics

/// Which uncertainty goes with which value.
struct FormatTests {
  /// NumPy: mean 101.6167, standard error 0.8328, median 101.5, standard deviation 2.0400.
  @Test func `means are rounded by their error, single values by their deviation`() throws {
    let summary = try Summary(of: Distribution([101, 102, 104.5, 99, 100, 103.2]))
    func text(_ statistic: Statistic) throws -> String {
      summary.format(of: statistic).string(for: try #require(statistic.value(in: summary)))
    }
    #expect(try text(.mean) == "101.62")
    #expect(try text(.median) == "101.50")
    #expect(try text(.standardError) == "0.83")
    #expect(try text(.confidenceHalfWidth) == "2.14")
    #expect(try text(.standardDeviation) == "2.0")
    #expect(try text(.minimum) == "99.0")
    #expect(try text(.maximum) == "104.5")
    #expect(try text(.range) == "5.5")
    #expect(try text(.sampleVariance) == "4.2")
    #expect(try text(.sum) == "609.7")
    #expect(try text(.count) == "6")
    #expect(summary.format(of: .mean, scale: 1000).string(for: 0.1016167) == "0.10162")
    #expect(
      NumberFormat.spread(of: [101, 102, 104.5, 99, 100, 103.2])
        == summary.format(of: .maximum))
  }

  @Test func `a single value, and equal ones, are shown with four digits`() throws {
    #expect(try Summary(of: Distribution([1.23456])).format(of: .mean) == .plain)
    let equal = try Summary(of: Distribution([1.23456, 1.23456]))
    #expect(equal.format(of: .mean).string(for: equal.mean) == "1.235")
    #expect(NumberFormat.spread(of: [1.23456]) == .plain)
    #expect(NumberFormat.spread(of: [1.5, 1.5]).string(for: 1.23456) == "1.235")
  }

  @Test func `a ratio and its change are rounded at the same digit`() throws {
    let ratio = try Estimate(
      point: 1.02314, lower: 1.0134, upper: 1.0331, standardError: 0.0042, confidenceLevel: 0.95)
    #expect(ratio.format().string(for: ratio.point) == "1.0231")
    #expect(ratio.change(ratio.point) == "+2.31")
    #expect(ratio.change(ratio.lower) == "+1.34")
    #expect(ratio.change(0.99) == "-1.00")
  }

  @Test func `without a standard error the width of the interval sets the digits`()
    throws
  {
    let range = try Estimate(
      point: 1.02314, lower: 1.0134, upper: 1.0331, standardError: 0, confidenceLevel: 0.95)
    #expect(range.change(range.point) == "+2.31")
    let dust = try Estimate(
      point: 1.5, lower: 1.4999999999999998, upper: 1.5, standardError: 1e-16,
      confidenceLevel: 0.95)
    #expect(dust.format().string(for: dust.point) == "1.5")
    #expect(dust.change(dust.lower) == "+50")
  }

  /// NumPy: means 10.0667 and 12.0333, pooled deviation 0.0471, of the change 0.42 %.
  @Test func `the change of a mean is rounded by its error`() throws {
    let shift = try MeanShift(before: [10.1, 10, 10.1], after: [12, 12.1, 12])
    #expect(shift.changeFormat.string(for: shift.relativeChange * 100) == "+19.54")
    #expect(shift.formatBefore(scale: 1).string(for: shift.before) == "10.067")
    #expect(shift.formatAfter(scale: 10).string(for: shift.after / 10) == "1.2033")
    let exact = try MeanShift(before: [10], after: [12])
    #expect(exact.changeFormat.string(for: exact.relativeChange * 100) == "+20")
  }
}
