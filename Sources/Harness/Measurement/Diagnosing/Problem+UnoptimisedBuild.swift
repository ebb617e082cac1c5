/// A build of the scenario without compiler optimisation. It is no ``Topic``: it concerns the
/// scenario, not the machine.
extension Problem {
  /// The problem of a build made without optimisation.
  public static func unoptimised(build: String) -> Problem {
    Problem(
      name: "Build '\(build)'", severity: .spoils, found: "not optimised",
      // 10,000 integers, CPU time of -Onone over -O: quicksort 5.8, heap sort 16.8.
      effect: "A debug build takes six to seventeen times as long in sorting, and more memory: its "
        + "measurements say little about what users run.",
      remedy: .advice("Give the build 'configuration: release', and no '-Onone'."),
      isMomentary: false)
  }
}
