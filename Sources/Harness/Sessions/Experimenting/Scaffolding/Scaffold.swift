import Building
import Foundation
import Recording
import SystemPackage

/// The files needed to measure a project: a driver if necessary, a scenario with a first story, and
/// a job that checks changes.
public struct Scaffold: Sendable, Equatable {
  /// The project's folder with everything that Rehearse needs.
  public static let place = FilePath("Performance")

  /// The files, in reading order.
  public internal(set) var files: [ScaffoldFile] = []
  /// The scenario's name.
  public let name: String
  /// The things that people still have to do or know, each a sentence.
  public internal(set) var notes: [String] = []
  /// A program that git does not track and that no file tells how to make; nil for none.
  public internal(set) var unmade: String?
  /// The text of a job to copy, for services with all jobs in one file; nil for none.
  public internal(set) var snippet: String?
  /// The file of the job; nil if there is none.
  public internal(set) var job: FilePath?
  /// The additions for an existing job to check the scenario too, as lines of its steps.
  public internal(set) var jobStep = ""
  /// The scenario's folder, as a path from the repository's.
  var jobPlace = Self.place
  /// A Boolean value indicating whether it is unknown whose repository of Rehearse the job uses, so
  /// that it says OWNER.
  public internal(set) var isOwnerUnknown = false
  /// The driver whose first story does not call the project yet; nil if a command is measured.
  public internal(set) var driver: FilePath?
  /// The project's readable name.
  public internal(set) var project: String
  let surroundings: ProjectDetection

  /// The scenario, as a path from the project's folder.
  public var scenario: FilePath { Self.place.appending("\(name).yml") }

  /// The files that must be committed before a job, or another revision, has everything it needs.
  public var toCommit: [String] {
    [Self.place.string] + [job?.string].compactMap(\.self) + surroundings.unknownFiles
  }

  /// The branch to compare changes with; nil outside a repository.
  public var mainBranch: String? { surroundings.repository?.mainBranch }

  /// The word to write in place of ``unmade`` if that is an interpreter, which nobody makes; nil for other programs.
  public var interpreterInPath: String? {
    guard let unmade, WordRoles.isInterpreter(unmade) else { return nil }
    let name = FilePath(unmade).lastComponent?.string ?? unmade
    return name == "python" ? "python3" : name
  }

  /// The origin of the driver's library, and the command.
  public struct Wishes: Sendable {
    /// The command to measure; nil for a driver.
    public var command: CommandInput?
    /// The folder of a clone of Rehearse, or its URL; nil if unknown.
    public var rehearse: String?
    /// The scenario's name; nil for the project's.
    public var name: String?
    /// The release of Rehearse for jobs; nil for its main branch.
    public var version: String?

    /// Creates wishes.
    public init(
      command: CommandInput? = nil, rehearse: String? = nil, name: String? = nil,
      version: String? = nil
    ) {
      (self.command, self.rehearse, self.name) = (command, rehearse, name)
      self.version = version
    }
  }

  /// Creates the files' contents; nothing is written.
  /// - Throws: ``Refusal``.
  public init(
    _ kind: ScaffoldKind, in surroundings: ProjectDetection, _ wishes: Wishes
  ) throws(Refusal) {
    self.surroundings = surroundings
    let folder = surroundings.folder.lastComponent?.string ?? ""
    project = folder
    let usual =
      switch kind {
      case .swift: surroundings.package?.name ?? folder
      case .python: surroundings.python?.module ?? folder
      case .javascript: surroundings.javaScript?.name ?? folder
      case .command:
        wishes.command.flatMap { RelocatedCommand($0, in: surroundings.folder).subject } ?? folder
      }
    name = Self.scenarioName(wishes.name ?? usual)
    switch kind {
    case .swift: try addPackage(wishes)
    case .python: addPythonDriver()
    case .javascript: addJavaScriptDriver()
    case .command: try addCommand(wishes)
    }
    files.append(
      ScaffoldFile(
        Self.place.appending(".gitignore"), "keeps results and builds out of the repository",
        content: Template(PackageResources.gitignore_txt).filled([:]), isOptional: true))
    addJob(kind, wishes)
  }

  static func scenarioName(_ text: String) -> String {
    let letters = text.lowercased().unicodeScalars.map { scalar in
      ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    let name = String(letters).split(separator: "-").joined(separator: "-").prefix(48)
    return name.isEmpty ? "app" : String(name)
  }
}

extension Scaffold {
  private mutating func addPackage(_ wishes: Wishes) throws(Refusal) {
    guard let package = surroundings.package else { throw .noPackage(surroundings.folder) }
    guard let library = package.products.first(where: { $0.isLibrary && !$0.targets.isEmpty })
    else {
      throw .noLibrary(
        package: package.name,
        targets: package.targets.filter { $0.type == "regular" }.map(\.name),
        executables: package.targets.filter { $0.type == "executable" }.map(\.name))
    }
    guard let rehearse = wishes.rehearse else { throw .noDriverKit }
    project = package.name
    let type = Self.typeName(name) + "Driver"
    let values: [String: String?] = [
      "name": name, "package": package.name, "library": library.name, "module": library.targets[0],
      "type": type, "rehearse": rehearse,
      "requirement": wishes.version.map { "from: \"\($0)\"" } ?? "branch: \"main\"",
      "quoted": Self.quoted(project),
    ]
    let sources = Self.place.appending("Sources").appending("\(name)-driver")
    addScenario(PackageResources.package_yml, values)
    let driver = sources.appending("\(type).swift")
    self.driver = driver
    files.append(
      ScaffoldFile(
        driver, "the driver: calls \(library.targets[0])",
        content: Template(PackageResources.Driver_swift_txt).filled(values), comment: "//"))
    files.append(
      ScaffoldFile(
        Self.place.appending("Package.swift"), "the driver's package",
        content: Template(PackageResources.Package_swift_txt).filled(values), comment: "//"))
    let others = package.products.filter { $0.isLibrary && $0 != library }.map(\.name)
    if !others.isEmpty {
      notes.append(
        "The driver imports \(library.name); the package has the libraries "
          + "\(others.joined(separator: ", ")), too.")
    }
  }

  private mutating func addPythonDriver() {
    let python = surroundings.python ?? PythonProject(module: nil)
    project = python.module ?? project
    let isOwn = python.interpreter != "python3"
    unmade = surroundings.unknownPrograms.first { $0 == python.interpreter }
    let values: [String: String?] = [
      "name": name, "module": python.module, "driver": "driver.py",
      "source": python.source == "." ? "\"..\"" : "\"../\(python.source)\"",
      "interpreter": isOwn ? "../\(python.interpreter)" : python.interpreter,
      "environment": isOwn ? "" : nil, "quoted": Self.quoted(project),
    ]
    addScenario(PackageResources.driver_yml, values)
    addDriver(
      "driver.py", calling: python.module, Template(PackageResources.driver_py_txt).filled(values))
    addKit("rehearse_driver.py", PackageResources.rehearse_driver_py)
    if python.module == nil {
      notes.append(
        "No module was found that can be imported without doing its work: call yours in "
          + "\(Self.place)/driver.py at 'def example', or measure a script as you type it: "
          + "rehearse init --command 'python3 script.py input.txt'.")
    }
  }

  mutating func addScenario(
    _ template: [UInt8], _ values: [String: String?], of parts: String = "stories"
  ) {
    files.append(
      ScaffoldFile(
        scenario, "the scenario: \(parts), gates, builds",
        content: Template(template).filled(values)))
  }

  /// `value-stream` as a type name: `ValueStream`.
  private static func typeName(_ name: String) -> String {
    let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let type = words.joined()
    return type.first?.isNumber ?? true ? "App" + type : type
  }
}
