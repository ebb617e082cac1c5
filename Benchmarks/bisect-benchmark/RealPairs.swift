import Foundation
import SeededRandom

/// Measured pairs of one program, in blocks of neighbours: `Benchmarks/verdict-benchmark/data/README.md`.
struct RealPairs: Sendable {
  /// A line that is none of the table's.
  struct BrokenLine: Error, CustomStringConvertible {
    let number: Int
    var description: String { "line \(number) of the pairs is not one of the table's" }
  }

  /// ln(candidate / baseline) of CPU time, block by block.
  let blocks: [[Double]]

  /// Neighbouring pairs from a random place on, as a visit to a commit would make them.
  func visit(_ count: Int, _ random: inout SplitMix64) -> [Double] {
    var pairs: [Double] = []
    while pairs.count < count {
      let block = random.pick(blocks)
      pairs += block[random.below(block.count)...].prefix(count - pairs.count)
    }
    return pairs
  }

  /// All programs of a campaign, by story or variant.
  static func read(_ file: URL, campaign: String) throws -> [String: RealPairs] {
    var blocks: [String: [String: [Double]]] = [:]
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    for (index, line) in lines.enumerated() {
      let fields = line.split(separator: ",")
      guard fields.count == 10, let a = Double(fields[4]), let b = Double(fields[5]), a > 0, b > 0
      else { throw BrokenLine(number: index + 2) }
      guard fields[0] == campaign else { continue }
      blocks[String(fields[2]), default: [:]][String(fields[1]), default: []].append(log(b / a))
    }
    return blocks.mapValues { own in
      RealPairs(blocks: own.sorted { $0.key < $1.key }.map(\.value))
    }
  }
}
