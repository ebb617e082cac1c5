import Foundation
import Subprocess
import SystemPackage

/// The program `git`, working in one folder regardless of the repository in the environment. Only
/// this type starts it, always with the same configuration and variables.
struct GitCommand: Sendable {
  let folder: FilePath
  /// The folders in which `git` is looked up; PATH if nil.
  let searchPath: String?

  /// Asks for the top folder of the work tree. Its message, in English, tells why there is none.
  static let top = ["rev-parse", "--show-toplevel"]

  /// The command that prints a commit's time, for ``time(_:)``.
  static func time(of commit: String) -> [String] {
    ["rev-list", "--max-count=1", "--timestamp", "--end-of-options", commit, "--"]
  }

  /// Parses that output: seconds since 1970, and the commit.
  static func time(_ text: String) -> Date? {
    text.split(separator: " ").first.flatMap { Double($0) }.map(Date.init(timeIntervalSince1970:))
  }

  /// The variables listed by `git rev-parse --local-env-vars`. A git hook passes them to everything
  /// it starts: with them a command for another work tree would change the user's own.
  static let localVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
  ]

  /// User variables that change the output of git's commands, or the paths that they mean.
  static let variablesOfOutput = [
    "GIT_ATTR_SOURCE", "GIT_DEFAULT_HASH", "GIT_DIFF_OPTS", "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS", "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE", "GIT_NOGLOB_PATHSPECS",
    "GIT_PAGER", "GIT_TEMPLATE_DIR", "GIT_TRACE", "GIT_TRACE2",
  ]

  /// The configuration for each command, whatever the user's and the repository's are. Everything
  /// else is theirs: identity, trust (`safe.directory`), credentials, filters.
  static let configuration = [
    "add.ignoreErrors=false", "clone.rejectShallow=false", "color.diff=false",
    "color.status=false", "color.ui=false", "core.fsmonitor=false", "core.ignoreStat=false",
    "core.pager=cat", "core.quotePath=false", "core.safecrlf=false", "core.splitIndex=false",
    "core.untrackedCache=false", "diff.external=", "diff.ignoreSubmodules=none",
    "diff.mnemonicPrefix=false", "diff.noprefix=false", "diff.orderFile=/dev/null",
    "diff.relative=false", "diff.renames=false", "fetch.recurseSubmodules=false", "gc.auto=0",
    "i18n.commitEncoding=UTF-8", "i18n.logOutputEncoding=UTF-8", "index.sparse=false",
    "log.showSignature=false", "maintenance.auto=false", "status.renames=false",
    "status.showStash=false",
    "status.submoduleSummary=false", "submodule.recurse=false", "worktree.useRelativePaths=false",
    // The repository's hooks are for its own work tree.
    "core.hooksPath=/dev/null",
  ]

  /// Returns git's output without the line feeds at its end. The settings are variables of its environment,
  /// `input` is its standard input.
  /// - Throws: ``RevisionError/gitFailed(arguments:reason:)``, ``RevisionError/noGit``, or
  ///   `CancellationError`.
  func output(
    of arguments: [String], _ settings: [String: String] = [:], input: String = ""
  ) async throws -> String {
    let words = ["-C", folder.string, "--no-pager"] + Self.configuration.flatMap { ["-c", $0] }
    // Asked to end first, so that it removes its lock files.
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))]
    do {
      let result = try await run(
        .name("git"), arguments: Arguments(words + arguments),
        environment: environment(settings), platformOptions: options, input: .string(input),
        output: .string(limit: 256 << 20), error: .string(limit: 1 << 20))
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

  /// The environment for programs that work in a repository's folder, without variables that name
  /// another repository.
  static let elsewhere = environment([:])

  private func environment(_ settings: [String: String]) -> Subprocess.Environment {
    var settings = settings
    settings["GIT_OPTIONAL_LOCKS"] = "0"
    if let searchPath { settings["PATH"] = settings["PATH"] ?? searchPath }
    // Configuration in variables, as CI uses for trust and credentials, belongs to the user.
    let count = ProcessInfo.processInfo.environment["GIT_CONFIG_COUNT"]
    let isCounted = count.flatMap { Int($0) } != nil
    let local = Self.localVariables.filter { !isCounted || $0 != "GIT_CONFIG_COUNT" }
    return Self.environment(settings, without: local + Self.variablesOfOutput)
  }

  private static func environment(
    _ settings: [String: String], without names: [String] = localVariables
  ) -> Subprocess.Environment {
    var changes: [Subprocess.Environment.Key: String?] = [:]
    func set(_ name: String, _ value: String?) {
      if let key = Subprocess.Environment.Key(rawValue: name) {
        changes.updateValue(value, forKey: key)
      }
    }
    for name in names { set(name, nil) }
    for (name, value) in settings { set(name, value) }
    return .inherit.updating(changes)
  }
}
