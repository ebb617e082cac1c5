import SystemPackage

/// Why a build has no executable.
public enum BuildError: Error, CustomStringConvertible {
  /// There is no `swift` in PATH.
  case noCompiler(build: String)
  /// `swift build` failed; `log` is the end of what it wrote.
  case failed(build: String, command: String, log: String)
  /// A command's first word is no executable file.
  case noExecutable(build: String, path: String)
  /// The executable can't be read.
  case unreadable(build: String, path: FilePath, errno: Errno)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .noCompiler(let build):
      "The build '\(build)' needs the program 'swift', which is not in PATH. Install Swift 6.2 "
        + "or newer (swift.org/install), or name a ready executable with 'command'."
    case .failed(let build, let command, let log):
      "The build '\(build)' failed: \(command)\n\(log)"
    case .noExecutable(let build, let path):
      "The build '\(build)' is the command '\(path)', which is no executable file."
    case .unreadable(let build, let path, let errno):
      "The executable \(path) of the build '\(build)' can't be read: \(errno)."
    }
  }
}
