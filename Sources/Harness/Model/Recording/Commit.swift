import Foundation

/// A commit in a history.
public struct Commit: Sendable, Equatable, Codable {
  /// The full hash, hexadecimal.
  public var hash: String
  /// The hashes of its parents; the first is the branch that was merged into.
  public var parents: [String]
  /// The name of its author.
  public var author: String
  /// When its author wrote it; whole seconds.
  public var authoredAt: Date
  /// The first line of its message.
  public var subject: String

  /// A commit.
  public init(hash: String, parents: [String], author: String, authoredAt: Date, subject: String) {
    self.hash = hash
    self.parents = parents
    self.author = author
    self.authoredAt = authoredAt
    self.subject = subject
  }

  /// The abbreviated hash: ten digits.
  public var short: String { String(hash.prefix(10)) }
}
