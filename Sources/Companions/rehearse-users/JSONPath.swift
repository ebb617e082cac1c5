/// A path into JSON, as in RFC 9535: `$`, then names `.a` or `['a']`, indices `[0]` (from the end: `[-1]`), and `[*]` for
/// all elements. Filters, slices and `..` are left out.
struct JSONPath: Equatable {
  /// As it was written.
  let text: String
  fileprivate let segments: [Segment]

  fileprivate enum Segment: Equatable {
    case name(String)
    case index(Int)
    case all
  }

  /// Parses a path; nil if it is none.
  init?(_ text: String) {
    guard text.first == "$" else { return nil }
    self.text = text
    var segments: [Segment] = []
    var rest = text.dropFirst()
    while let sign = rest.first {
      switch sign {
      case ".":
        let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
        if name.isEmpty { return nil }
        segments.append(.name(String(name)))
        rest = rest[name.endIndex...]
      case "[":
        let isQuoted = rest.dropFirst().first == "'"
        let end = isQuoted ? "']" : "]"
        let inner = rest.dropFirst(isQuoted ? 2 : 1)
        guard let close = inner.firstRange(of: end) else { return nil }
        let content = inner[..<close.lowerBound]
        if isQuoted {
          segments.append(.name(String(content)))
        } else if content == "*" {
          segments.append(.all)
        } else if let index = Int(content) {
          segments.append(.index(index))
        } else {
          return nil
        }
        rest = inner[close.upperBound...]
      default: return nil
      }
    }
    self.segments = segments
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

  /// Removes what is at a path.
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
      values.replaceSubrange(place...place, with: values[place].removing(rest).map { [$0] } ?? [])
      return .list(values)
    case (.all, .list(let values)): return .list(values.compactMap { $0.removing(rest) })
    case (.all, .object(let members)):
      return .object(members.compactMapValues { $0.removing(rest) })
    default: return self
    }
  }
}
