import ArgumentParser

extension Console.Color: ExpressibleByArgument {}

/// The look of results.
public struct OutputOptions: ParsableArguments, Sendable {
  /// A Boolean value indicating whether the result is JSON.
  @Flag(help: "Print the result as JSON.")
  public var json = false

  /// The choice of bold and colour; nil for the setting.
  @Option(help: "Bold and colour: auto, always or never. Default: auto, or the setting 'color'.")
  public var color: Console.Color?

  /// A Boolean value indicating whether the settings file is trusted.
  ///
  /// It is no group: in debug builds, as in tests, the library checks a group within a group sixteen times at
  /// each start.
  @Flag(help: TrustOptions.help)
  public var trust = false

  /// Options that are not given.
  public init() {}

  /// Refuses unusable settings.
  public func validate() throws { try Settings.check() }

  /// The console for results.
  public var console: Console {
    Console(color: color ?? Settings.text(of: .color).flatMap(Console.Color.init) ?? .auto)
  }
}
