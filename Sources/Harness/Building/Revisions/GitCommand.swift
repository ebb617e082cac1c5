import Foundation
import Subprocess
import SystemPackage

/// The program `git`, working in one folder, whatever repository the environment names.
struct GitCommand: Sendable {
  /// The folder that it works in.
  let folder: FilePath
  /// Where `git` is looked up; PATH where nil.
  let searchPath: String?

  /// What `git rev-parse --local-env-vars` lists. A hook of git's tells them to all that it starts:
  /// with them a command that is meant for another work tree would change the user's own.
  static let localVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
  ]

  /// What git prints, without the line feeds at its end.
  /// - Parameter settings: variables of its environment.
  /// - Throws: ``RevisionError/gitFailed(arguments:reason:)``, ``RevisionError/noGit``, or
  ///   `CancellationError`.
  func output(
    of arguments: [String], _ settings: [String: String] = [:]
  ) async throws -> String {
    // Asked to end first: then it takes its lock files with it.
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))]
    do {
      let result = try await run(
        .name("git"), arguments: Arguments(["-C", folder.string] + arguments),
        environment: environment(settings), platformOptions: options, input: .none,
        output: .string(limit: 64 << 20), error: .string(limit: 1 << 20))
      try Task.checkCancellation()
      guard result.terminationStatus.isSuccess else {
        let words = result.standardError.trimmingCharacters(in: .whitespacesAndNewlines)
        throw RevisionError.gitFailed(arguments: arguments, reason: words)
      }
      return result.standardOutput.trimmingCharacters(in: .newlines)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw RevisionError.noGit
    }
  }

  private func environment(_ settings: [String: String]) -> Subprocess.Environment {
    var changes: [Subprocess.Environment.Key: String?] = [:]
    func set(_ name: String, _ value: String?) {
      if let key = Subprocess.Environment.Key(rawValue: name) {
        changes.updateValue(value, forKey: key)
      }
    }
    for name in Self.localVariables { set(name, nil) }
    if let searchPath { set("PATH", searchPath) }
    for (name, value) in settings { set(name, value) }
    return .inherit.updating(changes)
  }
}
