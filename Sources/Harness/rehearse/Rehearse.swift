import Analysis
import ArgumentParser
import Experimenting
import Store

/// The entry point: it dispatches, no more.
@main
struct Rehearse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Replays user stories against builds of an app and reports what each costs.",
    version: Version.current,
    groupedSubcommands: [
      CommandGroup(
        name: "Start",
        subcommands: [
          InitCommand.self, RecordCommand.self, ValidateCommand.self, DoctorCommand.self,
          DriverCommand.self, ConfigCommand.self,
        ]),
      CommandGroup(
        name: "Measure",
        subcommands: [
          RunCommand.self, CompareCommand.self, CheckCommand.self, QualifyCommand.self,
          BaselineCommand.self, AnchorCommand.self, ResumeCommand.self, MergeCommand.self,
          MeasureCommand.self, AttachCommand.self,
        ]),
      CommandGroup(name: "Find the cause", subcommands: [ExplainCommand.self, BisectCommand.self]),
      CommandGroup(
        name: "Look",
        subcommands: [
          ListCommand.self, ShowCommand.self, HistoryCommand.self, RegressionsCommand.self,
          ScorecardCommand.self, ReportCommand.self, ServeCommand.self, ImportCommand.self,
          ExportCommand.self,
        ]),
      CommandGroup(name: "Share", subcommands: [PushCommand.self, PullCommand.self]),
    ])

  /// Ends as ArgumentParser does, except that what an error quotes is made plain.
  static func main() async {
    do {
      // The runtime finds them by /proc/self/maps; none at all would be taken for a wish for help.
      guard !CommandLine.arguments.isEmpty else {
        Console.warn(
          "Error: The arguments can't be read: the runtime could not read /proc/self/maps.")
        throw Outcome.toolFailed.code
      }
      try Startup.prepare()
      var command = try await parsed(Array(CommandLine.arguments.dropFirst()))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let ending = Ending(of: error)
      // Help and the like.
      if ending.code.isSuccess { exit(withError: error) }
      if !ending.words.isEmpty { Console.warn(ending.words) }
      exit(withError: ending.code)
    }
  }

  /// Reads a command line; what it asks for has not begun then.
  static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
    try await asyncParseAsRoot(TypedArguments.prepared(arguments))
  }
}

/// What the program ends with where a command throws.
struct Ending {
  /// What standard error says; empty where all has been said.
  let words: String
  let code: ExitCode

  /// The same as a number.
  var status: Int32 { code.rawValue }

  init(of error: any Error) {
    switch error {
    case let refusal as Refusal:
      (words, code) = ("Error: \(refusal)", refusal.code)
    // A name that is not there is wrong usage, whatever it is the name of.
    case let error as StoreError where error.isUnknownName:
      (words, code) = ("Error: \(error)", .validationFailure)
    case is Interrupted:
      (words, code) = ("", Outcome.interrupted.code)
    default:
      (words, code) = (Rehearse.fullMessage(for: error), Rehearse.exitCode(for: error))
    }
  }
}
