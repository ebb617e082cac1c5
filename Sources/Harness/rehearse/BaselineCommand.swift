import ArgumentParser

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Save what a build cost under a name, to hold later ones against.",
    discussion: """
      A baseline is one JSON file that can be kept in the repository. 'rehearse check scenario.yml \
      --saved NAME' measures the build alone and judges what runs repeat: peak memory without \
      address randomisation, and instructions. Times of another day say little about a program; \
      'rehearse check scenario.yml --against main' measures both sides now.
      """,
    subcommands: [
      BaselineSaveCommand.self, BaselineListCommand.self, BaselineShowCommand.self,
    ])
}
