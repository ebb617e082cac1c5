/// The numbers of runs that may be asked for.
///
/// The plan of an experiment and what its runs measured are held in memory, so a number with too many
/// digits would fill that before, or after hours, rather than be refused as the mistake that it is. Each
/// limit is ten times and more what the largest experiment is known to need;
/// Docs/explanation/limits.md names them.
public enum RunLimits {
  /// Rounds, or pairs, of a scenario's stories: `runs:`, `--runs`, `--pairs`, `--memory-runs` and
  /// `--instructions`.
  public static let rounds = 10_000
  /// Runs of one command, measured or not: `measure --runs` and `--warmup`.
  public static let commandRuns = 100_000
  /// The number of times that a disturbed run is made again: `--rerun-disturbed`.
  public static let repeats = 100
  /// Layouts of each build's code, each of which is linked.
  public static let layouts = 1000
  /// Repetitions of one step within a run: `repeat:`.
  public static let repetitions = 1_000_000_000
  /// Cycles that are judged, two at least for each part that is looked at: `cycles:`.
  public static let cycles = 16...10_000
  /// All runs of an experiment: rounds x stories x builds.
  public static let runs = 1_000_000
}
