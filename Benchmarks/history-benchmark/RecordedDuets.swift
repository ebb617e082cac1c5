import Foundation
import SeededRandom

/// Measured duets of one program with its copy, in blocks of neighbours:
/// `Benchmarks/verdict-benchmark/data/README.md`.
struct RecordedDuets: Sendable {
  /// The CPU time of both sides, µs.
  struct Duet: Sendable {
    let baseline: Double
    let candidate: Double
  }

  /// A table that is not the expected one.
  enum Failure: Error, CustomStringConvertible {
    case line(Int)
    case noDuets

    var description: String {
      switch self {
      case .line(let number): "line \(number) of the pairs is not one of the table's"
      case .noDuets: "the table has no duets of copies (suite-fine1, and AA of hash-fine1)"
      }
    }
  }

  /// Each at least as long as a visit.
  let blocks: [[Duet]]

  /// The longest visit that every block can give.
  static let longest = 30

  /// Neighbouring duets from a random place on, as a check of one commit would make them.
  func visit(_ count: Int, _ random: inout SplitMix64) -> [Duet] {
    let block = random.pick(blocks)
    let first = random.below(block.count - count + 1)
    return Array(block[first..<(first + count)])
  }

  /// The duets of all programs that were measured beside a byte-identical copy.
  static func read(_ file: URL) throws -> [RecordedDuets] {
    var programs: [String: [String: [Duet]]] = [:]
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    for (index, line) in lines.enumerated() {
      let fields = line.split(separator: ",")
      guard fields.count == 10, let a = Double(fields[4]), let b = Double(fields[5]), a > 0, b > 0
      else { throw Failure.line(index + 2) }
      guard fields[0] == "suite-fine1" || (fields[0] == "hash-fine1" && fields[2] == "AA") else {
        continue
      }
      programs[String(fields[2]), default: [:]][String(fields[1]), default: []]
        .append(Duet(baseline: a, candidate: b))
    }
    let found = programs.sorted { $0.key < $1.key }.map { program in
      RecordedDuets(
        blocks: program.value.sorted { $0.key < $1.key }.map(\.value).filter {
          $0.count >= longest
        })
    }.filter { !$0.blocks.isEmpty }
    guard !found.isEmpty else { throw Failure.noDuets }
    return found
  }
}
