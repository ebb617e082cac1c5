import Programs
import Scenarios
import SystemPackage

extension CommandSteps {
  /// The file names of the programs that steps start, after following links: their processes have these names.
  func programs(of steps: some Sequence<Step>) -> Set<String> {
    var names: Set<String> = []
    for step in steps {
      guard let word = step.command?.resolved(by: host.values).words.first else { continue }
      let file = program(of: step)?.resolved
      names.insert(file?.lastComponent?.string ?? word)
    }
    return names
  }

  /// The file of the program that a step starts; nil if there is none.
  func program(of step: Step) -> FilePath? {
    guard let command = step.command?.resolved(by: host.values), let word = command.words.first
    else { return nil }
    let path = command.environment["PATH"].map { SearchPath($0) } ?? .own
    return path.program(word, from: FilePath(host.folder))?.lexicallyNormalized()
  }
}
