import ArgumentParser
import CommandSupport
import DriverProtocol

/// The entry point. Its commands are those of `rehearse`, which becomes this program to carry them out.
@main
struct RehearseScorecard: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Weighs criteria: 'rehearse scorecard' calls it.",
    version: Version.current, subcommands: [ScorecardCommand.self])

  @MainActor static func main() async { await Program.run(Self.self, received: Companion.received) }
}
