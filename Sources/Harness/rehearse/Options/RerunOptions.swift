import ArgumentParser
import Recording
import Scenarios

/// Whether disturbed runs are made again.
struct RerunOptions: ParsableArguments {
  @Option(
    // Of another type the parser would drop a value that it can't read, and take the default.
    defaultAsFlag: "2", parsing: .next,
    help: ArgumentHelp(
      """
      Make a run again at once that other work of the machine disturbed, so many times at most, with \
      the other builds' runs of its round. Which runs are disturbed is told by counters of the \
      machine, never by the run's measurements, nor by waiting for memory or swapping, which the \
      run may cause itself.
      """, valueName: "times"))
  var rerunDisturbed: String?

  func validate() throws { _ = try repeats }

  var policy: RerunPolicy {
    get throws { RerunPolicy(repeats: try repeats) }
  }

  private var repeats: Int {
    get throws {
      guard let rerunDisturbed else { return 0 }
      guard let repeats = Int(rerunDisturbed), (1...RunLimits.repeats).contains(repeats) else {
        throw ValidationError(
          "--rerun-disturbed is '\(rerunDisturbed)'; allowed: 1 to \(RunLimits.repeats), as in "
            + "'--rerun-disturbed=3'; without a number it is 2.")
      }
      return repeats
    }
  }
}
