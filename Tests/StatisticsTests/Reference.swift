import Foundation

/// The values of Reference/reference.json, as make_reference.py wrote them.
struct Reference: Decodable {
  let summaries: [SummaryCase]
  let source: [SourceCase]
  let paired: [PairedCase]
  let independent: [IndependentCase]
  let clustered: [ClusteredCase]
  let components: [ComponentsCase]
  let studentT: StudentTCases

  /// Expected statistics by raw value; what is undefined is absent or null.
  typealias Values = [String: Double?]

  struct SummaryCase: Decodable, CustomStringConvertible {
    let name: String
    let values: [Double]
    let expected: Values
    var description: String { name }
  }

  struct SourceCase: Decodable, CustomStringConvertible {
    let implementation: String
    let metric: String
    let story: String
    let expected: Values
    var description: String { "\(implementation) \(metric) \(story)" }
  }

  struct Ratio: Decodable {
    let location: Double
    let logStandardError: Double
    let degrees: Double
    let point: Double
    let lower: Double
    let upper: Double
    let above: Double
    let below: Double
  }

  struct PairedCase: Decodable, CustomStringConvertible {
    let baseline: [Double]
    let candidate: [Double]
    let trimmed: Int
    let ratio: Ratio
    var description: String { "\(baseline.count) pairs" }
  }

  struct IndependentCase: Decodable, CustomStringConvertible {
    let baseline: [Double]
    let candidate: [Double]
    let ratio: Ratio
    var description: String { "\(baseline.count) against \(candidate.count)" }
  }

  struct ClusteredCase: Decodable, CustomStringConvertible {
    let baselines: [[Double]]
    let candidates: [[Double]]
    let ratio: Ratio
    var description: String { "clusters of \(baselines.map(\.count))" }
  }

  struct ComponentsCase: Decodable, CustomStringConvertible {
    let groups: [[Double]]
    let means: [Double]
    let mean: Double
    let within: Double
    let between: Double
    var description: String { "groups of \(groups.map(\.count))" }
  }

  struct StudentTCases: Decodable {
    let degrees: [Double]
    let levels: [Double]
    let upperQuantiles: [[Double]]
    let arguments: [Double]
    let upperTails: [[Double]]
    let fractional: [Fractional]

    struct Fractional: Decodable {
      let degrees: Double
      let quantile975: Double
    }
  }

  static func load() throws -> Reference {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Reference/reference.json")
    return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
  }
}
