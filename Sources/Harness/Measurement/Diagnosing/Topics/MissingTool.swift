/// A missing program that Rehearse starts. It is no ``Topic``: whatever needs the program reports
/// that itself, so no experiment stores it.
extension Problem {
  /// The missing programs, with what is lost. `isThere` returns whether a program is found in PATH.
  public static func missingTools(_ isThere: (String) -> Bool) -> [Problem] {
    tools.filter { !$0.programs.contains(where: isThere) }.map { tool in
      Problem(
        name: tool.programs[0], severity: .note, found: "not installed", effect: tool.effect,
        remedy: .command("sudo apt-get install \(tool.package)"), isMomentary: false)
    }
  }

  /// The programs, any of which is enough, Debian's package, and what is unavailable without them.
  private static let tools: [(programs: [String], package: String, effect: String)] = [
    (["git"], "git", "No revision can be compared: 'check --against' and 'bisect' need it."),
    (
      ["strace"], "strace",
      "What both sides of a comparison read is not known, so nothing is proven to be unchanged, and files "
        + "that they share go unnoticed."
    ),
    (
      ["valgrind"], "valgrind",
      "Only the processor can count instructions, if its counters can be used here. Otherwise it is not "
        + "known whether a change of time is only one of layout, nor which changed functions a story runs."
    ),
    (["perf"], "linux-perf", "'explain' can't profile, so it names no functions."),
    (
      ["objdump", "llvm-objdump"], "binutils",
      "Whether a build's safety checks are in its machine code is not checked."
    ),
    (["gnuplot"], "gnuplot-nox", "Reports have no charts."),
  ]
}
