import ArgumentParser
import CommandSupport
import DriverProtocol

/// The entry point. Its commands are those of `rehearse`, which becomes this program to carry them out.
@main
struct RehearseServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Serves the reports of a store: 'rehearse serve' calls it.",
    version: Version.current, subcommands: [ServeCommand.self])

  @MainActor static func main() async { await Program.run(Self.self, received: Companion.received) }
}
