import Foundation

/// A commit of a history, as people know it.
public struct Commit: Sendable, Equatable, Codable {
  /// The full hash, hexadecimal.
  public var hash: String
  /// The hashes of its parents, the branch that was merged into first.
  public var parents: [String]
  /// The name of its author.
  public var author: String
  /// When its author wrote it; whole seconds.
  public var authoredAt: Date
  /// The first line of its message.
  public var subject: String

  /// A commit.
  public init(
    hash: String, parents: [String], author: String, authoredAt: Date, subject: String
  ) {
    self.hash = hash
    self.parents = parents
    self.author = author
    self.authoredAt = authoredAt
    self.subject = subject
  }

  /// The hash as people write it: ten digits.
  public var short: String { String(hash.prefix(10)) }
}
