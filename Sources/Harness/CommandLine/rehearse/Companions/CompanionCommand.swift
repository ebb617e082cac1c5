import ArgumentParser
import CommandSupport

/// A verb that another program carries out, which this one becomes.
struct CompanionCommand<Options: CompanionOptions>: ParsableCommand {
  static var configuration: CommandConfiguration { Options.configuration }

  @OptionGroup var options: Options

  func run() throws {
    let program = try CompanionProgram(
      Options.companion, for: Options.configuration.commandName ?? "")
    try program.take(over: Array(CommandLine.arguments.dropFirst()))
  }
}
