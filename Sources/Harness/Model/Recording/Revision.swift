import Foundation

/// The git commit that was built.
public struct Revision: Sendable, Equatable, Codable {
  /// The commit's full hash, hexadecimal.
  public var commit: String
  /// The branch that was checked out; nil if HEAD was detached.
  public var branch: String?
  /// When the commit was made, by its committer's clock; whole seconds.
  public var committedAt: Date
  /// A Boolean value indicating whether tracked files differed from the commit, so that something else was
  /// measured. Untracked files do not count if the files in place are built: reports would be among them.
  public var isDirty: Bool
  /// A Boolean value indicating whether git neither tracked nor ignored some code in place; nil if unknown.
  public var hasNewCode: Bool?
  /// SHA-256 of how tracked files differed from the commit, hexadecimal. Nil if they did not, if unknown, and for a
  /// commit that was made of the differing files.
  public var changes: String?

  /// A revision.
  public init(
    commit: String, branch: String?, committedAt: Date, isDirty: Bool, changes: String? = nil
  ) {
    self.commit = commit
    self.branch = branch
    self.committedAt = committedAt
    self.isDirty = isDirty
    self.changes = changes
  }

  /// Returns whether the tracked files are the same, as far as known.
  public func hasSameFiles(as other: Revision) -> Bool {
    commit == other.commit && isDirty == other.isDirty && changes == other.changes
  }

  /// A Boolean value indicating whether something else than the commit may have been measured.
  public var isModified: Bool { isDirty || hasNewCode == true }

  /// The abbreviated commit: seven digits, and `*` if files differed from it.
  public var short: String { String(commit.prefix(7)) + (isModified ? "*" : "") }
}
