/// The arguments of `swift build`.
public struct PackageBuild: Sendable, Equatable {
  /// The package's folder, relative to the scenario's folder.
  public var package: String
  /// The executable product that is the driver; the first server's if steps are requests.
  public var product: String
  /// A Boolean value indicating whether the product is a driver, and not itself the app.
  public var hasDriver = true
  /// Further executable products that services need, beside the driver.
  public var services: [String] = []
  /// The configuration, which decides whether it is optimised.
  public var configuration: Configuration
  /// Flags for every Swift file, dependencies included; the last -O wins.
  public var swiftFlags: [String]
  /// The toolchain that compiles it: a path from the scenario's folder, which contains a `/`, or a
  /// name. Nil for the `swift` in PATH.
  public var toolchain: String?

  /// The package manager's two configurations.
  public enum Configuration: String, Sendable, Equatable, CaseIterable {
    /// -Onone, assertions on.
    case debug
    /// -O, whole modules.
    case release
  }

  /// A Boolean value indicating whether the compiler optimises: the last such flag overrides the configuration.
  public var isOptimised: Bool {
    let levels = swiftFlags.filter { ["-O", "-Onone", "-Osize", "-Ounchecked"].contains($0) }
    return levels.last.map { $0 != "-Onone" } ?? (configuration == .release)
  }

  /// Creates a package build.
  public init(
    package: String, product: String, configuration: Configuration, swiftFlags: [String],
    toolchain: String? = nil
  ) {
    self.package = package
    self.product = product
    self.configuration = configuration
    self.swiftFlags = swiftFlags
    self.toolchain = toolchain
  }
}
