import ArgumentParser
import Recording
import Scenarios

struct RerunOptions: ParsableArguments {
  @Option(
    // With another type the parser would drop an unreadable value and use the default.
    defaultAsFlag: "2", parsing: .next,
    help: ArgumentHelp(
      """
      Repeat a disturbed run at once, at most this many times, with the other builds' runs of its \
      round. A run counts as disturbed by counters of the machine alone, never by its measurements, \
      nor by waiting for memory or swapping, which it may cause itself.
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
