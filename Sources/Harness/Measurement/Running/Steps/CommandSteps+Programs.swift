import Programs
import Scenarios
import SystemPackage

extension CommandSteps {
  /// The file names of the programs that steps start, after following links: their processes have these names.
  ///
  /// Of a shell's text these are the shell and all words that are programs, because the text alone does not tell which
  /// are executed: `nice`, `env` and `xargs` start others. A path that leads nowhere yet may be that of a program which
  /// the step makes. A name that no process has names no function.
  func programs(of steps: some Sequence<Step>) -> Set<String> {
    var names: Set<String> = []
    for step in steps {
      guard let command = step.command?.resolved(by: host.values), let word = command.words.first
      else { continue }
      names.insert(program(of: step)?.resolved.lastComponent?.string ?? word)
      let path = searchPath(of: command)
      for word in Set((command.shellText ?? "").split(whereSeparator: Self.endsWord)) {
        // Unlike the shell itself, what it starts is looked up where it works.
        let place = word.contains("/") ? folder.pushing(FilePath(String(word))) : nil
        let unmade = place?.existing == nil ? place : nil
        let file = path.program(String(word), from: folder)?.resolved ?? unmade
        if let name = file?.lastComponent { names.insert(name.string) }
      }
    }
    return names
  }

  /// The file of the program that a step starts; nil if there is none.
  func program(of step: Step) -> FilePath? {
    guard let command = step.command?.resolved(by: host.values), let word = command.words.first
    else { return nil }
    return searchPath(of: command).program(word, from: FilePath(host.folder))?
      .lexicallyNormalized()
  }

  private func searchPath(of command: StepCommand) -> SearchPath {
    command.environment["PATH"].map { SearchPath($0) } ?? .own
  }

  private static func endsWord(_ character: Character) -> Bool {
    character.isWhitespace || "'\"`;|&()<>".contains(character)
  }
}
