/// What drives the app on both sides of a comparison of revisions: the driver, the kit's copies beside it, and
/// the files that the scenario gives it. Stored with the decision.
public struct HarnessFinding: Sendable, Hashable, Codable {
  /// The files of the harness that differ between both sides, by their paths in the repository; empty if
  /// both ran one harness.
  public var differing: [String]
  /// Whose harness both sides ran: a revision's as the user named it, or `work-tree`. Nil if each ran its
  /// own.
  public var source: String?
  /// The commit of that; nil as before.
  public var commit: String?
  /// The files that were taken from there, on either side; empty if both had them already.
  public var taken: [String]

  /// A finding.
  public init(
    differing: [String] = [], source: String? = nil, commit: String? = nil, taken: [String] = []
  ) {
    self.differing = differing
    self.source = source
    self.commit = commit
    self.taken = taken
  }
}
