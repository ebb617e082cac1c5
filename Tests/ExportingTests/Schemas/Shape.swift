/// All that both a type and a JSON Schema say of JSON: the kinds of values, the keys of objects, and words.
struct Shape: Equatable, Sendable {
  /// The kinds, by JSON Schema's names; empty for any value.
  var kinds: Set<String> = []
  /// The only texts; nil for any text.
  var words: Set<String>?
  /// The known keys of an object.
  var keys: [String: Shape] = [:]
  /// Those that are always there.
  var required: Set<String> = []
  /// The values of all other keys, one shape; empty if nothing is said of them.
  var others: [Shape] = []
  /// A Boolean value indicating whether an object may have other keys of which nothing is said.
  var isOpen = false
  /// The elements of a list, one shape; empty if nothing is said of them.
  var elements: [Shape] = []

  /// The shape of everything that has one of these; empty for none.
  static func joined(_ shapes: [Shape]) -> [Shape] {
    guard let first = shapes.first else { return [] }
    return [shapes.dropFirst().reduce(first) { $0.joined(with: $1) }]
  }

  private func joined(with other: Shape) -> Shape {
    guard !kinds.isEmpty, !other.kinds.isEmpty else { return Shape() }
    var joined = self
    joined.kinds.formUnion(other.kinds)
    if other.kinds.contains("string") {
      joined.words =
        kinds.contains("string") ? words.flatMap { other.words?.union($0) } : other.words
    }
    if other.kinds.contains("object") {
      joined.required =
        kinds.contains("object") ? required.intersection(other.required) : other.required
    }
    joined.keys.merge(other.keys) { $0.joined(with: $1) }
    joined.others = Self.joined(others + other.others)
    joined.isOpen = isOpen || other.isOpen
    joined.elements = Self.joined(elements + other.elements)
    return joined
  }
}

extension Shape {
  /// Returns the differences of a schema from this shape of a type, one line for each place. A schema may allow fewer
  /// texts than a type that has no fixed ones.
  func differences(from schema: Shape, at place: String = "$") -> [String] {
    guard !kinds.isEmpty, !schema.kinds.isEmpty else { return [] }
    guard kindWords == schema.kindWords else {
      return ["\(place): \(kindWords) in the type, \(schema.kindWords) in the schema"]
    }
    var found: [String] = []
    if let words, words != schema.words {
      let allowed = schema.words.map(Self.list) ?? "any text"
      found.append("\(place): \(Self.list(words)) in the type, \(allowed) in the schema")
    }
    found += keyDifferences(from: schema, at: place)
    if let element = elements.first {
      if let other = schema.elements.first {
        found += element.differences(from: other, at: "\(place)[]")
      } else {
        found.append("\(place)[]: the schema lacks it")
      }
    }
    return found
  }

  private func keyDifferences(from schema: Shape, at place: String) -> [String] {
    var found: [String] = []
    if schema.isOpen && !schema.keys.isEmpty {
      found.append("\(place): the schema allows unknown keys")
    }
    for name in Set(keys.keys).union(schema.keys.keys).sorted() {
      let key = "\(place).\(name)"
      switch (keys[name] ?? others.first, schema.keys[name] ?? schema.others.first) {
      case (let own?, let other?):
        found += own.differences(from: other, at: key)
        guard keys[name] != nil, schema.keys[name] != nil else { continue }
        if required.contains(name) != schema.required.contains(name) {
          found.append(
            required.contains(name)
              ? "\(key): always in the type, optional in the schema"
              : "\(key): optional in the type, required in the schema")
        }
      case (nil, _): found.append("\(key): the type lacks it")
      case (_, nil): if !schema.isOpen { found.append("\(key): the schema lacks it") }
      }
    }
    if let value = others.first {
      if let other = schema.others.first {
        found += value.differences(from: other, at: "\(place).*")
      } else if schema.keys.isEmpty, !schema.isOpen {
        found.append("\(place).*: the schema lacks it")
      }
    }
    return found
  }

  /// In JSON Schema each integer is a number, too.
  private var kindWords: String {
    Self.list(kinds.contains("number") ? kinds.subtracting(["integer"]) : kinds)
  }

  private static func list(_ words: Set<String>) -> String {
    words.sorted().joined(separator: " or ")
  }
}
