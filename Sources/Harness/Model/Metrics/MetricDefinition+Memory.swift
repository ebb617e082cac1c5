// What processes hold. Every run-level value covers the story's own steps. Prerequisite steps (`after`) are
// recorded but not counted, or a log-in would drown the story's cost.
//
// Measurements of the driver together with all processes that it started are in a run's record only if it
// started any.
extension MetricDefinition {
  static let peakMemory = MetricDefinition(
    id: "peak-memory", title: "Peak memory", unit: .bytes, polarity: .lowerIsBetter,
    absoluteFloor: 65_536,
    story: .init(
      origin: .init("VmHWM of /proc/PID/status, set back by clear_refs", .memoryCounters),
      meaning: """
        The greatest resident set of any of the story's steps: VmHWM of /proc/PID/status, set back \
        through clear_refs before each step. A spike of more than half a megabyte is seen however \
        short it is; the driver's own pages are in it, and address-space randomisation moves it by \
        0.3 to 1.2 %. For a step that is a command it is that of the largest process (ru_maxrss of wait4).
        """),
    command: .init(
      origin: .init("ru_maxrss of wait4", .memoryCounters),
      meaning: """
        The greatest resident set of the command's largest process, from start to end (ru_maxrss, \
        whose floor is the launcher's 0.8 MB). What several processes held at the same time is not \
        added up: see tree-peak-memory and tree-peak-cgroup-memory.
        """),
    attached: .init(
      origin: .init("/proc/PID/statm of all processes", .sampled),
      meaning: """
        \(allWatched) the greatest sum of resident sets at one sample. What is shorter than the \
        distance of samples is not seen, and pages that several processes share count once for each of \
        them.
        """),
    service: .init(
      origin: .init("VmHWM of /proc/PID/status, set back by clear_refs", .memoryCounters),
      meaning: """
        the greatest resident set of its process within any of the story's steps, set back before each, as \
        of the driver.
        """))

  static let outsidePeakMemory = MetricDefinition(
    id: "outside-peak-memory", title: "Peak memory outside of steps", unit: .bytes,
    polarity: .lowerIsBetter, absoluteFloor: 65_536,
    story: .init(
      origin: .init(wholeRun, .memoryCounters),
      meaning: """
        The driver's greatest resident set before the story's first step, between steps, in stories that \
        come before, and after the last answer: starting up, the fixture, what goes on after an answer, the \
        farewell. What the driver holds when a step ends is in it, so it is seldom less than that. If a \
        step starts processes, the farewell is not in it. Otherwise a process that was started outside of \
        steps and waited for counts, if it had more (ru_maxrss).
        """),
    command: .init(
      meaning: "Commands have none: the peak memory of a command is that of its whole run."))

  static let wholePeakMemory = MetricDefinition(
    id: "whole-peak-memory", title: "Peak memory, whole run", unit: .bytes,
    polarity: .lowerIsBetter, absoluteFloor: 65_536,
    story: .init(
      origin: .init(wholeRun, .memoryCounters),
      meaning: """
        The driver's greatest resident set from start to end, in steps and outside of them: the greater one \
        of peak-memory and outside-peak-memory. It is the same wherever in the run memory is taken, so it \
        shows a peak that only moved.
        """),
    command: .init(
      meaning: "Commands have none: the peak memory of a command is that of its whole run."))

  private static let wholeRun = "VmHWM of /proc/PID/status, ru_maxrss of wait4"

  static let peakAnonymousMemory = MetricDefinition(
    id: "peak-anonymous-memory", title: "Anonymous peak", unit: .bytes, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("VmHWM less RssFile and RssShmem of /proc/PID/status", .memoryCounters),
      meaning: """
        The greatest memory of any of the story's steps that no file backs (heap, stacks, changed \
        pages of libraries): VmHWM of /proc/PID/status less the resident pages of files and of \
        shared memory at the step's end. What the step still holds at its end is exact to the page; \
        for what it gave back earlier, the peak is exact to the batches of the kernel's counters. In runs \
        without address randomisation the driver's files are mapped in full before each step, so that \
        the value repeats; in others it is too low by the pages of files that were mapped after \
        the peak. Transparent huge pages, swapping and memory that threads take as it happens \
        disturb it. It includes the driver's own pages, but not those of processes that it started.
        """),
    service: .init(
      origin: .init("VmHWM less RssFile and RssShmem of /proc/PID/status", .memoryCounters),
      meaning: """
        the greatest memory of its process that no file backs, within any of the story's steps, as for the \
        driver. A service with several threads may take memory as it happens.
        """))

  static let lowestMemory = MetricDefinition(
    id: "lowest-memory", title: "Lowest memory", unit: .bytes, polarity: .lowerIsBetter,
    absoluteFloor: 65_536, needsRunAlone: true,
    story: .init(
      origin: .init("/proc/PID/statm of all processes", .sampled),
      meaning: """
        The smallest resident set among the samples and step boundaries of the story's steps \
        (/proc/PID/statm), the driver's own pages and processes that it started included; a shorter \
        dip is not seen.
        """),
    command: .init(
      meaning: """
        The smallest sum of resident sets \(ofTree) among the samples (/proc/PID/statm), which begin \
        20 ms after its start.
        """),
    attached: .init(
      meaning: """
        \(allWatched) the smallest sum of resident sets at one sample. What is shorter than the \
        distance of samples is not seen, and pages that several processes share count once for each of \
        them.
        """),
    service: .init(
      origin: .init("/proc/PID/statm of all processes", .sampled),
      meaning: """
        the smallest resident set among the samples and step boundaries of the story's steps, processes \
        that it started included.
        """))

  static let otherMemory = MetricDefinition(
    id: "other-memory", title: "Other processes' memory", unit: .bytes, polarity: .context,
    absoluteFloor: 65_536, needsRunAlone: true,
    story: .init(
      origin: .init("/proc/meminfo and /proc/PID/statm", .sampled),
      meaning: """
        MemTotal - MemAvailable - the run's anonymous memory, mean over the samples: other \
        processes, the kernel and Rehearse itself.
        """),
    command: .init(
      meaning: """
        MemTotal - MemAvailable - the anonymous memory \(ofTree), mean over the samples: other \
        processes, the kernel and Rehearse itself.
        """))

  static let treePeakMemory = MetricDefinition(
    id: "tree-peak-memory", title: "Peak memory, tree", unit: .bytes, polarity: .lowerIsBetter,
    absoluteFloor: 65_536, needsRunAlone: true,
    story: .init(
      origin: .init("/proc/PID/statm of all processes", .sampled),
      meaning: """
        The greatest sum of resident sets at one time of the driver and all the processes it \
        started, among the samples and step boundaries of the story's steps, and no less than \
        peak-memory; present only if it started any. A shorter spike of a child is not seen, and \
        pages that several processes share count once for each of them.
        """),
    command: .init(
      meaning: """
        The greatest sum of resident sets at one sample \(ofTree), and no less than peak-memory; samples \
        begin 20 ms after its start, so shorter commands have none. A shorter spike of two processes at \
        once is not seen, and pages that several processes share count once for each of them.
        """),
    service: .init(
      origin: .init("/proc/PID/statm of all processes", .sampled),
      meaning: """
        the greatest sum of resident sets at one time of its process and all that it started; present only \
        if it started any. Pages that several processes share count once for each of them.
        """))

  static let treePeakCgroupMemory = MetricDefinition(
    id: "tree-peak-cgroup-memory", title: "Peak cgroup memory, tree",
    unit: .bytes, polarity: .lowerIsBetter, absoluteFloor: 65_536, needsRunAlone: true,
    story: .init(
      origin: .init("memory.peak or memory.max_usage_in_bytes of its group", .cgroupMemory),
      meaning: """
        Peak memory that the kernel accounts to the control group of the driver and all that it \
        started within a step, the greatest of the story's steps, with the driver's own pages of files, \
        and no less than peak-memory; only if it started processes and a group could be made (usually as \
        root). Every spike is in it, however short, and shared pages count once. The driver joins the \
        group before it executes its program, so only pages of files that others had read are missing, \
        libraries of the processes it started among them. The kernel's own memory for the processes is in \
        it, 0.2 to 0.4 MB for 100 MB. File-cache pages are subtracted at the largest value seen in scans \
        40 ms apart or at step boundaries; pages that are written and dropped between two scans are in \
        it.
        """),
    command: .init(
      meaning: """
        Peak memory that the kernel accounts to the control group \(ofTree), however short they were; \
        only if a group could be made (usually as root). Shared memory counts once, and so do files \
        on a file system in memory; the kernel's own memory for the processes is in it. Memory of before \
        the run, mostly of earlier runs' processes that the kernel had not freed yet, is not, nor are \
        pages of other files, libraries among them: what peak-memory has more than this is mostly \
        those. File-cache pages are subtracted at the largest value seen in scans 40 ms apart and at \
        the end; pages that are written and dropped between two scans are in it.
        """))

  static let treePeakProportionalMemory = MetricDefinition(
    id: "tree-peak-proportional-memory", title: "Peak proportional memory, tree",
    unit: .bytes, polarity: .lowerIsBetter, absoluteFloor: 65_536, needsRunAlone: true,
    story: .init(
      origin: .init("/proc/PID/smaps_rollup of all processes", .sampled),
      meaning: """
        The greatest sum of proportional set sizes (PSS), swapped memory included, that was read of the \
        driver and all the processes it started, in samples and at step boundaries of the story's steps, \
        and no less than peak-memory; present only if two lived at once, and all of them are this user's \
        (or root's to read). \(proportional)
        """),
    command: .init(
      meaning: """
        The greatest sum of proportional set sizes (PSS), swapped memory included, that was read \
        \(ofTree), and no less than peak-memory; present only if two processes lived at once 20 ms after \
        its start, and all of them are this user's (or root's to read). \(proportional)
        """))

  private static let proportional = """
    Pages that forked workers share count once, because each process has its part of them. If processes \
    outside share a page too, as with libraries, a part is theirs, so other programs that start or end \
    move it by some 0.1 MB a process. A tree that is swapped out does not look smaller, because each \
    process's part of swap space (SwapPss) counts; only shared memory and files of a tmpfs are missing once \
    they are swapped out. Reading it takes 2 ms for 100 MB, during which a process can't map \
    memory. So it is read whenever the sum of resident sets is 2 % above that of the last reading, for up \
    to 5 % of one CPU, and otherwise for up to half a percent (every 4 s for 1 GB): what comes and goes \
    in between is not seen.
    """

  static let retainedBytes = MetricDefinition(
    id: "retained-bytes", title: "Retained a cycle", unit: .bytesPerCycle, polarity: .lowerIsBetter,
    needsRunAlone: true,
    story: .init(
      origin: .init("the driver's allocations, counted, at the end of each cycle", .exact(1)),
      meaning: """
        The additional bytes that the driver holds after each cycle of a story that ends in the state in \
        which it began: allocated and not freed, counted exactly at the ends of cycles in a run of its \
        own. 0 if they are given back, or stop growing, as a cache does; only for stories with \
        'cycle', and only if enough cycles were made to tell.
        """))

  static let retainedBlocks = MetricDefinition(
    id: "retained-blocks", title: "Allocations retained a cycle", unit: .count,
    polarity: .lowerIsBetter, needsRunAlone: true,
    story: .init(
      origin: .init("the driver's allocations, counted, at the end of each cycle", .exact(1)),
      meaning: """
        The additional allocations that the driver holds after each cycle of a story that ends in the state \
        in which it began, as for retained-bytes.
        """))
}

extension Metric {
  /// Greatest resident memory of the story's steps.
  public static let peakMemory = Metric(.peakMemory)
  /// Greatest memory of the story's steps that is not backed by a file.
  public static let peakAnonymousMemory = Metric(.peakAnonymousMemory)
  /// Least resident memory sampled during the story's steps.
  public static let lowestMemory = Metric(.lowestMemory)
  /// Memory in use by everything else.
  public static let otherMemory = Metric(.otherMemory)
  /// Greatest resident memory of the driver and all that it started.
  public static let treePeakMemory = Metric(.treePeakMemory)
  /// Greatest memory charged to the driver and all that it started.
  public static let treePeakCgroupMemory = Metric(.treePeakCgroupMemory)
  /// Greatest proportional memory of the driver and all that it started.
  public static let treePeakProportionalMemory = Metric(.treePeakProportionalMemory)
  /// Greatest resident memory of a run, outside of steps.
  public static let outsidePeakMemory = Metric(.outsidePeakMemory)
  /// Greatest resident memory of a whole run.
  public static let wholePeakMemory = Metric(.wholePeakMemory)
  /// Bytes that a cycle retains.
  public static let retainedBytes = Metric(.retainedBytes)
  /// Allocations that a cycle retains.
  public static let retainedBlocks = Metric(.retainedBlocks)
}
