import ArgumentParser
import Scenarios

struct AllocationOptions: ParsableArguments {
  @Option(
    name: .customLong("allocations"), defaultAsFlag: InstructionOptions.Rounds(),
    // Like `--instructions`.
    parsing: .next,
    help: ArgumentHelp(
      "Also count what is allocated, in N extra runs. A gate on it does so without this option.",
      valueName: "N"))
  var wanted: InstructionOptions.Rounds?

  func validate() throws {
    if let wanted, !(1...RunLimits.rounds).contains(wanted.count) {
      throw ValidationError("--allocations is \(wanted.text); allowed: 1 to \(RunLimits.rounds).")
    }
  }

  /// The number of runs of each story on each build that count allocations.
  var rounds: Int { wanted?.count ?? 0 }
}
