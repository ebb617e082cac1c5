import Recording
import SystemPackage

/// Reads the files that runs are made of anew before each pair of a story, and before each run of a build
/// but those for anonymous memory (``PageCache``).
///
/// In which pages of memory a file lies is chance, and decides how well it fits the processor's caches and tables. As
/// long as two copies of a program stay where they are, one may start faster than the other by several percent. Read
/// anew in an order left to chance, each is as likely to be the faster one, whatever it was before: what would pass for
/// a difference of builds is noise, which an interval shows.
public final class FileRenewal {
  /// The files, looked for when they are read first: a setup may make them.
  private let find: () -> Set<FilePath>
  private lazy var files = find()
  private let isRepeated: Bool
  /// All that was made since the files were read.
  private var made: Set<Made> = []
  private var latest: (end: ContinuousClock.Instant, time: Duration)?
  private let patience: Duration
  private let interruption: Interruption?

  /// Nothing is read yet. For one program alone, with nothing to compare it with, once is enough. Reading that takes
  /// longer than the `patience` is repeated only after ten times as long; a stop that is asked for ends it.
  public init(
    of files: @escaping @autoclosure () -> Set<FilePath>, isRepeated: Bool = true,
    patience: Duration = .seconds(1), until interruption: Interruption? = nil
  ) {
    (find, self.isRepeated, self.patience) = (files, isRepeated, patience)
    self.interruption = interruption
  }

  /// Returns what makes the same runs, after reading the files.
  public func before(_ executor: any Executor) -> any Executor {
    RenewingExecutor(renewal: self, runs: executor)
  }

  /// Returns what makes the same pairs, after reading the files.
  public func before(_ executor: any PairExecutor) -> any PairExecutor {
    RenewingPairExecutor(renewal: self, pairs: executor)
  }

  /// A story's runs of one kind on a build, or pairs with it.
  fileprivate struct Made: Hashable {
    let kind: RunKind?
    let story: String
    let build: String

    init(_ run: PlannedRun) { (kind, story, build) = (run.kind, run.story, run.build) }
    /// The candidate of a control's pairs is a copy.
    init(_ pair: PlannedPair) { (kind, story, build) = (nil, pair.story, pair.candidate) }
  }

  /// Reads the files, unless nothing of what comes next was made since, or reading takes too long.
  fileprivate func prepare(_ next: [Made]) {
    if let latest {
      let isDue = latest.time < patience || latest.end.duration(to: .now) >= latest.time * 10
      guard isRepeated, isDue, !made.isDisjoint(with: next) else { return }
    }
    let time = PageCache.renew(files, until: interruption)
    (latest, made) = ((.now, time), [])
  }

  fileprivate func count(_ made: [Made]) { self.made.formUnion(made) }
}

private struct RenewingExecutor: Executor {
  let renewal: FileRenewal
  let runs: any Executor

  func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    // Anonymous memory is the same wherever files lie.
    if batch.first?.kind != .fixedAddresses {
      // A batch may be all that is left of a plan.
      renewal.prepare(batch.prefix(1).map(FileRenewal.Made.init))
    }
    let made = runs.execute(batch)
    renewal.count(batch.prefix(made.count).map(FileRenewal.Made.init))
    return made
  }
}

private struct RenewingPairExecutor: PairExecutor {
  let renewal: FileRenewal
  let pairs: any PairExecutor

  func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>] {
    renewal.prepare(batch.map(FileRenewal.Made.init))
    let made = pairs.execute(batch)
    renewal.count(batch.prefix(made.count).map(FileRenewal.Made.init))
    return made
  }
}
