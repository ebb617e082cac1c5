import ArgumentParser
import Experimenting

/// The look of results.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON.")
  var json = false

  @Option(help: "Bold and colour: auto, always or never. Default: auto, or the setting 'color'.")
  var color: Console.Color?

  @OptionGroup var trustOptions: TrustOptions

  func validate() throws { try Settings.check() }

  var console: Console {
    Console(color: color ?? Settings.text(of: .color).flatMap(Console.Color.init) ?? .auto)
  }
}

extension Console.Color: ExpressibleByArgument {}
