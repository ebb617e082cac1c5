import Recording
import SystemPackage
import Tracing

/// An executable that can host runs, and what is known about it; or several, one a layout.
public struct BuiltDriver: Sendable {
  /// The record that is stored with the experiment.
  public internal(set) var record: BuildRecord
  /// For each layout the command that starts it, its first word an absolute path; a single command
  /// where the code lies as the linker left it.
  public internal(set) var commands: [[String]]
  /// The folder in which it works: the scenario's in the work tree of its revision. Nil for the
  /// scenario's own.
  public internal(set) var folder: FilePath?
  /// The texts that stand for variables in the words of services.
  public internal(set) var variables: [String: String] = [:]
  /// What was read while it was made; nil if that was not recorded, or if nothing was made.
  public internal(set) var inputs: TracedInputs?
  /// Where the files are whose hashes the record has by the words that name them.
  var places: [String: FilePath] = [:]

  /// A driver that is there.
  public init(record: BuildRecord, commands: [[String]], folder: FilePath? = nil) {
    self.record = record
    self.commands = commands
    self.folder = folder
  }
}
