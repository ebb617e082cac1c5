import DriverProtocol

/// A mapping's entries in the file's order.
struct YAMLMapping {
  let entries: [(key: YAMLNode, name: String, value: YAMLNode)]
  let owner: YAMLNode

  subscript(_ name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }

  /// The values as scalars, by name; those that are none are noted and left out.
  var scalars: [String: DriverProtocol.Scalar] {
    entries.reduce(into: [:]) { $0[$1.name] = $1.value.scalar() }
  }

  /// The mapping without one of its names.
  func without(_ name: String) -> YAMLMapping {
    YAMLMapping(entries: entries.filter { $0.name != name }, owner: owner)
  }

  /// The entry's value; a missing one is noted.
  func required(_ name: String, _ what: String) -> YAMLNode? {
    if let value = self[name] { return value }
    owner.note("\(owner.role) has no '\(name)'", allowed: what)
    return nil
  }
}
