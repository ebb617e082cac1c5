import DriverProtocol
import Yams

/// Collects the mistakes of a file while it is read, so that one look shows all of them.
final class ProblemList {
  private(set) var problems: [ScenarioProblem] = []

  func add(
    _ place: ScenarioProblem.Place, _ found: String, allowed: String = "",
    suggestion: String? = nil
  ) {
    problems.append(
      ScenarioProblem(place, found, allowed: allowed, suggestion: suggestion))
  }

  /// All problems in the file's order.
  var inOrder: [ScenarioProblem] {
    problems.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }.map(\.element)
  }
}

/// A node of the file with its place and its role, read by the type that is wanted. Every reading
/// that fails notes the problem and returns nil.
struct YAMLNode {
  let node: Node
  let role: String
  let problems: ProblemList

  var place: ScenarioProblem.Place {
    ScenarioProblem.Place(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }

  func note(_ found: String, allowed: String = "", suggestion: String? = nil) {
    problems.add(place, found, allowed: allowed, suggestion: suggestion)
  }

  /// What stands here, in the words of an error message.
  private var kind: String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "'\(scalar.string)'"
    }
  }

  private func noteWrongKind(allowed: String) {
    note("\(role) is \(kind)", allowed: allowed)
  }

  /// The node as a mapping of names; `keys` are those allowed, nil allows any.
  func mapping(keys: [String]? = nil) -> YAMLMapping? {
    guard case .mapping(let mapping) = node else {
      noteWrongKind(
        allowed: keys.map { "a mapping with \($0.joined(separator: ", "))" } ?? "a mapping")
      return nil
    }
    var entries: [(key: YAMLNode, name: String, value: YAMLNode)] = []
    for (key, value) in mapping {
      let keyNode = YAMLNode(node: key, role: "a key of \(role)", problems: problems)
      guard case .scalar(let scalar) = key, !scalar.string.isEmpty else {
        keyNode.note("a key of \(role) is no name", allowed: "a name")
        continue
      }
      let name = scalar.string
      if let keys, !keys.contains(name) {
        keyNode.note(
          "unknown key '\(name)' in \(role)", allowed: keys.joined(separator: ", "),
          suggestion: NearestName.of(name, among: keys))
        continue
      }
      entries.append(
        (keyNode, name, YAMLNode(node: value, role: "'\(name)'", problems: problems)))
    }
    return YAMLMapping(entries: entries, owner: self)
  }

  /// The node as a list; empty where it is not one.
  func list(of what: String) -> [YAMLNode] {
    guard case .sequence(let sequence) = node else {
      noteWrongKind(allowed: "a list of \(what)")
      return []
    }
    return sequence.map { YAMLNode(node: $0, role: what, problems: problems) }
  }

  func text() -> String? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      noteWrongKind(allowed: "text")
      return nil
    }
    return scalar.string
  }

  /// Text that can name things: in tables, on the command line and in file names.
  func name() -> String? {
    guard let text = text() else { return nil }
    guard let reason = nameObjection(text) else { return text }
    note(
      "\(role) is '\(text)', which \(reason)",
      allowed: "letters, digits, '-', '_' and '.', 64 at most, a letter or digit first")
    return nil
  }

  func wholeNumber(atLeast least: Int) -> Int? {
    guard let number = node.int, number >= least else {
      noteWrongKind(allowed: "a whole number from \(least)")
      return nil
    }
    return number
  }

  func choice<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let word = text() else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    let allowed = Choice.allCases.map(\.rawValue)
    note(
      "\(role) is '\(word)'", allowed: allowed.joined(separator: ", "),
      suggestion: NearestName.of(word, among: allowed))
    return nil
  }

  /// A scalar with YAML's own idea of its type; a quoted one is text.
  func scalar() -> DriverProtocol.Scalar? {
    guard case .scalar(let scalar) = node else {
      noteWrongKind(allowed: "text, a number, true or false")
      return nil
    }
    if node.null != nil {
      noteWrongKind(allowed: "text, a number, true or false")
      return nil
    }
    if let value = node.bool { return .bool(value) }
    if let value = node.int { return .integer(value) }
    if let value = node.float {
      guard value.isFinite else {
        noteWrongKind(allowed: "a finite number")
        return nil
      }
      return .number(value)
    }
    return .text(scalar.string)
  }

  /// A mapping of scalars.
  func scalars() -> [String: DriverProtocol.Scalar] {
    guard let mapping = mapping() else { return [:] }
    return mapping.entries.reduce(into: [:]) { $0[$1.name] = $1.value.scalar() }
  }

  /// A time such as `30 s`, `500 ms` or `2 min`; more than nothing.
  func duration() -> Duration? {
    let units: [(symbol: String, nanoseconds: Double)] = [
      ("ms", 1e6), ("min", 6e10), ("s", 1e9),
    ]
    if let text = text() {
      for unit in units where text.hasSuffix(unit.symbol) {
        let digits = text.dropLast(unit.symbol.count).filter { $0 != " " }
        if let number = Double(digits), number > 0, number * unit.nanoseconds < 1e15 {
          return .nanoseconds(Int64(number * unit.nanoseconds))
        }
      }
      noteWrongKind(allowed: "a number with ms, s or min, such as 30 s")
    }
    return nil
  }

  private func nameObjection(_ text: String) -> String? {
    let ascii = text.unicodeScalars
    func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    guard let first = ascii.first, isLetterOrDigit(first) else {
      return "does not begin with a letter or a digit"
    }
    if ascii.count > 64 { return "is longer than 64 characters" }
    if let odd = ascii.first(where: { !isLetterOrDigit($0) && !"-_.".unicodeScalars.contains($0) })
    {
      return "holds '\(Character(odd))'"
    }
    return nil
  }
}

/// A mapping's entries in the file's order.
struct YAMLMapping {
  let entries: [(key: YAMLNode, name: String, value: YAMLNode)]
  let owner: YAMLNode

  subscript(_ name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }

  /// The entry's value; a missing one is noted.
  func required(_ name: String, _ what: String) -> YAMLNode? {
    if let value = self[name] { return value }
    owner.note("\(owner.role) has no '\(name)'", allowed: what)
    return nil
  }
}
