import Recording
import SystemPackage
import Tracing

/// What is known of the inputs of one side of a comparison.
public struct SideInputs: Sendable {
  /// The build's name in the experiment.
  public let name: String
  /// The folder that `${tree}` stands for: the side's own files. Nil for a side without any.
  public let tree: FilePath?
  /// The folder that `${build}` stands for: its executables. Nil if they lie in the tree.
  public let executables: FilePath?
  /// Whether, and by whom, it is made.
  public let maker: Maker
  /// The inputs of its make; nil if it was not recorded.
  public var make: TracedInputs?
  /// The inputs of its stories, by their names.
  public var stories: [String: TracedInputs] = [:]
  /// The hashes of its own files as they are loaded, by their paths in the records; of files that are
  /// there and were not asked for, nothing.
  var loaded: [String: String] = [:]

  /// Who makes a side.
  public enum Maker: Sendable {
    /// Nobody: it is what lies there.
    case nobody
    /// The scenario's commands.
    case commands
    /// The package manager, which itself looks which files have changed.
    case packageManager
    /// Somebody else before: an anchor, or a machine that shares executables.
    case others
  }

  /// The folders that records of this side are named by.
  public var roots: [InputCollector.Root] {
    [tree.map { .init(InputRecord.tree, $0) }, executables.map { .init(InputRecord.build, $0) }]
      .compactMap(\.self)
  }

  /// The inputs of all its stories together.
  var replayed: InputRecord { InputRecord(joining: stories.values.map(\.record)) }
}
