/// The code that drives the app on both sides of a comparison of revisions: the driver, the kit's copies
/// beside it, and the scenario's files for it. Stored with the decision.
public struct HarnessFinding: Sendable, Hashable, Codable {
  /// The harness files that differ between both sides, by their paths in the repository; empty if both ran
  /// one harness.
  public var differing: [String]
  /// The source of the harness that both sides ran: a revision as the user named it, or `work-tree`. Nil if
  /// each ran its own.
  public var source: String?
  /// The commit of the source; nil as above.
  public var commit: String?
  /// The files that were taken from the source, on either side; empty if both had them already.
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
