import Foundation

/// All measured pairs: by campaign, then story or variant, then block of neighbouring pairs.
struct Measurements {
  /// A line that is none of the table's.
  struct BrokenLine: Error, CustomStringConvertible {
    let number: Int
    var description: String {
      "line \(number) of the pairs has not ten columns with six measurements"
    }
  }

  private let blocks: [String: [String: [[MeasuredPair]]]]

  /// Reads the table. A block's lines are in order; those of others may stand between them, as where a
  /// whole run goes round its stories.
  init(contentsOf file: URL) throws {
    var campaigns: [String: [String: [[MeasuredPair]]]] = [:]
    var places: [[String]: Int] = [:]
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    for (index, line) in lines.enumerated() {
      let fields = line.split(separator: ",").map(String.init)
      let measurements = fields.dropFirst(4).compactMap(Double.init)
      guard fields.count == 10, measurements.count == 6 else { throw BrokenLine(number: index + 2) }
      let (campaign, story, key) = (fields[0], fields[2], Array(fields.prefix(3)))
      let known = campaigns[campaign]?[story]?.count ?? 0
      let block = places[key] ?? known
      if block == known { campaigns[campaign, default: [:]][story, default: []].append([]) }
      places[key] = block
      campaigns[campaign]?[story]?[block].append(MeasuredPair(measurements: measurements))
    }
    blocks = campaigns
  }

  /// The campaigns, in alphabetical order.
  var campaigns: [String] { blocks.keys.sorted() }

  /// A campaign's stories, in alphabetical order.
  func stories(_ campaign: String) -> [String] { (blocks[campaign] ?? [:]).keys.sorted() }

  /// A story's blocks: whole runs, or stretches without a break.
  func blocks(_ campaign: String, _ story: String) -> [[MeasuredPair]] {
    blocks[campaign]?[story] ?? []
  }

  /// Windows of neighbouring pairs, each some pairs after the one before.
  func windows(
    _ campaign: String, _ story: String, count: Int, step: Int = 5
  ) -> [[MeasuredPair]] {
    blocks(campaign, story).flatMap { block in
      stride(from: 0, through: block.count - count, by: step).map {
        Array(block[$0..<($0 + count)])
      }
    }
  }
}
