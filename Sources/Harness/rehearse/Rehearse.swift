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
      let arguments = try TypedArguments.prepared(Array(CommandLine.arguments.dropFirst()))
      var command = try await asyncParseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let refusal as Refusal {
      Console.warn("Error: \(refusal)")
      exit(withError: refusal.code)
    } catch let error as StoreError where error.isUnknownName {
      // A name that is not there is wrong usage, whatever it is the name of.
      Console.warn("Error: \(error)")
      exit(withError: ExitCode.validationFailure)
    } catch is Interrupted {
      exit(withError: Outcome.interrupted.code)
    } catch {
      let code = exitCode(for: error)
      // Help and the like.
      if code.isSuccess { exit(withError: error) }
      let message = fullMessage(for: error)
      if !message.isEmpty { Console.warn(message) }
      exit(withError: code)
    }
  }
}
