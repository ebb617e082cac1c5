import ArgumentParser
import Recording

/// Whether disturbed runs are made again.
struct RerunOptions: ParsableArguments {
  @Option(
    defaultAsFlag: 2, parsing: .next,
    help: ArgumentHelp(
      """
      Make a run again at once that other work of the machine disturbed, so many times at most, with \
      the other builds' runs of its round. Which runs are disturbed is told by counters of the \
      machine, never by the run's figures.
      """, valueName: "times"))
  var rerunDisturbed: Int?

  func validate() throws {
    if let rerunDisturbed, rerunDisturbed < 1 {
      throw ValidationError("--rerun-disturbed is \(rerunDisturbed); allowed: 1 and more.")
    }
  }

  var policy: DisturbancePolicy { DisturbancePolicy(repeats: rerunDisturbed ?? 0) }

  /// Says by what rule runs will be made again, before the first is made.
  func announce() {
    if policy.repeats > 0 { Console.warn("note: \(policy.description)") }
  }
}
