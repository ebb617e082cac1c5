import Foundation

/// The values of Reference/change-points.json, as make_change_points.py had them of Apache Otava.
struct ChangePointReference: Decodable {
  let otava: String
  let series: [Series]

  struct Series: Decodable, CustomStringConvertible {
    let name: String
    let values: [Double]
    let analyses: [Analysis]
    var description: String { name }
  }

  struct Analysis: Decodable {
    let window: Int
    let p: Double
    let magnitude: Double
    /// Whether Otava found changes between values that are all equal.
    let rounding: Bool
    let candidates: [Int]
    let changes: [Change]
  }

  struct Change: Decodable {
    let index: Int
    let divergence: Double
    let p: Double
    let before: Double
    let after: Double
    let deviationBefore: Double
    let deviationAfter: Double
    let relativeChange: Double
    let magnitude: Double
  }

  static func load() throws -> ChangePointReference {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Reference/change-points.json")
    return try JSONDecoder().decode(ChangePointReference.self, from: Data(contentsOf: file))
  }
}
