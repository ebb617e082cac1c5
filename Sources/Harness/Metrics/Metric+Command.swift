// A command is counted from outside, as a whole; a story's steps from inside, by their driver. So
// the same quantities come from elsewhere, and some are exact in another way.
extension Metric {
  /// What the metric means for a command.
  public var commandMeaning: String { Self.commandMeanings[self] ?? meaning }

  private static let tree = "of the command and all that it started"

  private static let commandMeanings: [Metric: String] = [
    .peakMemory: """
    The greatest resident set of the command's largest process, from start to end (ru_maxrss, \
    whose floor is the launcher's 0.8 MB). What several processes held at the same time is not \
    added up: see tree-peak-memory and tree-peak-charged.
    """,
    .lowestMemory: """
    The smallest sum of resident sets \(tree) among the samples (/proc/PID/statm), which begin \
    20 ms after its start.
    """,
    .otherMemory: """
    MemTotal - MemAvailable - the anonymous memory \(tree), mean over the samples: other \
    processes, the kernel and Rehearse itself.
    """,
    .treePeakMemory: """
    The greatest sum of resident sets at one sample \(tree), and no less than peak-memory; samples \
    begin 20 ms after its start, so shorter commands have none. A shorter spike of two processes at \
    once is not seen, and pages that several processes share count once for each of them.
    """,
    .treePeakCharged: """
    The most that the control group \(tree) was charged with, however short they were; only where a \
    group could be made (as root, mostly). Shared memory counts once, and so do files on a file \
    system in memory; the kernel's own memory for the processes is in. What the group was charged \
    with before the run, mostly for processes of earlier runs that the kernel had not freed yet, is not. \
    Pages of other files, libraries among them, are not: what peak-memory has more than this is \
    mostly those. Files that are read or written meanwhile are taken off by the most of them that \
    was seen at a look, 40 ms apart, and at the end; what is written and dropped again in between is \
    in it.
    """,
    .treeProcesses: """
    The greatest number of processes at one sample, the command's own included. Those that lived \
    between two samples alone are not seen, and commands shorter than 20 ms have none.
    """,
    .peakCPU: """
    The greatest share of one CPU \(tree) over any 100 ms, from 20 ms after its start; above 100 \
    where several CPUs were busy. The kernel shows the time of running threads in ticks, so it is \
    right to 4 points for each CPU at 250 Hz. Without a control group, what lived between two samples \
    is in it only when its parent waits for it. Shorter commands have none.
    """,
    .lowestCPU: """
    The smallest share of one CPU over any 100 ms; as exact as peak-cpu, and of the same processes.
    """,
    .otherCPU: """
    Busy time of all CPUs (/proc/stat, ticks of 10 ms) from first to last sample less mean-cpu, in \
    percent of one CPU: other processes, Rehearse, interrupts. Commands shorter than 0.12 s have \
    none.
    """,
    .meanCPU: """
    CPU time over wall time \(tree), in percent of one CPU: 200 where two CPUs were busy all the \
    time.
    """,
    .cpuTime: """
    User and system time \(tree), from start to end, by wait4: right to a microsecond for each \
    process. Making the process is in it. Children whose parent does not wait for them because \
    it ignores SIGCHLD are not.
    """,
    .userTime: """
    The user part of the CPU time \(tree) (wait4). Most kernels split the time by what they saw \
    at their ticks, so over a few ticks it may all fall on one side.
    """,
    .systemTime: """
    The kernel's part of the CPU time \(tree) (wait4); as exact as user-time.
    """,
    .wallTime: """
    Elapsed time from right before the process was made until it had ended (monotonic clock, \
    read by the launcher), so making it, loading it and taking it down are in it. Other load on \
    the machine lengthens it.
    """,
    .instructions: """
    Instructions in user mode \(tree), from start to end, loading included, counted by callgrind in \
    runs of their own ('--instructions'). Of processes that outlive the command nothing is known, nor \
    of what a process did before it executed another program in its place ('sh -c "work; exec app"'). \
    Blind to the kernel's work, to caches and to the layout of the code. The size of the \
    environment moves it by hundreds, so counts of other shells and machines may differ.
    """,
    .hardwareInstructions: """
    Instructions in user mode \(tree), from start to end, loading included, counted by the \
    processor (perf_event_open) in runs of their own ('--instructions'). Many processors count one \
    more with each interrupt and page fault, so it repeats closely but not to the instruction. \
    Blind to the kernel's work, to caches and to the layout of the code.
    """,
    .minorFaults: "Page faults \(tree) that needed no storage access (wait4).",
    .majorFaults: "Page faults \(tree) that had to read from storage (wait4).",
    .voluntarySwitches: """
    How often threads \(tree) gave up the CPU to wait (wait4).
    """,
    .involuntarySwitches: """
    How often the scheduler took the CPU away from threads \(tree) (wait4); it tells more of the \
    machine's load than of the command.
    """,
    .storageRead: """
    Bytes fetched from storage on behalf \(tree) (wait4, in blocks of 512); what the page cache answered \
    is not in it.
    """,
    .storageWritten: """
    Bytes of pages made dirty on behalf \(tree) (wait4, in blocks of 512); on a file system in memory it \
    is 0.
    """,
  ]
}
