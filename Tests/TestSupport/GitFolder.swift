import SystemPackage
import Testing

/// A folder with a repository that has one branch, `main`.
public struct GitFolder: Sendable {
  private let path: FilePath

  /// Makes a folder a repository without commits.
  public init(_ path: FilePath) throws {
    self.path = path
    try git("init", "--quiet", "--initial-branch", "main")
  }

  /// Runs git there, and requires success.
  /// - Returns: its output, without the last line feed.
  @discardableResult
  public func git(_ arguments: String...) throws -> String { try git(arguments) }

  /// The same with a list of words.
  @discardableResult
  public func git(_ arguments: [String]) throws -> String {
    // Each commit would start a program that tidies up, and wait for the disk.
    let settings = [
      "user.name=n", "user.email=n@localhost", "maintenance.auto=false", "gc.auto=0",
      "core.fsync=none",
    ]
    let result = try Completion.of(
      ["git", "-C", path.string] + settings.flatMap { ["-c", $0] } + arguments)
    try #require(result.status == 0, "\(result.errors)")
    return String(result.output.reversed().drop { $0.isNewline }.reversed())
  }

  /// Commits everything that is not ignored, even if nothing changed.
  public func commit(_ message: String = "c") throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
  }

  /// Writes files, and commits everything.
  public func commit(_ files: KeyValuePairs<String, String>, _ message: String = "c") throws {
    for (name, content) in files {
      try ScratchFolder.write(content, to: path.pushing(FilePath(name)))
    }
    try commit(message)
  }
}
