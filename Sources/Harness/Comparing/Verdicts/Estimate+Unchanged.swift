import Statistics

extension Estimate {
  /// Whether the interval of a ratio lies within a share of 1, up and down alike.
  func isUnchanged(within margin: Double) -> Bool {
    lower >= 1 / (1 + margin) && upper <= 1 + margin
  }
}
