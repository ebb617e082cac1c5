import DriverProtocol

/// A mapping's entries in file order.
package struct YAMLMapping {
  package let entries: [(key: YAMLNode, name: String, value: YAMLNode)]
  package let owner: YAMLNode

  package subscript(_ name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }

  /// The values as scalars, by name; others are reported and left out.
  var scalars: [String: DriverProtocol.Scalar] {
    entries.reduce(into: [:]) { $0[$1.name] = $1.value.scalar() }
  }

  func without(_ name: String) -> YAMLMapping {
    YAMLMapping(entries: entries.filter { $0.name != name }, owner: owner)
  }

  /// The entry's value; if missing, that is reported.
  package func required(_ name: String, _ what: String) -> YAMLNode? {
    if let value = self[name] { return value }
    owner.note("\(owner.role) has no '\(name)'", allowed: what)
    return nil
  }
}
