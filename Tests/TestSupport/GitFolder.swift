import SystemPackage
import Testing

/// A folder that is a repository, with one branch: `main`.
public struct GitFolder: Sendable {
  private let path: FilePath

  /// Makes a folder a repository without a commit.
  public init(_ path: FilePath) throws {
    self.path = path
    try git("init", "--quiet", "--initial-branch", "main")
  }

  /// Calls git there, and requires that it succeeds.
  /// - Returns: what it prints, without the last line's end.
  @discardableResult
  public func git(_ arguments: String...) throws -> String { try git(arguments) }

  /// The same, of words that are put together elsewhere.
  @discardableResult
  public func git(_ arguments: [String]) throws -> String {
    let identity = ["-c", "user.name=n", "-c", "user.email=n@localhost"]
    let result = try Completion.of(["git", "-C", path.string] + identity + arguments)
    try #require(result.status == 0, "\(result.errors)")
    return String(result.output.reversed().drop { $0.isNewline }.reversed())
  }

  /// Commits all that is not ignored, if anything changed or not.
  public func commit(_ message: String = "c") throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
  }
}
