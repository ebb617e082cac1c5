import ArgumentParser

/// The entry point: it dispatches, no more.
@main
struct Rehearse: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Replays user stories against builds of an app and tells what each costs.",
    version: version,
    subcommands: [
      RunCommand.self, CompareCommand.self, CheckCommand.self, QualifyCommand.self,
      BaselineCommand.self,
      MeasureCommand.self, AttachCommand.self, ListCommand.self, ShowCommand.self,
      HistoryCommand.self,
      ReportCommand.self, ImportCommand.self, ExportCommand.self,
      ValidateCommand.self, DoctorCommand.self,
    ])
}
