/// A variant of the app under test.
public struct Build: Sendable, Equatable {
  /// The name in tables and on the command line.
  public var name: String
  /// How its executable comes to be.
  public var origin: Origin

  /// How an executable comes to be.
  public enum Origin: Sendable, Equatable {
    /// Built by `swift build` in a scratch path of its own.
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

/// What `swift build` is asked for.
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

  /// Whether the compiler optimises: the last flag that says so wins over the configuration.
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
