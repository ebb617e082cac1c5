import Foundation
import Statistics
import Testing

/// Tables 25, 34, 43 and 52 of the source of 2015, digit by digit.
struct PrintedStatisticsTests {
  /// A cell of the tables: `25 kurtosis US1`.
  private struct Printed {
    let name: String
    let statistic: Statistic
    let values: String
    let text: String
    let table: String
  }

  private static func cells() throws -> [Printed] {
    let rows = try Measurements2015.rows(of: "printed_statistics.csv", withHead: true)
    let stories = rows[0].dropFirst(4)
    return try rows.dropFirst().flatMap { row in
      let statistic = try #require(Statistic(rawValue: row[3]), "\(row)")
      return zip(stories, row.dropFirst(4)).map { story, text in
        Printed(
          name: "\(row[0]) \(row[3]) \(story)", statistic: statistic,
          values: "\(row[1]) \(row[2]) \(story)", text: text, table: row[0])
      }
    }
  }

  /// A value as a spreadsheet shows it in a cell of so many letters: sign and point count, zeros at the
  /// end go.
  private static func shown(_ value: Double?, letters: Int) -> String {
    guard let value else { return "none" }
    let whole = "\(Int(value.magnitude))".count + (value < 0 ? 1 : 0)
    var text = String(format: "%.\(letters - whole - 1)f", value)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// A value without all digits but two behind its point.
  private static func cutOff(_ value: Double) -> String {
    String(format: "%.2f", (value * 100).rounded(.towardZero) / 100)
  }

  @Test func `all 448 printed cells agree with the runs, except 23 of table 25`() throws {
    let peaks = try Measurements2015.peaks()
    let cells = try Self.cells()
    #expect(cells.count == 4 * 14 * 8)
    var cut: [String] = []
    var wronglyCut: [String] = []
    var repeated: [String] = []
    for cell in cells {
      let summary = try Summary(of: Distribution(#require(peaks[cell.values])))
      let value = cell.statistic.value(in: summary)
      // Nothing repeats: a dash in table 34, an error in table 43.
      let printed = ["-", "#N/A"].contains(cell.text) ? "none" : cell.text
      if printed == Self.shown(value, letters: cell.table == "25" ? 10 : 8) { continue }
      let right = try #require(value)
      if printed == Self.cutOff(right) {
        cut.append(cell.name)
        if printed != String(format: "%.2f", right) { wronglyCut.append(cell.name) }
      } else if printed == Self.shown(summary.mean, letters: 10),
        cell.statistic == .confidenceHalfWidth
      {
        repeated.append(cell.name)
      } else {
        Issue.record("\(cell.name) is printed as \(cell.text), but it is \(right)")
      }
    }
    let stories = ["US1", "US2", "US3A", "US3B", "US4A", "US4B", "US5", "US7"]
    // Kurtosis of US1 has all of its digits.
    #expect(
      cut == stories.dropFirst().map { "25 kurtosis \($0)" } + stories.map { "25 skewness \($0)" })
    // Rounded they would be 2.12, 9.21, -0.99, 1.78, 1.04, 0.79 and 0.04.
    #expect(
      wronglyCut == [
        "25 kurtosis US3A", "25 kurtosis US5", "25 kurtosis US7", "25 skewness US1",
        "25 skewness US2", "25 skewness US3B", "25 skewness US7",
      ])
    #expect(repeated == stories.map { "25 confidence-half-width \($0)" })
  }

  @Test(arguments: [
    ("swift memory_mb", 6.59375), ("swift cpu_percent", 58.9), ("objc memory_mb", 7.1775),
    ("objc cpu_percent", 46.7125),
  ])
  func `the final average consumption agrees with the source`(
    cell: String, expected: Double
  ) throws {
    let means = try Measurements2015.peaks().filter { $0.key.hasPrefix(cell) }
      .map { try Summary(of: Distribution($0.value)).mean }
    #expect(means.count == 8)
    #expect(agree(try Summary(of: Distribution(means)).mean, expected))
  }
}
