import ArgumentParser
import CommandSupport
import DriverProtocol

/// The entry point. Its commands are those of `rehearse`, which becomes this program to carry them out.
@main
struct RehearseTeam: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract:
      "Passes experiments on to a team and takes them in: 'rehearse push' and 'rehearse pull' call it.",
    version: Version.current, subcommands: [PushCommand.self, PullCommand.self])

  @MainActor static func main() async { await Program.run(Self.self, received: Companion.received) }
}
