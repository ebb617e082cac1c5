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
  /// The linker can't shuffle functions, or is not there; `log` is the end of what it wrote.
  case noShufflingLinker(build: String, log: String)
  /// Two layouts, by their numbers, are the same program, byte for byte.
  case sameLayouts(build: String, first: Int, second: Int)
  /// The executable of a layout can't be kept beside the others.
  case notKept(build: String, path: FilePath, reason: String)
  /// The machine code is not what configuration and flags say.
  case contradicted(build: String, recipe: String, expected: String, found: String)

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
    case .notKept(let build, let path, let reason):
      "The executable \(path) of the build '\(build)' can't be kept: \(reason)"
    case .noShufflingLinker(let build, let log):
      "The build '\(build)' can't be linked in several layouts: that takes LLVM's linker, ld.lld 13 "
        + "or newer, which comes with Swift (swift.org/install; Debian: apt-get install lld). "
        + "Without 'layouts' the scenario needs no such linker.\n\(log)"
    case .sameLayouts(let build, let first, let second):
      "The layouts \(first) and \(second) of the build '\(build)' are the same program, byte for "
        + "byte: the linker did not shuffle its functions. Install a newer ld.lld (it comes with "
        + "Swift, swift.org/install), or leave out 'layouts'."
    case .contradicted(let build, let recipe, let expected, let found):
      "The build '\(build)' is not what its flags say (\(recipe)): its code should have "
        + "\(expected), but has \(found). Look for flags of the package's own: 'unsafeFlags' in its "
        + "manifest, or the compiler that PATH finds."
    }
  }
}
