import ArgumentParser
import CommandSupport
import DriverProtocol
import Experimenting

/// The entry point, which only dispatches.
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
          RunCommand.self, CompareCommand.self, CheckCommand.self, JudgeCommand.self,
          WatchCommand.self, QualifyCommand.self, BaselineCommand.self, AnchorCommand.self,
          ResumeCommand.self, MergeCommand.self, LoadCommand.self, MeasureCommand.self,
          AttachCommand.self,
        ]),
      CommandGroup(name: "Find the cause", subcommands: [ExplainCommand.self, BisectCommand.self]),
      CommandGroup(
        name: "Look",
        subcommands: [
          ListCommand.self, ShowCommand.self, HistoryCommand.self, RegressionsCommand.self,
          ScorecardCommand.self, ReportCommand.self, ServeCommand.self, ImportCommand.self,
          ExportCommand.self,
        ]),
      CommandGroup(
        name: "Share",
        subcommands: [PushCommand.self, PullCommand.self, MCPCommand.self]),
    ])

  @MainActor static func main() async { await Program.run(Self.self) }
}
