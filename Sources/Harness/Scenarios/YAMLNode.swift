import Yams

/// A node of the file with its place and its role, read by the type that is wanted. Every reading
/// that fails notes the problem and returns nil.
struct YAMLNode {
  let node: Node
  let role: String
  let problems: ProblemList

  var place: ScenarioProblem.Place {
    ScenarioProblem.Place(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }

  /// What stands here where it is a scalar, without a look at its type.
  var string: String? { node.string }

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

  func noteWrongKind(allowed: String) {
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
      // What YAML holds apart, such as 1 and "1", is one name here.
      if entries.contains(where: { $0.name == name }) {
        keyNode.note("the key '\(name)' stands here twice")
        continue
      }
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

  /// The node as a list of `what`, each of which is `one`.
  func list(of what: String, each one: String) -> [YAMLNode]? {
    guard case .sequence(let sequence) = node else {
      noteWrongKind(allowed: "a list of \(what)")
      return nil
    }
    return sequence.map { YAMLNode(node: $0, role: one, problems: problems) }
  }
}
