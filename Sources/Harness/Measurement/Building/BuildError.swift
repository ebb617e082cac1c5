import SystemPackage

/// The reason why a build has no executable, or its package can't be read.
public enum BuildError: Error, Equatable, CustomStringConvertible {
  case noCompiler(build: String)
  case noToolchain(build: String, toolchain: String, UnusableToolchain)
  /// `swift build`, or a command of `make`, failed; `log` is the end of its output.
  case failed(build: String, command: String, log: String)
  /// The same for one side of a comparison of revisions; `tree` is the folder in which they are built.
  indirect case atRevision(String, tree: FilePath, BuildError)
  case noMaker(build: String, program: String)
  case overwritten(build: String, path: FilePath)
  case noExecutable(build: String, path: String)
  /// The first word of a step's command is no program.
  /// - isThere: whether there is a file of that name.
  /// - near: a path from the scenario's folder to a program of that name; nil for none.
  case noProgram(build: String, word: String, isThere: Bool, near: String? = nil)
  /// The commands of `make` succeeded, but did not make this program; `others` are those beside it.
  /// `service` names the service that needs it, if any.
  case unmade(build: String, word: String, service: String?, others: [String])
  case noService(build: String, service: String, program: String, maker: SideInputs.Maker)
  case unreadable(build: String, path: FilePath, errno: Errno)
  /// The linker is missing, or can't shuffle functions; `log` is the end of its output.
  case noShufflingLinker(build: String, log: String)
  /// Two layouts, given by number, are byte-for-byte the same program.
  case sameLayouts(build: String, first: Int, second: Int)
  case notKept(build: String, path: FilePath, reason: String)
  case contradicted(build: String, recipe: String, expected: String, found: String)
  /// There is no `swift` in PATH to read the manifest of the package in this folder.
  case noSwift(package: FilePath)
  /// The package manager refuses the manifest of the package in this folder.
  case unreadableManifest(FilePath, reason: String)

  /// The reason why a toolchain that a build names can't be used.
  public enum UnusableToolchain: Sendable, Equatable {
    case unknown(known: [String], folders: [FilePath])
    case missing(FilePath, known: [String])
    case noProgram(FilePath)
    case noSwift(FilePath)
    /// The toolchain's `swift` does not report its version; `log` is its output.
    case silent(FilePath, log: String)
  }

  /// The failure and what to do.
  public var description: String {
    switch self {
    case .noCompiler(let build):
      "The build '\(build)' needs the program 'swift', which is not in PATH. Install Swift 6.2 "
        + "or newer (swift.org/install), or name a ready executable with 'command'."
    case .noToolchain(let build, let toolchain, let problem):
      "The build '\(build)' asks for the toolchain '\(toolchain)', which " + Self.words(problem)
    case .failed(let build, let command, let log):
      "The build '\(build)' failed"
        + (Self.missingPackage(log).map {
          ", because a package that it depends on is missing: Package.swift names the path \($0), and "
            + "nothing is there.\n"
        } ?? ": ") + "\(command)\n\(log)"
    case .atRevision(let side, let tree, let error):
      "\(side) not build. \(error)" + Self.outsideHint(error, tree) + Self.missingHint(error)
    case .noMaker(let build, let program):
      "The build '\(build)' is made by '\(program)', which is not an executable file in any folder of PATH. "
        + "Install it, or name it by a path from the scenario's folder."
    case .overwritten(let build, let path):
      "The file \(path) of the build '\(build)' was overwritten when another build was made, so both would "
        + "be measured as one program. Let each 'make' write files of its own."
    case .noExecutable(let build, let path):
      "The build '\(build)' is the command '\(path)', which is not an executable file."
    case .noProgram(let build, let word, let isThere, let near):
      "A step of the build '\(build)' runs '\(word)', which "
        + (isThere
          ? "may not be executed: make it executable (chmod +x), or name its interpreter first."
          : word.contains("/")
            ? "is not a file beside the scenario. If it has to be built, give the build a 'make:'. If an "
              + "earlier step makes it in the run's folder, run it with 'shell: \(word)'."
            : "is not a program in PATH. "
              + (near.map { "Relative to the scenario's folder it is '\($0)': write that." }
                ?? "Write one beside the scenario as './\(word)'."))
    case .unmade(let build, let word, let service, let others):
      "'make:' of the build '\(build)' ran, but left no \(word)"
        + (service.map { ", the program of the service '\($0)'." } ?? ".")
        + (others.isEmpty ? "" : " Programs there: \(others.prefix(8).joined(separator: ", ")).")
    case .noService(let build, let service, let program, let maker):
      "The service '\(service)' beside the build '\(build)' is the program '\(program)', which "
        + (program.contains("/")
          ? "is not an executable file" + Self.ending(maker)
          : "is in no folder of PATH. Write one beside the scenario as './\(program)'.")
    case .unreadable(let build, let path, let errno):
      "The executable \(path) of the build '\(build)' can't be read: \(errno)."
    case .notKept(let build, let path, let reason):
      "The executable \(path) of the build '\(build)' can't be kept: \(reason)"
    case .noShufflingLinker(let build, let log):
      "The build '\(build)' can't be linked in several layouts: that needs LLVM's linker, ld.lld 13 or "
        + "newer, which comes with Swift (swift.org/install; Debian: apt-get install lld). Without "
        + "'layouts' the scenario does not need it.\n\(log)"
    case .sameLayouts(let build, let first, let second):
      "The layouts \(first) and \(second) of the build '\(build)' are the same program, byte for "
        + "byte: the linker did not shuffle its functions. Install a newer ld.lld (it comes with "
        + "Swift, swift.org/install), or leave out 'layouts'."
    case .contradicted(let build, let recipe, let expected, let found):
      "The build '\(build)' is not what its flags say (\(recipe)): its code should have "
        + "\(expected), but has \(found). Look for flags of the package's own: 'unsafeFlags' in its "
        + "manifest, or the compiler itself."
    case .noSwift(let folder):
      "\(folder) holds a Swift package, but there is no 'swift' in PATH to read it. Install Swift 6.2 or "
        + "newer (swift.org/install)."
    case .unreadableManifest(let folder, let reason):
      "The package in \(folder) can't be read: swift package dump-package failed.\n\(reason)"
    }
  }

  private static func words(_ toolchain: UnusableToolchain) -> String {
    switch toolchain {
    case .unknown(let known, let folders):
      "is not installed in \(folders.map(\.string).joined(separator: ", ")). Allowed: "
        + allowed(known)
    case .missing(let path, let known): "does not exist (\(path)). Allowed: " + allowed(known)
    case .noProgram(let path):
      "is a file that may not be executed (\(path)). Allowed: \(toolchainPath)."
    case .noSwift(let path):
      "is a folder without a program usr/bin/swift or bin/swift (\(path)). Allowed: \(toolchainPath)."
    case .silent(let swift, let log):
      "does not work: '\(swift) --version' fails." + (log.isEmpty ? "" : "\n\(log)")
    }
  }

  private static let toolchainPath =
    "the path of a folder with usr/bin/swift or bin/swift, or of the program swift itself"

  private static func allowed(_ known: [String]) -> String {
    let names = known.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return names.isEmpty
      ? "\(toolchainPath); no toolchain has a name here ('swiftly install' gives it one)."
      : "\(names.joined(separator: ", ")), or \(toolchainPath)."
  }

  private static func ending(_ maker: SideInputs.Maker) -> String {
    switch maker {
    case .packageManager: ". A product of the package is '${build}/PRODUCT'."
    case .commands: ", though 'make:' ran."
    case .nobody, .others: ". If it has to be built, give the build a 'make:'."
    }
  }

  /// The program that a command names exists only for the user: it was built by hand.
  private static func missingHint(_ error: BuildError) -> String {
    let isMissing =
      switch error {
      case .noExecutable(_, let path): path.contains("/")
      case .noProgram(_, let word, let isThere, _): !isThere && word.contains("/")
      case .noService(_, _, let program, .nobody): program.contains("/")
      default: false
      }
    guard isMissing else { return "" }
    return
      " A revision has only the files that git has, and none that it ignores. If the program has to be "
      + "built, give the build a 'make:', such as [[cmake, -S, .., -B, ../build], [cmake, --build, "
      + "../build]] or [make, -C, ..]; it runs in the scenario's folder."
  }

  /// The path where the package manager found no dependency; nil if it did not report one.
  private static func missingPackage(_ log: String) -> FilePath? {
    log.firstMatch(of: /the package at '([^']*)' cannot be accessed/).map { FilePath(String($0.1)) }
  }

  /// A relative path to a dependency leads elsewhere from a folder other than the user's own.
  private static func outsideHint(_ error: BuildError, _ tree: FilePath) -> String {
    // The work tree is four folders below the folder of all revisions, where such relative paths end.
    guard case .failed(_, _, let log) = error, let path = missingPackage(log),
      !path.starts(with: tree),
      path.starts(with: (0..<4).reduce(tree) { folder, _ in folder.removingLastComponent() })
    else { return "" }
    return "\nRevisions are built in \(tree), so a dependency whose path leads out of the "
      + "repository, as in '.package(path: \"../..\")', is looked for beside that folder: \(path). Move it "
      + "into the repository, or name it by a URL or an absolute path."
  }
}
