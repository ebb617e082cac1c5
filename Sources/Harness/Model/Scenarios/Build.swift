/// A variant of the app under test.
public struct Build: Sendable, Equatable {
  /// The name in tables and on the command line.
  public var name: String
  /// The origin of its executable.
  public var origin: Origin
  /// The commands that make it, one after the other, in the scenario's folder; empty if it exists
  /// already, and for packages.
  public var making: [MakingCommand]
  /// The values of `${name}` in services and in steps that are commands, by name.
  public var variables: [String: String]
  /// The scenario's services, which are started beside the driver.
  public var services: [Service] = []

  /// The origin of an executable.
  public enum Origin: Sendable, Equatable {
    /// Built by `swift build`, in a scratch path shared by builds with the same flags.
    case package(PackageBuild)
    /// An existing command, whose first word is a path (relative to the scenario's folder) or a
    /// name to look up in PATH.
    case command([String])
    /// No executable: the steps are these commands, which differ between builds by the builds' variables.
    case steps([StepCommand])
  }

  /// Creates a build.
  public init(
    name: String, origin: Origin, making: [MakingCommand] = [], variables: [String: String] = [:]
  ) {
    self.name = name
    self.origin = origin
    self.making = making
    self.variables = variables
  }

  /// Adds the scenario's services; a package has to make their programs too.
  mutating func take(_ services: [Service]) {
    self.services = services
    guard case .package(var package) = origin else { return }
    for program in services.flatMap({ $0.resolved(by: variables).programsOfBuild })
    where program != package.product && !package.services.contains(program) {
      if !package.hasDriver, package.product.isEmpty {
        package.product = program
        continue
      }
      package.services.append(program)
    }
    origin = .package(package)
  }
}

/// A command that makes a build.
public enum MakingCommand: Sendable, Equatable {
  /// A program, looked up in PATH or a path from the scenario's folder, and its arguments.
  case words([String])
  /// A line for the shell.
  case line(String)

  /// The words to execute.
  public var words: [String] {
    switch self {
    case .words(let words): words
    case .line(let line): ["/bin/sh", "-c", line]
    }
  }
}

struct BuildReader {
  static let driverKeys = ["package", "product"]
  static let driverBuildKeys = packageKeys + ["command"]
  /// Keys of builds that the package manager makes.
  static let packageKeys = ["configuration", "swift-flags", "toolchain"]
  static let keys = driverBuildKeys + ["make", "variables"]

  /// The package of a driver, or of the servers that requests are sent to.
  let driver: YAMLNode?
  let layouts: Int
  var steps = StepKind.verbs
  /// A Boolean value indicating whether there are services, which get the builds' variables.
  var haveServices = false

  func read(_ node: YAMLNode?) -> [Build] {
    let source =
      steps == .requests
      // Services name the product.
      ? driver?.text().map { ($0, "") } : driver.flatMap(packageAndProduct)
    guard let mapping = node?.mapping() else { return [] }
    if mapping.entries.isEmpty { mapping.owner.note("there are no builds", allowed: "one or more") }
    return mapping.entries.compactMap { build(named: $0.key, $0.value, source) }
  }

  private func packageAndProduct(_ node: YAMLNode) -> (package: String, product: String)? {
    guard let mapping = node.mapping(keys: Self.driverKeys) else { return nil }
    let package = mapping["package"].map { $0.text() ?? "" } ?? "."
    return mapping.required("product", "the executable product that is the driver")?.text()
      .map { (package, $0) }
  }

  private func build(
    named key: YAMLNode, _ node: YAMLNode, _ source: (package: String, product: String)?
  ) -> Build? {
    let name = key.name()
    guard let mapping = node.mapping(keys: Self.keys) else { return nil }
    let variables = mapping["variables"].map(variables) ?? [:]
    if steps != .verbs {
      let refused = driver == nil ? Self.driverBuildKeys : ["command"]
      for other in refused {
        mapping[other]?.note(
          "'\(other)' in a scenario whose steps are \(steps.rawValue): there is no driver",
          allowed: (["variables"] + (driver == nil ? ["make"] : Self.packageKeys))
            .joined(separator: ", "))
      }
    }
    if steps != .verbs, driver == nil {
      let making = mapping["make"].map(MakingCommand.all) ?? []
      return name.map { Build(name: $0, origin: .steps([]), making: making, variables: variables) }
    }
    if !haveServices {
      mapping["variables"]?.note(
        "'variables' without a step that is a command, or a service: a driver would not be given them",
        allowed: (Self.driverBuildKeys + ["make"]).joined(separator: ", "))
    }
    guard
      let origin = mapping["command"].map({ command($0, in: mapping) })
        ?? packageBuild(mapping, source)
    else { return nil }
    let making = mapping["make"].map(MakingCommand.all) ?? []
    if case .package = origin {
      mapping["make"]?.note(
        steps == .requests
          ? "'make' beside the scenario's 'package', which is built"
          : "'make' without 'command': nothing says how to start what it makes",
        allowed: steps == .requests ? "" : "'command' beside it")
    }
    return name.map { Build(name: $0, origin: origin, making: making, variables: variables) }
  }

  private func variables(_ node: YAMLNode) -> [String: String] {
    var variables: [String: String] = [:]
    for entry in node.mapping()?.entries ?? [] {
      guard VariableText.isName(entry.name), entry.name != VariableText.scenarioFolder else {
        entry.key.note(
          "'\(entry.name)' can't name a variable",
          allowed: "letters, digits, '-' and '_', a letter first; 'scenario' is its folder")
        continue
      }
      if haveServices, ServiceVariable.reserved.contains(entry.name) {
        entry.key.note("'\(entry.name)' is a variable of services already", allowed: "another name")
        continue
      }
      if entry.value.string?.contains("\0") == true {
        entry.value.note("'\(entry.name)' holds a NUL, which no command can be given")
      }
      if let value = entry.value.scalar() {
        variables[entry.name] = entry.value.string ?? "\(value)"
      }
    }
    return variables
  }

  private func command(_ node: YAMLNode, in mapping: YAMLMapping) -> Build.Origin {
    for other in Self.packageKeys {
      mapping[other]?.note(
        "'\(other)' beside 'command': a command is not built by the package manager")
    }
    if layouts > 1 {
      node.note("'command' beside 'layouts: \(layouts)': a command is not linked by Rehearse")
    }
    let words = node.list(of: "words", each: "a word of the command")
    if words?.isEmpty == true { node.note("the command is empty", allowed: "one word or more") }
    return .command(words?.compactMap { $0.text() } ?? [])
  }

  private func packageBuild(
    _ mapping: YAMLMapping, _ source: (package: String, product: String)?
  ) -> Build.Origin? {
    let configuration = mapping["configuration"].flatMap {
      $0.choice(of: PackageBuild.Configuration.self)
    }
    let flags = mapping["swift-flags"]?.list(of: "compiler flags", each: "a compiler flag")?
      .compactMap { $0.text() }
    let toolchain = mapping["toolchain"]?.text()
    // An invalid driver has already been reported.
    if driver == nil {
      mapping.owner.note(
        "\(mapping.owner.role) has no 'command', and the scenario no 'driver' to build",
        allowed: "either of them")
    }
    return source.map {
      var package = PackageBuild(
        package: $0.package, product: $0.product,
        configuration: configuration ?? .release, swiftFlags: flags ?? [], toolchain: toolchain)
      package.hasDriver = steps != .requests
      return .package(package)
    }
  }
}

extension MakingCommand {
  /// Reads `make`: one command or several, each a list of words or a line for the shell.
  ///
  /// A list is one command of words, unless it contains lists, or its first entry contains a blank:
  /// a program with such a name is rarer than a list of lines.
  static func all(_ node: YAMLNode) -> [MakingCommand] {
    guard node.isList else { return [line(node)].compactMap(\.self) }
    let entries = node.list(of: "words or commands", each: "an entry of 'make'") ?? []
    if entries.isEmpty {
      node.note("'make' is empty", allowed: "one command or more")
      return []
    }
    let areCommands =
      entries.contains(where: \.isList) || entries.first?.string?.contains(" ") == true
    return areCommands
      ? entries.compactMap { $0.isList ? words($0) : line($0) } : [words(node)].compactMap(\.self)
  }

  private static func line(_ node: YAMLNode) -> MakingCommand? { node.text().map(Self.line) }

  private static func words(_ node: YAMLNode) -> MakingCommand? {
    let words = node.list(of: "words", each: "a word of the command") ?? []
    if words.isEmpty { node.note("a command is empty", allowed: "one word or more") }
    let texts = words.compactMap { $0.text() }
    return texts.isEmpty ? nil : .words(texts)
  }
}
