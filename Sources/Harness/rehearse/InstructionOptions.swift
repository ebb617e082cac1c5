import ArgumentParser
import Running

/// How often instructions are counted.
struct InstructionOptions: ParsableArguments {
  @Option(
    name: .customLong("instructions"), defaultAsFlag: Rounds(),
    // Scanning, the library would pass over the value of `--instructions=5 --json`.
    parsing: .next,
    help: ArgumentHelp(
      "Count instructions too, by callgrind in N runs more, 3 unless told: they repeat exactly.",
      valueName: "N"))
  var wanted: Rounds?

  func validate() throws {
    if let wanted, wanted.count < 1 {
      throw ValidationError("--instructions is \(wanted.text); allowed: 1 and more.")
    }
  }

  /// How many runs of each story on each build count instructions.
  var rounds: Int { wanted?.count ?? 0 }

  /// What counts them; nil where that is not wanted.
  /// - Throws: `CallgrindMissing`.
  func callgrind() throws -> Callgrind? { wanted == nil ? nil : try Callgrind() }

  /// A number of runs, from 1.
  struct Rounds: ExpressibleByArgument {
    /// 0 where the text is no number.
    let count: Int
    let text: String

    /// So many show that counts repeat.
    init() { (count, text) = (3, "3") }

    init?(argument: String) {
      // What is no number is the next argument, such as a scenario, unless it was written with a
      // `=`: the library asks the same of both, and takes nil for the option without a number.
      let isAttached = CommandLine.arguments.contains("--instructions=\(argument)")
      guard let count = Int(argument) ?? (isAttached ? 0 : nil) else { return nil }
      (self.count, text) = (count, argument)
    }

    var defaultValueDescription: String { text }
  }
}
