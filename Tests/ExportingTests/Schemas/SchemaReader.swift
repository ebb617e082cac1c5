import Foundation
import SystemPackage

/// Reads the shapes that JSON Schemas allow, with those that they refer to.
final class SchemaReader {
  /// By their paths.
  private var files: [String: Any] = [:]

  /// The words of schemas that are understood, or that a shape does not have.
  private static let known: Set = [
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "enum", "const",
    "properties", "required", "additionalProperties", "items", "oneOf", "anyOf", "allOf",
    "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "minItems", "maxItems",
    "minLength", "propertyNames",
  ]

  /// A part of a schema that is not understood, or that is missing.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads a schema, or a part of it.
  /// - Parameter address: a file's path, and behind `#` the names on the way to the part.
  /// - Returns: what it allows.
  /// - Throws: ``Unreadable``, and errors of reading and parsing the file.
  func shape(at address: String) throws -> Shape {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = String(parts[0])
    var node = try content(of: file)
    for name in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
      guard let child = (node as? [String: Any])?[String(name)] else {
        throw Unreadable(description: "\(address): there is no '\(name)'")
      }
      node = child
    }
    return try shape(of: node, in: file)
  }

  private func content(of file: String) throws -> Any {
    if let known = files[file] { return known }
    let content = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: file)))
    files[file] = content
    return content
  }

  private func shape(of node: Any, in file: String) throws -> Shape {
    guard let node = node as? [String: Any] else {
      throw Unreadable(description: "\(file): \(node) is no object")
    }
    if let word = node.keys.sorted().first(where: { !Self.known.contains($0) }) {
      throw Unreadable(description: "\(file): '\(word)' is not understood")
    }
    // Beside a type, 'oneOf' only says which of the keys go together.
    if node["type"] != nil || node["enum"] != nil || node["const"] != nil {
      return try ownShape(of: node, in: file)
    }
    if let reference = node["$ref"] as? String {
      let folder = FilePath(file).removingLastComponent().string
      return try shape(
        at: reference.hasPrefix("#") ? file + reference : "\(folder)/\(reference)")
    }
    let all = node["allOf"] as? [Any] ?? []
    guard all.count < 2 else {
      throw Unreadable(description: "\(file): 'allOf' with several is not understood")
    }
    let branches = all + (node["oneOf"] as? [Any] ?? []) + (node["anyOf"] as? [Any] ?? [])
    return Shape.joined(try branches.map { try shape(of: $0, in: file) }).first ?? Shape()
  }

  private func ownShape(of node: [String: Any], in file: String) throws -> Shape {
    var found = Shape()
    if let kind = node["type"] as? String { found.kinds = [kind] }
    if let kinds = node["type"] as? [String] { found.kinds = Set(kinds) }
    if let allowed = node["enum"] as? [Any] ?? node["const"].map({ [$0] }) {
      guard let words = allowed as? [String] else {
        throw Unreadable(description: "\(file): \(allowed) are not all texts")
      }
      (found.kinds, found.words) = (["string"], Set(words))
    }
    if found.kinds.contains("object") {
      for (name, child) in node["properties"] as? [String: Any] ?? [:] {
        found.keys[name] = try shape(of: child, in: file)
      }
      found.required = Set(node["required"] as? [String] ?? [])
      switch node["additionalProperties"] {
      case nil: found.isOpen = true
      case let isAllowed as Bool: found.isOpen = isAllowed
      case let child?: found.others = [try shape(of: child, in: file)]
      }
    }
    if let child = node["items"] { found.elements = [try shape(of: child, in: file)] }
    return found
  }
}
