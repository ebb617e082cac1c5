/// A variant of the app under test.
public struct Build: Sendable, Equatable {
  /// The name in tables and on the command line.
  public var name: String
  /// The origin of its executable.
  public var origin: Origin

  /// The origin of an executable.
  public enum Origin: Sendable, Equatable {
    /// Built by `swift build`, in a scratch path that builds with the same flags share.
    case package(PackageBuild)
    /// There already: a command, its first word a path (relative to the scenario's folder) or a
    /// name to look up in PATH.
    case command([String])
  }

  /// A build.
  public init(name: String, origin: Origin) {
    self.name = name
    self.origin = origin
  }
}

/// The arguments of `swift build`.
public struct PackageBuild: Sendable, Equatable {
  /// The package's folder, relative to the scenario's folder.
  public var package: String
  /// The executable product that is the driver.
  public var product: String
  /// Optimised or not.
  public var configuration: Configuration
  /// Flags for every Swift file, dependencies included; the last -O wins.
  public var swiftFlags: [String]

  /// The package manager's two configurations.
  public enum Configuration: String, Sendable, Equatable, CaseIterable {
    /// -Onone, assertions on.
    case debug
    /// -O, whole modules.
    case release
  }

  /// A Boolean value indicating whether the compiler optimises: the last flag that says so wins
  /// over the configuration.
  public var isOptimised: Bool {
    let levels = swiftFlags.filter { ["-O", "-Onone", "-Osize", "-Ounchecked"].contains($0) }
    return levels.last.map { $0 != "-Onone" } ?? (configuration == .release)
  }

  /// A package build.
  public init(
    package: String, product: String, configuration: Configuration, swiftFlags: [String]
  ) {
    self.package = package
    self.product = product
    self.configuration = configuration
    self.swiftFlags = swiftFlags
  }
}

/// Reads `driver` and `builds`.
struct BuildReader {
  static let driverKeys = ["package", "product"]
  static let keys = ["configuration", "swift-flags", "command"]

  let driver: YAMLNode?
  let layouts: Int

  func read(_ node: YAMLNode?) -> [Build] {
    let source = driver.flatMap(packageAndProduct)
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
    guard let mapping = node.mapping(keys: Self.keys),
      let origin = mapping["command"].map({ command($0, in: mapping) })
        ?? packageBuild(mapping, source)
    else { return nil }
    return name.map { Build(name: $0, origin: origin) }
  }

  private func command(_ node: YAMLNode, in mapping: YAMLMapping) -> Build.Origin {
    for other in Self.keys where other != "command" {
      mapping[other]?.note("'\(other)' beside 'command': a command is not built")
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
    // A driver that is there but wrong has been noted already.
    if driver == nil {
      mapping.owner.note(
        "\(mapping.owner.role) has no 'command', and the scenario no 'driver' to build",
        allowed: "either of them")
    }
    return source.map {
      .package(
        PackageBuild(
          package: $0.package, product: $0.product,
          configuration: configuration ?? .release, swiftFlags: flags ?? []))
    }
  }
}
