extension Metric {
  /// The page, in the repository, that tells of every metric what it can not show.
  public static let limitsPage = "Docs/limits.md"
}
