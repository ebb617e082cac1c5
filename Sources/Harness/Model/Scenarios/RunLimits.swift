/// The greatest numbers of runs that may be requested.
///
/// An experiment's plan and measurements are kept in memory, so a number with too many digits would
/// fill it at once or after hours, instead of being refused as a mistake. Each limit is at least
/// ten times what the largest known experiment needs; Docs/explanation/limits.md names them.
public enum RunLimits {
  /// Rounds, or pairs, of a scenario's stories: `runs:`, `--runs`, `--pairs`, `--memory-runs` and
  /// `--instructions`.
  public static let rounds = 10_000
  /// Runs of one command, measured or not: `measure --runs` and `--warmup`.
  public static let commandRuns = 100_000
  /// How often a disturbed run is made again: `--rerun-disturbed`.
  public static let repeats = 100
  /// Layouts of each build's code; each is linked.
  public static let layouts = 1000
  /// Repetitions of one step within a run: `repeat:`.
  public static let repetitions = 1_000_000_000
  /// Items that one execution of a step or a command processes: `items:` and `measure --items`. With the most
  /// repetitions, the sum fits into a floating-point number.
  public static let items = 1_000_000_000_000
  /// Cycles to judge, at least two for each part that is examined: `cycles:`.
  public static let cycles = 16...10_000
  /// All runs of an experiment: rounds x stories x builds.
  public static let runs = 1_000_000
}
