import Foundation
import Scenarios
import Statistics
import Yams

extension StoreError {
  /// The error for a fault of a file, by default at its beginning.
  static func fault(
    in file: String, at place: TextPosition = TextPosition(), _ found: String, allowed: String = ""
  ) -> StoreError {
    .malformed(file: file, line: place.line, column: place.column, found: found, allowed: allowed)
  }

  /// The error for JSON that can't be decoded: where, what was found, what is allowed.
  static func undecodable(_ error: DecodingError, in data: Data, file: String) -> StoreError {
    let places = JSONPlaces(data)
    switch error {
    case .keyNotFound(let key, let context):
      return fault(
        in: file, at: places.place(of: context.codingPath),
        words(context.codingPath, "the key '\(key.stringValue)' is missing"))
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let path = text(context.codingPath)
      return fault(
        in: file, at: places.place(of: context.codingPath),
        "\(path.isEmpty ? "the file" : path) is \(places.kind(of: context.codingPath))",
        allowed: name(of: type))
    case .dataCorrupted(let context):
      if context.codingPath.isEmpty, let syntax = faultOfSyntax(data) {
        return fault(in: file, at: syntax.place, syntax.reason)
      }
      return fault(
        in: file, at: places.place(of: context.codingPath),
        words(context.codingPath, context.debugDescription))
    @unknown default: return fault(in: file, "\(error)")
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type, is Date.Type: "text"
    case is Double.Type, is Int.Type, is Int64.Type: "a number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }

  private static func words(_ path: [any CodingKey], _ fault: String) -> String {
    path.isEmpty ? fault : "\(text(path)): \(fault)"
  }

  /// `stories[0].measurements.solo.cpu-time[3]`
  private static func text(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }

  /// The fault that makes data invalid JSON, and its place; nil if the data is JSON. Only this one of Foundation's
  /// parsers gives a place, as the number of bytes before it; if it gives none, a number is too great or the file
  /// ends too early.
  private static func faultOfSyntax(_ data: Data) -> (place: TextPosition, reason: String)? {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      let words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      let reason = (words ?? "it is not JSON").withoutFullStop
      if let match = reason.firstMatch(of: /\ around character (\d+)/), let offset = Int(match.1) {
        return (place(after: offset, of: data), String(reason[..<match.range.lowerBound]))
      }
      if let number = reason.firstMatch(of: /Number (\S+) is not representable/),
        let range = data.range(of: Data(number.1.utf8))
      {
        return (place(after: range.lowerBound, of: data), "the number \(number.1) is too large")
      }
      return (place(after: data.count, of: data), reason)
    }
  }

  private static func place(after count: Int, of data: Data) -> TextPosition {
    let before = data.prefix(count)
    return TextPosition(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1)
  }
}

/// The places of values in a JSON text: the decoder gives a path of keys, but people look for a line.
///
/// JSON is YAML, and only the YAML reader here keeps positions.
struct JSONPlaces {
  private let root: Node?

  init(_ data: Data) { root = try? Yams.compose(yaml: String(decoding: data, as: UTF8.self)) }

  /// The place of a value, or of the nearest existing value around it.
  func place(of path: [any CodingKey]) -> TextPosition {
    var (node, place) = (root, TextPosition())
    for key in [nil] + path.map(Optional.some) {
      if let key { node = Self.child(of: node, key) }
      guard let mark = node?.mark else { break }
      place = TextPosition(line: mark.line, column: mark.column)
    }
    return place
  }

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
