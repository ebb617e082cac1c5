/// A build of the scenario that the compiler did not optimise. It is no ``Topic``: it is a matter
/// of the scenario, not of the machine.
extension Problem {
  /// Of a build that was made without optimisation.
  public static func unoptimised(build: String) -> Problem {
    Problem(
      name: "Build '\(build)'", severity: .spoils, found: "not optimised",
      // 10,000 integers, CPU time of -Onone over -O: quicksort 5.8, heap sort 16.8.
      effect: "A debug build takes six to seventeen times as long in sorting, and more memory: its "
        + "measurements say little of what users run.",
      remedy: .advice("Give the build 'configuration: release', and no '-Onone'."),
      isMomentary: false)
  }
}
