import Glibc
import SystemPackage

/// The files of a git work tree, as far as a save shows: their sizes and times, not their contents.
public struct WorkTreeFiles: Sendable {
  private let repository: GitRepository

  /// The size and the time of a file when it was looked at.
  public struct Stamp: Sendable, Equatable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let inode: UInt
  }

  /// The files of the repository that a folder is in.
  /// - Throws: ``RevisionError`` if it is in none, or if there is no git.
  public init(containing folder: FilePath) async throws {
    repository = try await GitRepository(containing: folder)
  }

  /// Looks at all files that git knows or would add; nil for those that are gone. Folders of builds are left
  /// out even if git would add them, because Rehearse keeps executables there.
  /// - Throws: ``RevisionError``.
  public func stamps() async throws -> [String: Stamp?] {
    let names = try await repository.git([
      "ls-files", "-z", "--cached", "--others", "--exclude-standard",
    ]).split(separator: "\0").filter { !$0.split(separator: "/").contains(".build") }
    var stamps: [String: Stamp?] = [:]
    for name in names {
      stamps.updateValue(stamp(of: FilePath(String(name))), forKey: String(name))
    }
    return stamps
  }

  private func stamp(of name: FilePath) -> Stamp? {
    var facts = stat()
    guard lstat(repository.folder.pushing(name).string, &facts) == 0 else { return nil }
    return Stamp(
      size: Int(facts.st_size), seconds: facts.st_mtim.tv_sec, nanoseconds: facts.st_mtim.tv_nsec,
      inode: facts.st_ino)
  }
}
