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
      throw ValidationError("--instructions is \(wanted.count); allowed: 1 and more.")
    }
  }

  /// How many runs of each story on each build count instructions.
  var rounds: Int { wanted?.count ?? 0 }

  /// What counts them; nil where that is not wanted.
  /// - Throws: `CallgrindMissing`.
  func callgrind() throws -> Callgrind? { wanted == nil ? nil : try Callgrind() }

  /// A number of runs, from 1.
  struct Rounds: ExpressibleByArgument {
    let count: Int

    /// So many show that counts repeat.
    init() { count = 3 }

    init?(argument: String) {
      // What is no number is the next argument, such as a scenario.
      guard let count = Int(argument) else { return nil }
      self.count = count
    }

    var defaultValueDescription: String { "\(count)" }
  }
}
