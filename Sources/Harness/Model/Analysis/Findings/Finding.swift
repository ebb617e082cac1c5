import Diagnosing
import Metrics
import Recording
import Statistics

/// A finding that a reader of the measurements must know, worded in one place.
public enum Finding: Sendable, Equatable {
  /// The experiment ended before its plan.
  case incomplete(made: Int, planned: Int?, missing: String? = nil)
  /// A story calls nothing of the project that it should test.
  case placeholder(story: String, of: String)
  /// Runs of a story failed on a build; their measurements are missing.
  case failedRuns(story: String, build: String, count: Int, of: Int)
  /// Runs of a command failed; their measurements are missing.
  case failedCommand(String, count: Int, of: Int)
  /// Runs that count instructions, or allocations by their kind, failed; other runs still have their measurements.
  case failedCounts([CountedSide], count: Int, of: Int, reason: String, kind: RunKind = .counted)
  case unsteadyCounts(story: String, build: String, minimum: Double, maximum: Double, runs: Int)
  /// Counts of allocations did not repeat; with the number of threads that allocated.
  case unsteadyAllocations(
    story: String, build: String, minimum: Double, maximum: Double, runs: Int, threads: Int)
  /// Two builds are the same program.
  case identicalBuilds(String, String)
  /// The machine, or the way in which a build was made, spoils measurements.
  case problem(Problem)
  /// Other processes took more than a tenth of a CPU in the median run.
  case busyMachine(percent: Double)
  /// Runs were disturbed: each cause with its greatest excess, the gravest first.
  case disturbedRuns(count: Int, of: Int, [InterferenceExcess], mayRepeat: Bool)
  /// During imported runs, others took more CPU than the limit, percent; with the story and build with most
  /// such runs.
  case busyImports(count: Int, of: Int, mostly: [String], limit: Double)
  case singleImports(SingleImports)
  /// Pairs were disturbed: which, out of how many, and by what, as above.
  case disturbedPairs([PairPlace], of: Int, [InterferenceExcess])
  /// Runs were repeated because they, or others of their round, were disturbed.
  case repeatedRuns(count: Int, stillDisturbed: Int, repeats: Int)
  /// There were fewer rounds than layouts.
  case unusedLayouts(used: Int, of: Int)
  /// Some layouts have a single run, so that the spread over runs is poorly known or unknown.
  case fewRunsPerLayout(rounds: Int, layouts: Int)
  /// The kernel did not allow resetting peaks for each step.
  case peaksOfProcess
  /// Drivers started processes: the greatest number at once, the driver included; nil if no run was sampled.
  case startedProcesses(atOnce: Int?, TreeCounting)
  /// A service started processes: the greatest number at once, its first one included; nil if no run was sampled.
  case serviceStartedProcesses(String, atOnce: Int?)
  /// Processes outlived the drivers that started them, or a service did.
  case leftProcesses(count: Int, runs: Int, of: String? = nil)
  /// How the pairs of these stories were scheduled on these machines; all stories if the list is empty.
  case arrangement(Arrangement, stories: [String], machines: [String] = [])
  /// Commands were not measured in rounds, so that no two runs are a pair.
  case oneAfterTheOther
  /// The first run of a command took far longer than the others; its time and those of all runs, in ns.
  case slowFirstRun(build: String, time: Double, of: Summary)
  /// Wall times of a command are outliers (`OutlierRule`): how many, the farthest, and the summary of all, in
  /// ns.
  case outliers(build: String, count: Int, farthest: Double, of: Summary)
  /// A command is so short that most of its time is starting the process; its times in ns.
  case shortRuns(build: String, of: Summary)
  /// A command left processes behind, at most this many in a run.
  case processesLeft(build: String, maximum: Int)
  /// Something about how processes could be watched.
  case watching(WatchFinding)

  /// The finding and what to do about it.
  public var description: String {
    switch self {
    case .incomplete(let made, let planned, let missing):
      (missing.map { "\($0.capitalisedFirst), and there are " }
        ?? "The experiment was stopped after ")
        + "\(made) \(planned.map { "of \($0) " } ?? "")runs."
    case .placeholder(let story, let project):
      "Story '\(story)' is still the placeholder that 'rehearse init' wrote: it calls nothing of "
        + "\(project), so its verdicts say nothing about your code. Let its steps call your code, then "
        + "remove 'placeholder' from it."
    case .failedRuns(let story, let build, let count, let all):
      all == 1
        ? "The run of '\(story)' on '\(build)' failed and is left out; 'rehearse show' says why."
        : "\(count == all ? "All \(all)" : "\(count) of \(all)") runs of '\(story)' on '\(build)' "
          + "failed and are left out; 'rehearse show' says why."
    case .failedCounts(let sides, let count, let all, let reason, let kind):
      "\(count) of \(all) runs that count the \(kind == .counted ? "instructions" : "allocations") of "
        + "\(CountedSide.words(sides)) failed; all other measurements are valid. \(reason)"
    case .unsteadyCounts(let story, let build, let minimum, let maximum, let runs):
      "The instructions of '\(CommandLabel.short(story))' on '\(CommandLabel.short(build))' differ by "
        + "\(millionths(maximum / minimum - 1)) over \(runs) runs (\(minimum.whole) to \(maximum.whole)): "
        + "the cause may be random numbers, the time, or threads that wait for each other. A smaller "
        + "difference between builds means nothing."
    case .unsteadyAllocations(
      let story, let build, let minimum, let maximum, let runs, let threads):
      "The allocations of '\(CommandLabel.short(story))' on '\(CommandLabel.short(build))' do not repeat: "
        + "\(minimum.whole) to \(maximum.whole) over \(runs) runs. "
        + (threads > 1
          ? "\(threads) of its threads allocate, in an order that differs from run to run"
          : "One thread allocates, so the cause is random numbers, hashing by a random seed, the time, or "
            + "something outside the process")
        + ". Only ranges that do not overlap show a difference between builds."
    case .identicalBuilds(let a, let b):
      "The builds '\(a)' and '\(b)' are the same program, byte for byte: any difference between "
        + "them is noise."
    case .problem(let problem): "\(problem.name): \(problem.found). \(problem.effect)"
    case .busyMachine(let percent):
      "Other processes took \(NumberFormat.coarse.string(for: percent)) % of one CPU in the median run: "
        + "times are less certain. A quiet machine gives narrower intervals."
    case .disturbedRuns(let count, let all, let excesses, let mayRepeat):
      "\(count) of \(all) runs \(count == 1 ? "was" : "were") disturbed ("
        + excesses.map(\.wordsAtWorst).joined(separator: ", ") + ")."
        + (mayRepeat && excesses.contains { !$0.cause.mayBeOfRun }
          ? " Use --rerun-disturbed to repeat them." : "")
    case .busyImports(let count, let all, let mostly, let limit):
      "\(count) of \(all) runs were disturbed: others took more than "
        + "\(NumberFormat.coarse.string(for: limit)) % of a CPU"
        + (mostly.isEmpty ? "" : ", in most runs of \(mostly.joined(separator: ", "))")
        + ". In runs that Rehearse makes itself, --rerun-disturbed repeats them."
    case .singleImports(let values):
      "\(values.words), without an interval: no difference can be found there."
    case .disturbedPairs(let pairs, let all, let excesses):
      "\(pairs.count) of \(all) pairs \(pairs.count == 1 ? "was" : "were") disturbed "
        + "(\(PairPlace.words(pairs))): "
        + excesses.map(\.wordsAtWorst).joined(separator: ", ")
        + ". All pairs count: what hits both sides of a pair cancels, and of ten pairs or "
        + "more the mean leaves out the tenth at each end."
    case .repeatedRuns(let count, let stillDisturbed, let repeats):
      "\(count.counted("run was", "runs were")) repeated because of interference; the "
        + "other tries are stored, but not counted."
        + (stillDisturbed == 0
          ? ""
          : " \(stillDisturbed) were disturbed in each of \(repeats + 1) tries: the least "
            + "disturbed try counts.")
    case .unusedLayouts(let used, let all):
      "Only \(used) of \(all) layouts took part, because each run uses one: \(2 * all) runs or more give "
        + "each layout two."
    case .fewRunsPerLayout(let rounds, let layouts):
      "With \(rounds) runs of each story some of the \(layouts) layouts have only one run, so the spread "
        + "over runs is poorly known; \(2 * layouts) runs give each layout two."
    case .peaksOfProcess:
      "The kernel can't reset peak memory between steps, so each step's peak is that of the process "
        + "so far."
    case .startedProcesses(let count, let counting):
      "The app started processes\(count.map { ", up to \($0) at once with its driver" } ?? ""). They are "
        + "included in tree-cpu-time, tree-peak-memory, lowest-memory and the shares of a CPU, and in nothing else. "
        + "\(counting.description)"
    case .serviceStartedProcesses(let service, let count):
      "The service '\(service)' started processes"
        + "\(count.map { ": up to \($0) ran at once, its first one included" } ?? ""). Its cpu-time and memory are "
        + "those of the first one; to judge them all, gate \(service).tree-cpu-time and "
        + "\(service).tree-peak-memory."
    case .leftProcesses(let count, let runs, let service):
      count == 1
        ? "1 process outlived \(Self.program(service, "its driver")); Rehearse ended it."
        : "\(count) processes outlived \(Self.program(service, "their drivers")), in "
          + "\(runs.counted("run", "runs")); Rehearse ended them."
    case .arrangement(let arrangement, let stories, let machines):
      (stories.isEmpty
        ? "Pairs" : "The pairs of " + stories.map { "'\($0)'" }.joined(separator: ", "))
        + (machines.isEmpty
          ? "" : " on " + machines.map { "'\($0)'" }.joined(separator: ", "))
        + " ran \(arrangement.description)."
    case .failedCommand(let command, let count, let all):
      "'\(CommandLabel.short(command))' failed in \(count) of \(all) runs, which are left out."
    case .oneAfterTheOther:
      "The commands were measured one after the other, because their setups or cleanups differ: what the "
        + "machine did meanwhile may look like a difference between them."
    case .slowFirstRun(let command, let time, let all):
      "The first run of '\(CommandLabel.short(command))' took \(MetricWords.time(time, among: all)), "
        + "the median run \(MetricWords.median(of: all)): perhaps caches "
        + "were cold. '--warmup 3' adds unmeasured runs first; '--prepare' can empty caches before each run."
    case .outliers(let command, let count, let farthest, let all):
      "\(count) of \(all.count) wall times of '\(CommandLabel.short(command))' lie far from the rest, up to "
        + "\(MetricWords.time(farthest, among: all)) (median \(MetricWords.median(of: all))): "
        + "something else may have been at work. A quiet machine, "
        + "'--warmup' or '--prepare' may help; they do not move the median."
    case .shortRuns(let command, let all):
      "'\(CommandLabel.short(command))' took \(MetricWords.median(of: all)): below 5 ms, starting the "
        + "process is much of that."
    case .processesLeft(let command, let maximum):
      "\(maximum.counted("process", "processes")) outlived '\(CommandLabel.short(command))' and "
        + "\(maximum == 1 ? "was" : "were") ended; '--wait-for-tree' waits for them."
    case .watching(let finding): finding.description
    }
  }

  /// A service, or the driver if there is none.
  private static func program(_ service: String?, _ driver: String) -> String {
    service.map { "the service '\($0)'" } ?? driver
  }

  /// A share in millionths, or in percent if it is large.
  private func millionths(_ share: Double) -> String {
    share < 1e-3
      ? "\(Int((share * 1e6).rounded(.up))) millionths"
      : "\(NumberFormat.coarsePercent(share)) %"
  }
}

extension Double {
  /// A count as a whole number; the greatest if it is beyond all, as in a store that others wrote into.
  var whole: Int { Int(exactly: rounded()) ?? .max }
}
