import DriverProtocol

extension JSONValue {
  /// As text: a text itself, anything else as JSON.
  var text: String {
    if case .text(let text) = self { return text }
    return String(decoding: (try? bytes) ?? [], as: UTF8.self)
  }

  /// As a fact of an outcome: null, objects and lists that hold such are text.
  var scalar: Scalar {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .list(let values) where values.allSatisfy(\.isSingle): .list(values.map(\.scalar))
    case .text, .null, .list, .object: .text(text)
    }
  }

  private var isSingle: Bool {
    switch self {
    case .null, .bool, .integer, .number, .text: true
    case .list, .object: false
    }
  }
}

extension JSONValue {
  /// The value at a path: of a path with `[*]`, the list of all values that there are; nil if there is none.
  func value(at path: JSONPath) -> JSONValue? {
    let found = values(at: path.segments[...])
    return path.segments.contains(.all) ? .list(found) : found.first
  }

  private func values(at segments: ArraySlice<JSONPath.Segment>) -> [JSONValue] {
    guard let segment = segments.first else { return [self] }
    return children(segment).flatMap { $0.values(at: segments.dropFirst()) }
  }

  private func children(_ segment: JSONPath.Segment) -> [JSONValue] {
    switch (segment, self) {
    case (.name(let name), .object(let members)): [members[name]].compactMap(\.self)
    case (.index(let index), .list(let values)):
      [Self.place(index, in: values)].compactMap { $0.map { values[$0] } }
    case (.all, .list(let values)): values
    case (.all, .object(let members)): members.sorted { $0.key < $1.key }.map(\.value)
    default: []
    }
  }

  private static func place(_ index: Int, in values: [JSONValue]) -> Int? {
    let place = index < 0 ? index + values.count : index
    return values.indices.contains(place) ? place : nil
  }

  mutating func remove(_ path: JSONPath) { self = removing(path.segments[...]) ?? .null }

  private func removing(_ segments: ArraySlice<JSONPath.Segment>) -> JSONValue? {
    guard let segment = segments.first else { return nil }
    let rest = segments.dropFirst()
    switch (segment, self) {
    case (.name(let name), .object(var members)):
      guard let member = members[name] else { return self }
      members[name] = member.removing(rest)
      return .object(members)
    case (.index(let index), .list(var values)):
      guard let place = Self.place(index, in: values) else { return self }
      // In its place is null, so that other paths still lead to the other elements.
      values[place] = values[place].removing(rest) ?? .null
      return .list(values)
    case (.all, .list(let values)): return .list(values.compactMap { $0.removing(rest) })
    case (.all, .object(let members)):
      return .object(members.compactMapValues { $0.removing(rest) })
    default: return self
    }
  }
}
