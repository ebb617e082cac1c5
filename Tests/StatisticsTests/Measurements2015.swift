import TestSupport

/// The measurements of 2015 from Results/kmu2015.
enum Measurements2015 {
  /// Peaks by "implementation metric story", in the order of the runs.
  static func peaks() throws -> [String: [Double]] {
    var peaks: [String: [Double]] = [:]
    for implementation in ["swift", "objc"] {
      var seen: Set<String> = []
      for row in try rows(of: "\(implementation)_measurements.csv") {
        let (metric, story, pid) = (row[0], row[1], row[3])
        // Table 51 lists the run with pid 7767 twice; its statistics count it once.
        guard seen.insert("\(metric) \(story) \(pid)").inserted else { continue }
        peaks["\(implementation) \(metric) \(story)", default: []].append(try number(row[4]))
      }
    }
    return peaks
  }

  /// The means as the text prints them, by the same keys.
  static func printedMeans() throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: rows(of: "reported_peaks.csv").map {
        ("\($0[1]) \($0[2]) \($0[3])", $0[4])
      })
  }

  /// How many rows the file has for one cell, repeated ones included.
  static func rowCount(of file: String, metric: String, story: String) throws -> Int {
    try rows(of: file).count { $0[0] == metric && $0[1] == story }
  }

  /// A file's rows; with `withHead`, the names of the columns are the first of them.
  static func rows(of file: String, withHead: Bool = false) throws -> [[String]] {
    try Results2015.text(of: file).split(separator: "\n").dropFirst(withHead ? 0 : 1).map {
      $0.split(separator: ",").map(String.init)
    }
  }

  private static func number(_ text: String) throws -> Double {
    guard let number = Double(text) else { throw NotANumber(text: text) }
    return number
  }

  private struct NotANumber: Error {
    let text: String
  }
}
