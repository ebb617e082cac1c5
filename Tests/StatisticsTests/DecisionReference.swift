import Foundation

/// The values of Reference/decision.json, as make_decision_reference.py wrote them.
struct DecisionReference: Decodable {
  let families: [Family]
  let signedRanks: [SignedRankCase]
  let means: [MeanCase]

  struct Family: Decodable {
    let p: [Double]
    let holm: [Double]
    let hochberg: [Double]
  }

  struct SignedRankCase: Decodable {
    let baseline: [Double]
    let candidate: [Double]
    let bound: Double
    let count: Int
    let statistic: Double
    let p: Double
  }

  struct MeanCase: Decodable {
    let values: [Double]
    let budget: Double
    let p: Double
    let lower: Double
    let upper: Double
  }

  static func load() throws -> DecisionReference {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Reference/decision.json")
    return try JSONDecoder().decode(DecisionReference.self, from: Data(contentsOf: file))
  }
}
