import Programs
import SystemPackage

/// The known facts about a folder's git repository.
public struct RepositoryFacts: Sendable, Equatable {
  /// The top folder of the work tree.
  public let top: FilePath
  /// The branch that others are merged into: the remote's, or else the checked-out one.
  public let mainBranch: String?
  /// The address of `origin`; nil without one.
  public let remote: String?
  /// A Boolean value indicating whether there is a commit.
  public let hasCommit: Bool

  /// Creates a value from known facts.
  public init(top: FilePath, mainBranch: String?, remote: String?, hasCommit: Bool) {
    (self.top, self.mainBranch, self.remote) = (top, mainBranch, remote)
    self.hasCommit = hasCommit
  }

  /// Asks git; nil if the folder is in no repository, or there is no git.
  /// - Throws: ``RevisionError/refused(folder:reason:)``, `CancellationError`.
  public init?(of folder: FilePath, searchPath: String? = nil) async throws {
    let git = GitCommand(folder: folder, searchPath: searchPath)
    /// git's output; nil if it fails, which here always means that there is no such thing.
    func ask(_ arguments: String...) async throws -> String? {
      do {
        let words = try await git.output(of: arguments, [:])
        return words.isEmpty ? nil : words
      } catch is RevisionError {
        return nil
      }
    }
    do {
      top = FilePath(try await git.output(of: GitCommand.top, ["LC_ALL": "C"])).resolved
    } catch RevisionError.gitFailed(_, let reason) {
      let error = RevisionError.noTop(of: folder, reason: reason)
      if case .refused = error { throw error }
      return nil
    } catch RevisionError.noGit {
      return nil
    }
    let head = try await ask("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    let current = try await ask("symbolic-ref", "--quiet", "--short", "HEAD")
    mainBranch = head.map { String($0.trimmingPrefix("origin/")) } ?? current
    remote = try await ask("remote", "get-url", "origin")
    hasCommit = try await ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}") != nil
  }

  /// Returns whether git tracks a file, given by its path from a folder of a repository, so that other
  /// revisions may have it too.
  /// - Throws: `CancellationError`.
  public static func tracks(
    _ file: String, in folder: FilePath, searchPath: String? = nil
  ) async throws -> Bool {
    let git = GitCommand(folder: folder, searchPath: searchPath)
    do {
      return try await !git.output(of: ["--literal-pathspecs", "ls-files", "--", file]).isEmpty
    } catch is RevisionError {
      // For example, a path that leads out of the repository.
      return false
    }
  }
}
