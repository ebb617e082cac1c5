import ArgumentParser
import DriverProtocol
import Experimenting
import Scenarios

/// The number of runs that count instructions, and the counter.
struct InstructionOptions: ParsableArguments {
  @Option(
    name: .customLong("instructions"), defaultAsFlag: Rounds(),
    // With scanning, the library would skip the value of `--instructions=5 --json`.
    parsing: .next,
    help: ArgumentHelp(
      "Also count instructions, in N extra runs: unlike times, counts are the same each time.",
      valueName: "N"))
  var wanted: Rounds?

  @Option(
    name: .customLong("instructions-by"),
    help: ArgumentHelp(
      "Instruction counter: perf (the processor's counters) or callgrind. Default: perf if available.",
      valueName: "perf|callgrind"))
  var method: CountingMethod?

  func validate() throws {
    if let wanted, !(1...RunLimits.rounds).contains(wanted.count) {
      throw ValidationError("--instructions is \(wanted.text); allowed: 1 to \(RunLimits.rounds).")
    }
    if method != nil, wanted == nil {
      throw ValidationError("--instructions-by needs --instructions.")
    }
  }

  /// The number of runs of each story on each build that count instructions.
  var rounds: Int { wanted?.count ?? 0 }

  var choice: InstructionChoice { InstructionChoice(rounds: rounds, by: method) }

  /// A number of runs, from 1.
  struct Rounds: ExpressibleByArgument, CustomStringConvertible {
    /// 0 if the text is not a number.
    let count: Int
    let text: String

    /// Uses the default number of runs: enough to show that counts repeat.
    init() { (count, text) = (3, "3") }

    init?(argument: String) {
      // A text that is no number is the next argument, such as a scenario, unless it was written with `=`.
      // The library asks the same for both, and treats nil as the option without a number.
      let isAttached = ["--instructions", "--allocations"].contains {
        CommandLine.arguments.contains("\($0)=\(argument)")
      }
      guard let count = Int(argument) ?? (isAttached ? 0 : nil) else { return nil }
      (self.count, text) = (count, argument)
    }

    var description: String { text }
  }
}

extension CountingMethod: ExpressibleByArgument {}
