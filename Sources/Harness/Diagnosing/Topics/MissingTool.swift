/// A program that Rehearse starts, and that is not installed. It is no ``Topic``: what it is for says so itself
/// when it is needed, so no experiment keeps it.
extension Problem {
  /// The programs that are not there, with what is lost.
  /// - Parameter isThere: returns whether a program is found in PATH.
  public static func missingTools(_ isThere: (String) -> Bool) -> [Problem] {
    tools.filter { !$0.programs.contains(where: isThere) }.map { tool in
      Problem(
        name: tool.programs[0], severity: .note, found: "not installed", effect: tool.effect,
        remedy: .command("sudo apt-get install \(tool.package)"), isMomentary: false)
    }
  }

  /// The programs, any of which will do, Debian's package, and what can't be had without them.
  private static let tools: [(programs: [String], package: String, effect: String)] = [
    (["git"], "git", "No revision can be compared: 'check --against' and 'bisect' need it."),
    (
      ["strace"], "strace",
      "What both sides of a comparison read is not known, so nothing is proven to be unchanged, and files "
        + "that they share go unnoticed."
    ),
    (
      ["valgrind"], "valgrind",
      "Instructions are counted by the processor alone, if it has counters that can be used here; whether a "
        + "change of time is only one of layout, and which changed functions a story runs, is not known "
        + "otherwise."
    ),
    (["perf"], "linux-perf", "'explain' can't profile, so it names no functions."),
    (
      ["objdump", "llvm-objdump"], "binutils",
      "Whether a build's safety checks are in its machine code is not checked."
    ),
    (["gnuplot"], "gnuplot-nox", "Reports have no charts."),
  ]
}
