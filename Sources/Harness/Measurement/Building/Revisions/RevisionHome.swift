import Foundation
import Glibc
import Recording
import SystemPackage

/// The builds at several revisions. While the value lives, no other Rehearse overwrites them: keep
/// it until everything is measured, then put it away.
public struct RevisionBuilds: Sendable {
  /// The drivers, in the order of the sides.
  public let drivers: [BuiltDriver]
  /// The proof that both sides have the same files; nil if they don't.
  public let proof: Decision.Proof?
  /// The known inputs of both sides; nil if they were not made, or there are not two sides.
  public let inputs: BuildInputs?
  /// How the harnesses of both sides differ, or which one both have; nil if they are the same anyway.
  public let harness: HarnessFinding?
  /// The folder in which they were made.
  let home: RevisionHome
  let trees: [LinkedWorkTree]

  /// Removes the work trees in which drivers work.
  public func putAway() async {
    for tree in trees { await tree.remove() }
  }
}

/// The folder of a repository in which its revisions are built, used by one Rehearse at a time
/// while the value lives.
final class RevisionHome: Sendable {
  let folder: FilePath
  private let repository: FilePath
  private let lock: Int32

  var builds: FilePath { folder.appending("builds") }
  /// The folder of each revision's executables, until the next comparison.
  var kept: FilePath { folder.appending("kept") }

  /// Takes over the folder, and removes what an earlier comparison kept.
  /// - Throws: ``RevisionError/inUse(folder:)``, ``RevisionError/notKept(path:reason:)``,
  ///   ``RevisionError/notOurs(folder:found:)``: a link of the checkout can lead anywhere.
  init(in repository: FilePath) throws(RevisionError) {
    self.repository = repository
    folder = try OwnFolder(RevisionHome.folder(in: repository)).path
    // Released at the end of the process, however it ends.
    lock = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw .inUse(folder: folder)
    }
    do {
      // In the folder that has our mark.
      if FileManager.default.fileExists(atPath: kept.string) {
        try FileManager.default.removeItem(atPath: kept.string)
      }
    } catch {
      throw .notKept(path: kept, reason: error.localizedDescription)
    }
  }

  deinit {
    // Closing alone would leave it with a child that has not executed its program yet.
    flock(lock, LOCK_UN)
    close(lock)
  }

  static func folder(in repository: FilePath) -> FilePath {
    repository.appending(".build/rehearse/revisions")
  }

  /// The place of a work tree. Either packages are built in it at one revision after the other, so that all
  /// are compiled at one path (nil); or it belongs to the side with this number, from 1, for builds that need
  /// its files while they run. The paths of all sides have the same length, because a process's arguments
  /// move its stack.
  func place(ofSide side: Int?) -> WorkTreePlace {
    WorkTreePlace(around: folder.appending(side.map { "\($0)" } ?? "tree"), repository: repository)
  }
}

/// The place of a work tree in which paths that lead out of the repository lead to the same files
/// as from the user's own: it is surrounded by links to the user's surroundings.
struct WorkTreePlace: Sendable {
  let outermost: FilePath
  /// The work tree, named like the user's own, because package managers name packages by folders.
  let tree: FilePath
  private let repository: FilePath

  /// The number of folders above the repository that relative paths may reach.
  private static let levels = 3
  /// The most files beside the repository to link; a folder with more is nobody's workspace.
  private static let linked = 1000

  init(around folder: FilePath, repository: FilePath) {
    self.repository = repository
    outermost = folder
    let levels = Array(repeating: FilePath.Component("up"), count: Self.levels - 1)
    tree = folder.appending(levels).appending(repository.lastComponent ?? "tree")
  }

  /// Makes the links. What can't be read or linked is left out: whatever needs it will report it.
  func surround() {
    let files = FileManager.default
    var (own, place) = (repository, tree)
    for _ in 0..<Self.levels where own.lastComponent != nil {
      own = own.removingLastComponent()
      place = place.removingLastComponent()
      guard let names = try? files.contentsOfDirectory(atPath: own.string),
        names.count <= Self.linked
      else { continue }
      // The work tree and the folders around it already exist.
      for name in names {
        try? files.createSymbolicLink(
          atPath: place.appending(name).string, withDestinationPath: own.appending(name).string)
      }
    }
  }
}
