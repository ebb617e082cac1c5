import Building
import Foundation
import SystemPackage

/// The files by which a project is measured: a driver, where one is needed, a scenario with a first story,
/// and a job that checks changes.
public struct Scaffold: Sendable, Equatable {
  /// The folder in the project in which all is that Rehearse needs.
  public static let place = FilePath("Performance")

  /// The files, in the order in which they are to be read.
  public private(set) var files: [ScaffoldFile] = []
  /// The scenario's name.
  public let name: String
  /// What is left for people to do or to know, each a sentence.
  public private(set) var notes: [String] = []
  /// The text of a job for those to take over whose jobs all stand in one file; nil for none.
  public private(set) var snippet: String?
  private let surroundings: Surroundings

  /// The scenario, as a path from the project's folder.
  public var scenario: FilePath { Self.place.appending("\(name).yml") }

  /// The branch that changes are compared with; nil outside of a repository.
  public var mainBranch: String? { surroundings.repository?.mainBranch }

  /// Where the driver's library comes from, and what a command is.
  public struct Wishes: Sendable {
    /// The words of the command that is to be measured; none for a driver.
    public var command: [String]
    /// The folder of a clone of Rehearse, or its URL; nil where none is known.
    public var rehearse: String?
    /// The scenario's name; nil for the project's.
    public var name: String?
    /// The release of Rehearse that jobs take; nil for its main branch.
    public var version: String?

    /// Wishes.
    public init(
      command: [String] = [], rehearse: String? = nil, name: String? = nil, version: String? = nil
    ) {
      (self.command, self.rehearse, self.name) = (command, rehearse, name)
      self.version = version
    }
  }

  /// Makes up the files; none is written.
  /// - Throws: ``ScaffoldObjection``.
  public init(
    _ kind: ScaffoldKind, in surroundings: Surroundings, _ wishes: Wishes
  ) throws(ScaffoldObjection) {
    self.surroundings = surroundings
    let project = surroundings.folder.lastComponent?.string ?? ""
    let usual =
      switch kind {
      case .swift: surroundings.package?.name ?? project
      case .python: surroundings.python?.module ?? project
      case .command: PlacedCommand.subject(of: wishes.command) ?? project
      }
    name = Self.scenarioName(wishes.name ?? usual)
    switch kind {
    case .swift: try addPackage(wishes)
    case .python: addPythonDriver()
    case .command: try addCommand(wishes)
    }
    files.append(
      ScaffoldFile(
        Self.place.appending(".gitignore"), "keeps results and builds out of the repository",
        content: Template(PackageResources.gitignore_txt).filled([:]), isOptional: true))
    addJob(kind, wishes)
  }

  /// A text as a scenario can be called.
  static func scenarioName(_ text: String) -> String {
    let letters = text.lowercased().unicodeScalars.map { scalar in
      ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    let name = String(letters).split(separator: "-").joined(separator: "-").prefix(48)
    return name.isEmpty ? "app" : String(name)
  }
}

/// The drivers.
extension Scaffold {
  private mutating func addPackage(_ wishes: Wishes) throws(ScaffoldObjection) {
    guard let package = surroundings.package else { throw .noPackage(surroundings.folder) }
    guard let library = package.products.first(where: { $0.isLibrary && !$0.targets.isEmpty })
    else {
      throw .noLibrary(
        package: package.name,
        targets: package.targets.filter { $0.type == "regular" }.map(\.name),
        executables: package.targets.filter { $0.type == "executable" }.map(\.name))
    }
    let type = Self.typeName(name) + "Driver"
    let values: [String: String?] = [
      "name": name, "package": package.name, "library": library.name, "module": library.targets[0],
      "type": type, "rehearse": wishes.rehearse ?? "../../rehearse",
    ]
    let sources = Self.place.appending("Sources").appending("\(name)-driver")
    add("package.yml", "the scenario: stories, gates, builds", PackageResources.package_yml, values)
    files.append(
      ScaffoldFile(
        sources.appending("\(type).swift"), "the driver: calls \(library.targets[0])",
        content: Template(PackageResources.Driver_swift_txt).filled(values), comment: "//"))
    files.append(
      ScaffoldFile(
        Self.place.appending("Package.swift"), "the driver's package",
        content: Template(PackageResources.Package_swift_txt).filled(values), comment: "//"))
    if wishes.rehearse == nil {
      notes.append(
        "Where Rehearse's sources are is not known, and the driver needs its DriverKit: set the "
          + "variable REHEARSE to a clone's folder or its URL, or write it into "
          + "\(Self.place)/Package.swift at 'let rehearse'.")
    }
    let others = package.products.filter { $0.isLibrary && $0 != library }.map(\.name)
    if !others.isEmpty {
      notes.append(
        "The driver imports \(library.name); the package has the libraries "
          + "\(others.joined(separator: ", ")), too.")
    }
  }

  private mutating func addPythonDriver() {
    let project = surroundings.python ?? PythonProject(module: nil)
    let isOwn = project.interpreter != "python3"
    let values: [String: String?] = [
      "name": name, "module": project.module,
      "source": project.source == "." ? "\"..\"" : "\"../\(project.source)\"",
      "interpreter": isOwn ? "../\(project.interpreter)" : project.interpreter,
      "environment": isOwn ? "" : nil,
    ]
    add("python.yml", "the scenario: stories, gates, builds", PackageResources.python_yml, values)
    files.append(
      ScaffoldFile(
        Self.place.appending("driver.py"),
        project.module.map { "the driver: imports \($0)" } ?? "the driver: calls your code",
        content: Template(PackageResources.driver_py_txt).filled(values)))
    if project.module == nil {
      notes.append(
        "No module was found that can be imported without doing its work: call yours in "
          + "\(Self.place)/driver.py at 'def example', or measure a script as you type it: "
          + "rehearse init --command 'python3 script.py input.txt'.")
    }
  }

  private mutating func add(
    _ template: String, _ purpose: String, _ bytes: [UInt8], _ values: [String: String?]
  ) {
    files.append(ScaffoldFile(scenario, purpose, content: Template(bytes).filled(values)))
  }

  /// `value-stream` as a type is called: `ValueStream`.
  private static func typeName(_ name: String) -> String {
    let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let type = words.joined()
    return type.first?.isNumber ?? true ? "App" + type : type
  }
}

/// Steps that are commands.
extension Scaffold {
  private mutating func addCommand(_ wishes: Wishes) throws(ScaffoldObjection) {
    guard let subject = PlacedCommand.subject(of: wishes.command) else {
      throw .noCommand(surroundings.folder, programs: surroundings.programs)
    }
    let command = PlacedCommand(wishes.command, in: surroundings.folder)
    let values: [String: String?] = [
      "name": name,
      "command": wishes.command.joined(separator: " ").split(whereSeparator: \.isNewline).first
        .map(String.init),
      "story": Self.scenarioName(subject),
      "words": Self.list(command.words),
      "files": command.files.isEmpty ? nil : Self.list(command.files),
    ]
    add(
      "command.yml", "the scenario: the command, gates, builds", PackageResources.command_yml,
      values)
    if let file = surroundings.buildFile {
      notes.append(
        "What \(file) makes is measured as it is there: make it before 'rehearse run'.")
    }
  }

  /// Words as a list of YAML.
  private static func list(_ words: [String]) -> String {
    "[" + words.map(quoted).joined(separator: ", ") + "]"
  }

  /// A word that YAML takes for itself; in quotes but where it is plain beyond doubt.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.wholeMatch(of: /[A-Za-z.\/][A-Za-z0-9._\/-]*/) != nil
    let others = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "."]
    if isPlain, !others.contains(word.lowercased()) { return word }
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    return "\"\(escaped)\""
  }
}

/// The job that checks changes.
extension Scaffold {
  private mutating func addJob(_ kind: ScaffoldKind, _ wishes: Wishes) {
    guard let repository = surroundings.repository else {
      notes.append(
        "\(surroundings.folder) is in no git repository, so there is nothing to compare a change "
          + "with: after 'git init' and a commit 'rehearse check \(name).yml --against main' does.")
      return
    }
    var inside = surroundings.folder
    _ = inside.removePrefix(repository.top)
    let place = inside.isAbsolute ? Self.place : FilePath(inside.string).pushing(Self.place)
    // github.com/OWNER/NAME of a URL; a folder says nothing of whose it is.
    let known = wishes.rehearse?.firstMatch(of: /github\.com[\/:]([\w.-]+\/[\w-]+)/).map {
      String($0.1)
    }
    let action = known ?? "OWNER/rehearse"
    let values: [String: String?] = [
      "name": name, "place": place.string, "swift": kind == .swift ? "" : nil,
      "action": "\(action)@\(wishes.version.map { "v\($0)" } ?? "main")",
      "source": "https://github.com/\(action)",
      "unknown": known == nil ? "" : nil,
    ]
    guard surroundings.service == .gitHub else {
      snippet = Template(PackageResources.gitlab_yml).filled(values)
      return
    }
    // From the project's folder up to the repository's.
    let up = inside.isAbsolute ? 0 : inside.components.count
    let path = FilePath(String(repeating: "../", count: up) + ".github/workflows/performance.yml")
    files.append(
      ScaffoldFile(
        path, "the job that checks pull requests",
        content: Template(PackageResources.github_yml).filled(values), isOptional: true))
  }
}

/// Why nothing can be made.
public enum ScaffoldObjection: Error, Equatable, CustomStringConvertible {
  /// A driver in Swift was wished for, and there is no package.
  case noPackage(FilePath)
  /// No other package can import anything of this one.
  case noLibrary(package: String, targets: [String], executables: [String])
  /// Nobody said which command is to be measured.
  case noCommand(FilePath, programs: [String])

  /// The reason and the way out.
  public var description: String {
    switch self {
    case .noPackage(let folder):
      "There is no Package.swift in \(folder), so there is nothing that a driver in Swift could "
        + "call. '--kind command --command …' measures a program."
    case .noLibrary(let package, let targets, let executables):
      "The package '\(package)' has no library product, so no driver can import it. "
        + (targets.first.map {
          "Add one to 'products' in Package.swift, as in .library(name: \"\($0)\", targets: "
            + "[\"\($0)\"])"
        } ?? "Move what is to be measured out of \(executables.joined(separator: ", ")) into a "
          + "target and a library of its own")
        + (executables.first.map {
          ", or measure the program: rehearse init --command '.build/release/\($0) …'."
        } ?? ".")
    case .noCommand(let folder, let programs):
      "Which command is to be measured? Name it as one would type it in \(folder): "
        + "rehearse init --command '\(programs.first ?? "./program") input.txt'."
        + (programs.count > 1 ? " There are \(programs.prefix(8).joined(separator: ", "))." : "")
    }
  }
}
