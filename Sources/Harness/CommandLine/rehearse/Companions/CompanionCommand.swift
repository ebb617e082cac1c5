import ArgumentParser
import CommandSupport

/// A verb that another program carries out, which this one becomes.
///
/// One type a verb: a generic type would be made at each start, which takes the runtime a tenth of a millisecond.
protocol CompanionCommand: ParsableCommand {
  associatedtype Options: CompanionOptions
  var options: Options { get }
}

extension CompanionCommand {
  static var configuration: CommandConfiguration { Options.configuration }

  func run() throws {
    let program = try CompanionProgram(
      Options.companion, for: Options.configuration.commandName ?? "")
    try program.take(over: Array(CommandLine.arguments.dropFirst()))
  }
}

struct ScorecardCommand: CompanionCommand {
  @OptionGroup var options: ScorecardOptions
}

struct ServeCommand: CompanionCommand {
  @OptionGroup var options: ServeOptions
}

struct PushCommand: CompanionCommand {
  @OptionGroup var options: PushOptions
}

struct PullCommand: CompanionCommand {
  @OptionGroup var options: PullOptions
}
