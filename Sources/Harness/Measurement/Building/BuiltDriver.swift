import Programs
import Recording
import SystemPackage

/// An executable that can host runs, and what is known about it; several executables if there are
/// several layouts.
public struct BuiltDriver: Sendable {
  /// The record to store with the experiment.
  public internal(set) var record: BuildRecord
  /// The commands that start it, one per layout, with an absolute path as first word; a single
  /// command for the linker's own layout.
  public internal(set) var commands: [[String]]
  /// Its working folder: the scenario's in the work tree of its revision. Nil for the scenario's own.
  public internal(set) var folder: FilePath?
  /// The values of the variables in services' commands.
  public internal(set) var variables: [String: String] = [:]
  /// The files that were read while it was made; nil if that was not recorded, or nothing was made.
  public internal(set) var inputs: TracedInputs?
  /// The paths of the build's own files with hashes in the record, by the words that name them.
  var places: [String: FilePath] = [:]

  /// The files that its commands and variables name, as seen from its own working folder, or else the scenario's.
  public func files(from scenario: FilePath) -> Set<FilePath> {
    let folder = folder ?? scenario
    let named = variables.values.lazy.map { folder.pushing(FilePath($0)) }
    return Set(places.values).union(commands.compactMap { $0.first.map { FilePath($0) } })
      .union(named.filter(SearchPath.isFile))
  }

  /// Creates a value for an existing driver.
  public init(record: BuildRecord, commands: [[String]], folder: FilePath? = nil) {
    self.record = record
    self.commands = commands
    self.folder = folder
  }
}
