import ArgumentParser

extension Console.Color: ExpressibleByArgument {}

/// The look of results.
public struct OutputOptions: ParsableArguments, Sendable {
  /// Whether the result is JSON.
  @Flag(help: "Print the result as JSON.")
  public var json = false

  /// The choice of bold and colour; nil for what the settings say.
  @Option(help: "Bold and colour: auto, always or never. Default: auto, or the setting 'color'.")
  public var color: Console.Color?

  /// Whether the file of settings is trusted.
  ///
  /// No group: in debug builds, as of the tests, the library checks what is in a group in a group sixteen times, at
  /// each start.
  @Flag(help: TrustOptions.help)
  public var trust = false

  /// Options that are not given.
  public init() {}

  /// Refuses settings that can't be used.
  public func validate() throws { try Settings.check() }

  /// Where results go.
  public var console: Console {
    Console(color: color ?? Settings.text(of: .color).flatMap(Console.Color.init) ?? .auto)
  }
}
