extension Int {
  /// The number with its noun: `1 story`, `2 stories`.
  public func counted(_ one: String, _ many: String) -> String {
    "\(self) \(self == 1 ? one : many)"
  }
}
