import Analysis
import ArgumentParser
import Running
import Scenarios
import SystemPackage

/// What is measured, as options and arguments say it.
extension MeasureCommand {
  /// The commands, the first of them the baseline.
  var commands: [MeasuredCommand] {
    get throws {
      guard !command.isEmpty else {
        throw ValidationError(
          "There is no command; write it after '--', as in 'rehearse measure -- sleep 1'.")
      }
      if shell, command.count > 1 {
        throw ValidationError(
          "With --shell the command is one text: 'rehearse measure --shell -- \"ls | wc -l\"'.")
      }
      if command[0].isEmpty {
        throw ValidationError("The command after '--' is empty.")
      }
      let first = MeasuredCommand(
        name: shell ? command[0] : MeasuredCommand.text(of: command),
        words: shell ? Self.shellWords(command[0]) : command)
      return MeasuredCommand.named(
        try [first]
          + vs.map { MeasuredCommand(name: $0, words: try words(of: $0, option: "--vs")) })
    }
  }

  var conditions: CommandConditions {
    get throws {
      var conditions = CommandConditions()
      conditions.preparation = try prepare.map { try words(of: $0, option: "--prepare") }
      conditions.input = input.map { FilePath($0) }
      conditions.showsOutput = showOutput
      conditions.ignoresFailure = ignoreFailure
      conditions.waitsForTree = waitForTree
      conditions.timeLimit = timeLimit.flatMap(TimeText.duration)
      return conditions
    }
  }

  private func words(of text: String, option: String) throws -> [String] {
    if shell { return Self.shellWords(text) }
    do {
      return try CommandWords(text).words
    } catch {
      throw ValidationError("\(option) is '\(text)', but \(error).")
    }
  }

  /// Who writes `ls | wc` may expect a pipe.
  func warnOfShellSigns() {
    guard !shell else { return }
    for text in vs + (prepare.map { [$0] } ?? []) {
      guard let sign = try? CommandWords(text).shellSigns.first else { continue }
      Console.warn(
        "note: In '\(CommandLabel.short(text))' the sign \(sign) is plain text; --shell hands "
          + "commands to /bin/sh.")
    }
  }

  private static func shellWords(_ text: String) -> [String] { ["/bin/sh", "-c", text] }
}
