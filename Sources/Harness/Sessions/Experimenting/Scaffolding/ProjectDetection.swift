import Building
import Foundation
import Programs
import SystemPackage

/// The project in a folder in which a scenario is to be made.
public struct ProjectDetection: Sendable, Equatable {
  /// The folder, absolute.
  public var folder: FilePath
  /// The Swift package; nil if there is none.
  public var package: PackageManifest?
  /// The Python project; nil if there is none.
  public var python: PythonProject?
  /// The JavaScript project; nil if there is none.
  public var javaScript: JavaScriptProject?
  /// The file that makes programs there, such as `Makefile`.
  public var buildFile: String?
  /// The existing programs, as paths from the folder, the likeliest to be measured first.
  public var programs: [String]
  /// The command's programs, and the Python project's interpreter, that git does not track, so that no other revision
  /// has them.
  public var unknownPrograms: [String]
  /// The files read by the command that git does not track, as paths from the folder.
  public var unknownFiles: [String] = []
  /// The repository; nil outside of one.
  public var repository: RepositoryFacts?
  /// The reason why git does not identify the repository; nil if it does, or there is none.
  public var refusal: String?
  /// The command's programs that are not in PATH, but here.
  var programsHere: [String] = []
  /// The service that runs the repository's jobs, as far as its files show.
  public var service: Service

  /// A service that runs a repository's jobs.
  public enum Service: Sendable, Equatable {
    /// GitHub Actions, also if there is no service yet.
    case gitHub
    case gitLab
  }

  /// Creates a detection from known facts.
  public init(
    folder: FilePath, package: PackageManifest? = nil, python: PythonProject? = nil,
    buildFile: String? = nil, programs: [String] = [], unknownPrograms: [String] = [],
    repository: RepositoryFacts? = nil, refusal: String? = nil,
    service: Service = .gitHub
  ) {
    self.folder = folder
    self.package = package
    self.python = python
    self.buildFile = buildFile
    self.programs = programs
    self.unknownPrograms = unknownPrograms
    self.repository = repository
    self.refusal = refusal
    self.service = service
  }

  /// Inspects a folder, and a command to measure. The package manager reads a package's manifest; apart from
  /// that only git is run.
  /// - Throws: `BuildError`, `CancellationError`.
  public init(
    of folder: FilePath, running command: CommandInput? = nil, searchPath: String? = nil
  ) async throws {
    let entries = Entries(folder)
    var repository: RepositoryFacts?
    var refusal: String?
    do {
      repository = try await RepositoryFacts(of: folder, searchPath: searchPath)
    } catch let error as RevisionError {
      refusal = error.description
    }
    self.init(
      folder: folder,
      package: entries.holds("Package.swift") ? try await PackageManifest(of: folder) : nil,
      python: PythonProject(entries),
      buildFile: BuildRecipe.files.first(where: entries.holds),
      programs: entries.programs, repository: repository, refusal: refusal,
      service: Self.service(of: repository))
    javaScript = JavaScriptProject(entries)
    if repository != nil, let interpreter = python?.interpreter, interpreter.contains("/"),
      try await !RepositoryFacts.tracks(interpreter, in: folder, searchPath: searchPath)
    {
      unknownPrograms.append(interpreter)
    }
    guard let command else { return }
    let placed = RelocatedCommand(command, in: folder)
    let folders = searchPath.map { SearchPath($0) } ?? .own
    programsHere = placed.names.filter {
      entries.programs.contains("./\($0)") && folders.program($0) == nil
    }
    guard repository != nil else { return }
    for program in placed.programs where !entries.isScript(program) {
      let isTracked = try await RepositoryFacts.tracks(program, in: folder, searchPath: searchPath)
      if !isTracked { unknownPrograms.append(program) }
    }
    for file in placed.files {
      let path = Scaffold.place.pushing(FilePath(file)).lexicallyNormalized().string
      let isThere = FileManager.default.fileExists(atPath: folder.appending(path).string)
      let isTracked = try await RepositoryFacts.tracks(path, in: folder, searchPath: searchPath)
      if isThere, !isTracked { unknownFiles.append(path) }
    }
  }

  private static func service(of repository: RepositoryFacts?) -> Service {
    guard let repository else { return .gitHub }
    let top = Entries(repository.top)
    if top.holds(".github") { return .gitHub }
    let isAtGitLab = repository.remote?.contains("gitlab") ?? false
    return top.holds(".gitlab-ci.yml") || isAtGitLab ? .gitLab : .gitHub
  }

  /// The suitable kinds of scenario, the best first. If a command is named, that kind always is.
  public var kinds: [ScaffoldKind] {
    (package != nil ? [.swift] : []) + (python != nil ? [.python] : [])
      + (javaScript != nil ? [.javascript] : [])
      + (buildFile != nil || !programs.isEmpty ? [.command] : [])
  }
}

/// The kinds of scenario that can be made.
public enum ScaffoldKind: String, Sendable, CaseIterable {
  /// A driver in Swift that calls a package's library.
  case swift
  /// A driver in Python.
  case python
  /// A driver in JavaScript, for Node.
  case javascript
  /// Steps that are commands.
  case command
}

/// A Python project.
public struct PythonProject: Sendable, Equatable {
  /// The module that tests would import; nil if none can be told from a script, which would run on import.
  public var module: String?
  /// The module's folder, relative to the project.
  public var source: String
  /// The interpreter: that of the project's own environment if there is one.
  public var interpreter: String

  /// Creates a project.
  public init(module: String?, source: String = ".", interpreter: String = "python3") {
    (self.module, self.source, self.interpreter) = (module, source, interpreter)
  }

  /// The project in a folder; nil if there is none.
  init?(_ entries: Entries) {
    let scripts = entries.names.filter { $0.hasSuffix(".py") && $0 != "setup.py" }
    let marks = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"]
    let sources = entries.holds("src") ? ["src", "."] : ["."]
    let found = sources.lazy.compactMap { source in
      entries.packages(in: source).first.map { (source, $0) }
    }.first
    guard found != nil || !scripts.isEmpty || marks.contains(where: entries.holds) else {
      return nil
    }
    source = found?.0 ?? "."
    module =
      found?.1
      ?? scripts.first { entries.text(of: $0)?.contains("if __name__ ==") ?? false }
      .map { String($0.dropLast(3)) }
    interpreter = [".venv/bin/python", "venv/bin/python"].first(where: entries.holds) ?? "python3"
  }
}

/// The files of a folder, as far as they are inspected.
struct Entries {
  /// The names, sorted.
  let names: [String]
  private let folder: FilePath

  init(_ folder: FilePath) {
    self.folder = folder
    names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted()
  }

  /// Returns whether a file or a folder exists at a path.
  func holds(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.pushing(FilePath(path)).string)
  }

  /// The text of a file of human size; nil if there is none.
  func text(of name: String) -> String? {
    let url = URL(fileURLWithPath: folder.appending(name).string)
    guard let data = try? Data(contentsOf: url), data.count < 1 << 20 else { return nil }
    return String(data: data, encoding: .utf8)
  }

  /// The Python packages in a folder, except tests and the like.
  func packages(in source: String) -> [String] {
    let place = folder.pushing(FilePath(source)).lexicallyNormalized()
    let others = ["test", "tests", "docs", "examples", "scripts", "benchmarks", "setup"]
    return Entries(place).names.filter { name in
      !others.contains(name.lowercased()) && name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
        && holds("\(source)/\(name)/__init__.py")
    }
  }

  /// The executable files here and where programs are usually built: first the one named like the
  /// folder, then machine code, then scripts, and last helpers for building or testing.
  var programs: [String] {
    let all = ["", "bin/", "build/"].flatMap { place in
      let inner = place.isEmpty ? self : Entries(folder.appending(String(place.dropLast())))
      return inner.names.filter { inner.isProgram($0) }.map { "./\(place)\($0)" }
    }
    let ranks = Dictionary(grouping: all, by: rank)
    return ranks.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private func rank(of program: String) -> Int {
    let file = FilePath(program).lastComponent
    let name = file?.stem.lowercased() ?? ""
    if name == folder.lastComponent?.string.lowercased() { return 0 }
    let helpers = [
      "configure", "autogen", "bootstrap", "gradlew", "mvnw", "install-sh", "libtool", "config",
      "setup", "install", "build", "make", "run-tests",
    ]
    let isHelper =
      helpers.contains(name) || name.hasPrefix("test") || name.hasSuffix("test")
      || name.hasSuffix("tests") || file?.string.contains(".so") == true
    return isHelper ? 3 : isScript(program) ? 2 : 1
  }

  func isScript(_ path: String) -> Bool {
    let file = FileHandle(forReadingAtPath: folder.pushing(FilePath(path)).string)
    return (try? file?.read(upToCount: 2)) == Data("#!".utf8)
  }

  private func isProgram(_ name: String) -> Bool {
    !name.hasPrefix(".") && SearchPath.isProgram(folder.appending(name))
  }
}
