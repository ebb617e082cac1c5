import Programs
import Recording
import Scenarios
import SystemPackage

/// The known inputs of one side of a comparison.
public struct SideInputs: Sendable {
  /// The build's name in the experiment.
  public internal(set) var name: String
  /// The folder for which `${tree}` stands: the side's own files. Nil for a side without any.
  public let tree: FilePath?
  /// The folder for which `${around}` stands: it contains the tree, and nothing else of the side's. Nil for a
  /// side whose files are where the user has them.
  public let around: FilePath?
  /// The folder for which `${build}` stands: its executables. Nil if they are in the tree.
  public let executables: FilePath?
  /// Who makes it, if anyone.
  public let maker: Maker
  /// The inputs of its make; nil if not recorded.
  public var make: TracedInputs?
  /// The inputs of its stories, by name.
  public var stories: [String: TracedInputs] = [:]
  /// The hashes of its own files as used, by their paths and uses in the records; existing files that
  /// were not read are missing.
  var loaded: [InputRecord.File: String] = [:]

  /// Who makes a side.
  public enum Maker: Sendable {
    /// Nobody: it exists already.
    case nobody
    /// The scenario's commands.
    case commands
    /// The package manager, which checks itself which files have changed.
    case packageManager
    /// Someone else, earlier: it is an anchor.
    case others
  }

  /// The folders to name in this side's records.
  public var roots: [InputCollector.Root] { named.map { InputCollector.Root($0.name, $0.folder) } }

  /// The folders that names stand for; the first that contains a path names it.
  private var named: [(name: String, folder: FilePath)] {
    [
      (InputRecord.tree, tree), (InputRecord.build, executables), (InputRecord.around, around),
    ].compactMap { name, folder in folder.map { (name, $0) } }
  }

  /// The location of a record's file or folder that is the side's own; nil for all others.
  public func place(_ path: String) -> FilePath? {
    for (name, folder) in named {
      if path == name { return folder }
      guard path.hasPrefix(name + "/") else { continue }
      return folder.pushing(FilePath(String(path.dropFirst(name.count + 1))))
    }
    return nil
  }

  var replayed: InputRecord { InputRecord(joining: stories.values.map(\.record)) }

  /// The paths of its own files that were read although only git-lfs's pointer to the content is there; sorted.
  public var pointers: [String] {
    let all = [replayed, make?.record].compactMap(\.self)
    let small = InputRecord(joining: all).files.filter { $0.isContent && $0.size ?? .max < 1024 }
    return small.filter { place($0.path)?.isLargeFilePointer ?? false }
      .map { InputRecord.placeInTree($0.path) ?? $0.path }
  }

  /// Everything that its make, if any, and its stories read; nil if not all of that is known. A make without a record
  /// would look like one that reads no source.
  public var allRead: InputRecord? {
    let made = maker == .nobody ? InputRecord(files: []) : make?.record
    let all = made.map { InputRecord(joining: [$0, replayed]) }
    return all?.isTraced == true ? all : nil
  }
}

extension Build {
  /// Who makes it if it is made now.
  var maker: SideInputs.Maker {
    isOfPackage ? .packageManager : making.isEmpty ? .nobody : .commands
  }
}
