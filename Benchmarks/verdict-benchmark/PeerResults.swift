import Foundation

/// What peers.py found of one rule of another tool on one way of laying out the pairs in time.
struct PeerResults {
  let layout: String
  let rule: String
  /// Shares, from 0 to 1.
  let falseAlarms: Double
  /// Of 1, 2, 5 and 10 % on top, over 12 stories.
  let onTop: [Double]
  /// Of 2 % more work, in one program.
  let work: Double
  /// Of 2 % on top, with the threshold moved until there is no false alarm.
  let calibrated: Double

  /// Reads what peers.py wrote. Only names have commas, and stand in quotes.
  static func read(_ file: URL) throws -> [PeerResults] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().compactMap {
      let fields = $0.split(separator: ",").map(String.init)
      let measurements = fields.suffix(7).compactMap(Double.init)
      guard measurements.count == 7, let layout = fields.first else { return nil }
      let name = fields.dropFirst().dropLast(7).joined(separator: ",")
      return PeerResults(
        layout: layout, rule: name.filter { $0 != "\"" }, falseAlarms: measurements[0],
        onTop: Array(measurements[1...4]), work: measurements[5], calibrated: measurements[6])
    }
  }
}
