import DriverProtocol
import Statistics
import Yams

/// A node of the file with its place and its role, read as the wanted type. Every failed read
/// reports the problem and returns nil.
package struct YAMLNode {
  package let node: Node
  package let role: String
  let problems: ProblemList

  package var place: TextPosition {
    TextPosition(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }

  /// The text of a scalar, regardless of its type.
  package var string: String? { node.string }

  package func note(
    _ found: String, allowed: String = "", suggestion: @autoclosure () -> String? = nil
  ) {
    problems.add(place, found, allowed: allowed, suggestion: problems.isLong ? nil : suggestion())
  }

  /// Reports a name that is none of the known ones, and lists these, or the first of them.
  func noteUnknown(
    _ found: String, _ name: String, among known: [String], listing limit: Int = .max
  ) {
    note(
      found, allowed: known.listed(atMost: limit), suggestion: NearestName.of(name, among: known))
  }

  /// Returns whether the node has a tag. One of Yams' is made from tables of all types each time.
  func isTagged(_ name: Tag.Name) -> Bool { node.tag.rawValue == name.rawValue }

  /// The kind of node, for an error message.
  private var kind: String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "'\(scalar.string)'"
    }
  }

  package func noteWrongKind(allowed: String) { note("\(role) is \(kind)", allowed: allowed) }

  /// The node as a mapping of names; `keys` are the allowed ones, nil allows any.
  package func mapping(keys: [String]? = nil) -> YAMLMapping? {
    guard case .mapping(let mapping) = node else {
      noteWrongKind(
        allowed: keys.map { "a mapping with \($0.joined(separator: ", "))" } ?? "a mapping")
      return nil
    }
    var entries: [(key: YAMLNode, name: String, value: YAMLNode)] = []
    var names: Set<String> = []
    for (key, value) in mapping {
      let keyNode = YAMLNode(node: key, role: "a key of \(role)", problems: problems)
      guard case .scalar(let scalar) = key, !scalar.string.isEmpty else {
        keyNode.note("a key of \(role) is not a name", allowed: "a name")
        continue
      }
      let name = scalar.string
      // What YAML holds apart, such as 1 and "1", is one name here.
      if names.contains(name) {
        keyNode.note("the key '\(name)' appears twice")
        continue
      }
      if let keys, !keys.contains(name) {
        keyNode.noteUnknown("unknown key '\(name)' in \(role)", name, among: keys)
        continue
      }
      names.insert(name)
      entries.append((keyNode, name, YAMLNode(node: value, role: "'\(name)'", problems: problems)))
    }
    return YAMLMapping(entries: entries, owner: self)
  }

  /// A Boolean value indicating whether it is a list.
  package var isList: Bool {
    if case .sequence = node { true } else { false }
  }

  /// The node as a list of `what`, with elements called `one`.
  package func list(of what: String, each one: String) -> [YAMLNode]? {
    guard case .sequence(let sequence) = node else {
      noteWrongKind(allowed: "a list of \(what)")
      return nil
    }
    return sequence.map { YAMLNode(node: $0, role: one, problems: problems) }
  }
}

/// Nodes with a single value.
extension YAMLNode {
  package func text() -> String? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty, !isTagged(.null) else {
      noteWrongKind(allowed: "text")
      return nil
    }
    return scalar.string
  }

  /// Text that is valid as a name: in tables, on the command line and in file names.
  package func name() -> String? {
    guard let text = text() else { return nil }
    guard let reason = nameObjection(text) else { return text }
    note(
      "\(role) is '\(text)', which \(reason)",
      allowed: "letters, digits, '-', '_' and '.', 64 at most, a letter or digit first")
    return nil
  }

  func wholeNumber(_ allowed: ClosedRange<Int>) -> Int? {
    guard string?.contains(":") == false, let number = node.int, allowed.contains(number) else {
      noteWrongKind(allowed: "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)")
      return nil
    }
    return number
  }

  /// A Boolean value indicating whether YAML 1.1 takes it for a number of base 60, such as `1:30`.
  /// To most people that is a time, in YAML 1.2 it is text, and Yams traps on great ones.
  private var isSexagesimal: Bool {
    string?.contains(":") == true && (isTagged(.int) || isTagged(.float))
  }

  /// True or false.
  func flag() -> Bool? {
    guard isTagged(.bool), let value = node.bool else {
      noteWrongKind(allowed: "true or false")
      return nil
    }
    return value
  }

  package func choice<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let word = text() else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    noteUnknown("\(role) is '\(word)'", word, among: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// A scalar with YAML's own type, or a list of them; quoted ones are text.
  func scalar() -> DriverProtocol.Scalar? {
    guard case .sequence(let sequence) = node else {
      return single(allowed: "text, a number, true or false, or a list of these")
    }
    let elements = sequence.map {
      YAMLNode(node: $0, role: "an element of \(role)", problems: problems)
        .single(allowed: "text, a number, true or false")
    }
    return .list(elements.compactMap(\.self))
  }

  private func single(allowed: String) -> DriverProtocol.Scalar? {
    guard case .scalar(let scalar) = node, !isTagged(.null) else {
      noteWrongKind(allowed: allowed)
      return nil
    }
    if isSexagesimal {
      noteWrongKind(allowed: "a number of base 10, or text in quotes")
      return nil
    }
    // The tag decides: Yams would also read 'inf' as a number.
    if isTagged(.bool), let value = node.bool { return .bool(value) }
    if isTagged(.int) || isTagged(.float) {
      if let value = node.int { return .integer(value) }
      // As a floating-point number it would be another one.
      if isTagged(.int), let whole = Int128(scalar.string), Double(exactly: whole) == nil {
        noteWrongKind(allowed: "a whole number up to \(Int.max), or text in quotes")
        return nil
      }
      if let value = node.float { return number(value) }
    }
    return .text(scalar.string)
  }

  /// A whole number stays whole, as in a driver's reply: JSON does not distinguish 1.0 from 1.
  private func number(_ value: Double) -> DriverProtocol.Scalar? {
    guard value.isFinite else {
      noteWrongKind(allowed: "a finite number")
      return nil
    }
    return Int(exactly: value).map { .integer($0) } ?? .number(value)
  }

  func scalars() -> [String: DriverProtocol.Scalar] { mapping()?.scalars ?? [:] }

  /// A time such as `30 s`, `500 ms` or `2 min`; must be positive.
  func duration() -> Duration? {
    if let text = text() {
      if let duration = TimeText.duration(text) { return duration }
      noteWrongKind(allowed: TimeText.allowed)
    }
    return nil
  }

  private func nameObjection(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    guard let first = scalars.first, isLetterOrDigit(first) else {
      return "does not begin with a letter or a digit"
    }
    if scalars.count > 64 { return "is longer than 64 characters" }
    let odd = scalars.first { !isLetterOrDigit($0) && !"-_.".unicodeScalars.contains($0) }
    return odd.map { "holds '\(Character($0))'" }
  }
}
