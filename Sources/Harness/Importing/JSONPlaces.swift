import Foundation
import Yams

/// Where the values of a JSON text stand: its decoder tells a path of keys, people look for a line.
///
/// JSON is YAML, and the reader of YAML is the one here that remembers places.
struct JSONPlaces {
  /// Line and column, both from 1.
  struct Place: Equatable {
    let line: Int
    let column: Int

    /// The beginning.
    static let first = Place(line: 1, column: 1)
  }

  private let root: Node?

  init(_ data: Data) { root = try? Yams.compose(yaml: String(decoding: data, as: UTF8.self)) }

  /// The place of a value, or of the nearest thing around it that there is.
  func place(of path: [any CodingKey]) -> Place {
    var (node, place) = (root, Place.first)
    for key in [nil] + path.map(Optional.some) {
      if let key { node = Self.child(of: node, key) }
      guard let mark = node?.mark else { break }
      place = Place(line: mark.line, column: mark.column)
    }
    return place
  }

  /// What stands at a path, in the words of an error message.
  func kind(of path: [any CodingKey]) -> String {
    switch path.reduce(root, { Self.child(of: $0, $1) }) {
    case .scalar(let scalar) where scalar.string.isEmpty || scalar.string == "null": "nothing"
    case .scalar(let scalar): "'\(scalar.string)'"
    case .sequence: "a list"
    case .mapping: "an object"
    case .alias, nil: "nothing"
    }
  }

  private static func child(of node: Node?, _ key: any CodingKey) -> Node? {
    switch node {
    case .mapping(let mapping): mapping.first { $0.key.string == key.stringValue }?.value
    case .sequence(let sequence):
      key.intValue.flatMap { sequence.indices.contains($0) ? sequence[$0] : nil }
    default: nil
    }
  }
}
