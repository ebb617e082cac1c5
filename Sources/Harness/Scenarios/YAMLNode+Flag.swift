import Yams

extension YAMLNode {
  /// `true` or `false`.
  func flag() -> Bool? {
    if let value = node.bool { return value }
    note("\(role) is '\(string ?? "")'", allowed: "true or false")
    return nil
  }
}
