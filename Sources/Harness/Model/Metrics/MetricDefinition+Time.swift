// What processes take of the CPUs, and how long.
extension MetricDefinition {
  /// The meaning of shares of a CPU for watched processes.
  private static let watchedShare = MetricReading(
    origin: .init("the CPU clocks of all processes", .sampled),
    meaning: """
      \(allWatched) the share of one CPU over 100 ms, right to 4 points at a kernel of 250 Hz.
      """)

  static let peakCPU = MetricDefinition(
    id: "peak-cpu", title: "Peak CPU", unit: .percent, polarity: .lowerIsBetter,
    needsRunAlone: true,
    story: .init(
      origin: .init(cpuOfAll, .sampled),
      meaning: """
        The greatest share of one CPU over any 100 ms of the story's steps, or over all of them \
        if they are shorter. The kernel shows the time of running threads in ticks, so it is right to 4 \
        points at 250 Hz. It is the whole process's, the driver's own share and processes that it started \
        included. Work that keeps one thread busy reads 100 whatever it costs: to compare builds, use \
        cpu-time.
        """),
    command: .init(
      meaning: """
        The greatest share of one CPU \(ofTree) over any 100 ms, from 20 ms after its start; above 100 \
        if several CPUs were busy. The kernel shows the time of running threads in ticks, so it is \
        right to 4 points for each CPU at 250 Hz. Without a control group, what lived between two samples \
        is in it only when its parent waits for it. Shorter commands have none.
        """),
    attached: watchedShare,
    service: .init(
      origin: .init(cpuOfAll, .sampled),
      meaning: """
        the greatest share of one CPU over any 100 ms of the story's steps, processes that it started \
        included.
        """))

  static let meanCPU = MetricDefinition(
    id: "mean-cpu", title: "Mean CPU", unit: .percent, polarity: .context, needsRunAlone: true,
    story: .init(
      origin: .init("wait4 and CLOCK_MONOTONIC in the launcher", .exact(0.01)),
      meaning: """
        CPU time over wall time, in percent of one CPU: 200 if two CPUs were busy all the time. \
        Only commands have it; a story's steps are too short for it to mean much.
        """),
    command: .init(
      meaning: """
        CPU time over wall time \(ofTree), in percent of one CPU: 200 if two CPUs were busy all the \
        time.
        """),
    attached: .init(origin: .unknown))

  static let lowestCPU = MetricDefinition(
    id: "lowest-cpu", title: "Lowest CPU", unit: .percent, polarity: .lowerIsBetter,
    needsRunAlone: true,
    story: .init(
      origin: .init(cpuOfAll, .sampled),
      meaning: """
        The smallest share of one CPU over any 100 ms of the story's steps, or over all of them \
        if they are shorter; as exact as peak-cpu.
        """),
    command: .init(
      meaning: """
        The smallest share of one CPU over any 100 ms; as exact as peak-cpu, and of the same processes.
        """),
    attached: watchedShare,
    service: .init(
      origin: .init(cpuOfAll, .sampled),
      meaning: """
        the smallest share of one CPU over any 100 ms of the story's steps, processes that it started \
        included.
        """))

  static let otherCPU = MetricDefinition(
    id: "other-cpu", title: "Other processes' CPU", unit: .percent, polarity: .context,
    needsRunAlone: true,
    story: .init(
      origin: .init("/proc/stat", .kernelTick),
      meaning: """
        Busy time of all CPUs (/proc/stat, ticks of 10 ms) less the run's own CPU time, in percent \
        of one CPU, mean from first to last sample: other processes, Rehearse, interrupts. Runs \
        shorter than 100 ms have none: the ticks are too coarse.
        """),
    command: .init(
      meaning: """
        Busy time of all CPUs (/proc/stat, ticks of 10 ms) from first to last sample less mean-cpu, in \
        percent of one CPU: other processes, Rehearse, interrupts. Commands shorter than 0.12 s have \
        none.
        """))

  static let cpuTime = MetricDefinition(
    id: "cpu-time", title: "CPU time", unit: .nanoseconds, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("CLOCK_PROCESS_CPUTIME_ID in the driver", .exact(1)),
      meaning: """
        User and system time of all threads during the core calls of the story's steps, by the \
        process's CPU clock. The driver's reading, digesting and answering are not in it. For a step \
        that is a command: the time of all processes that were waited for, by wait4, to the microsecond.
        """),
    command: .init(
      origin: .init("wait4 in the launcher", .exact(1000)),
      meaning: """
        User and system time \(ofTree), from start to end, by wait4: right to a microsecond for each \
        process. Making the process is in it. Children whose parent does not wait for them because \
        it ignores SIGCHLD are not.
        """),
    attached: .init(
      origin: .init("the CPU clocks of all processes", .parentsTicks),
      meaning: """
        \(allWatched) user and system time of all threads, by the processes' CPU clocks. What a \
        process used after its last sample is known from its parent's counters, to 20 ms for each \
        parent, and lost if the parent did not wait for it.
        """),
    service: .init(
      origin: .init("the process's CPU clock, at the ends of steps", .exact(1)),
      meaning: """
        user and system time of all threads of its process between the ends of the story's steps, by its \
        CPU clock. What it does on between two steps is in none; processes that it started are in \
        tree-cpu-time.
        """))

  static let userTime = MetricDefinition(
    id: "user-time", title: "CPU time, user", unit: .nanoseconds, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("getrusage in the driver", .kernelTick),
      meaning: """
        The user part of the core calls' CPU time (getrusage). Most kernels split the time by what \
        they saw at their ticks, so over a few ticks it may all fall on one side. User and system \
        together exceed cpu-time by about a microsecond a call, the readings themselves.
        """),
    command: .init(
      origin: .init("wait4 in the launcher", .kernelTick),
      meaning: """
        The user part of the CPU time \(ofTree) (wait4). Most kernels split the time by what they saw \
        at their ticks, so over a few ticks it may all fall on one side.
        """),
    attached: .init(origin: .unknown))

  static let systemTime = MetricDefinition(
    id: "system-time", title: "CPU time, system", unit: .nanoseconds, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("getrusage in the driver", .kernelTick),
      meaning: "The kernel's part of the core calls' CPU time (getrusage); as exact as user-time."),
    command: .init(
      origin: .init("wait4 in the launcher", .kernelTick),
      meaning: "The kernel's part of the CPU time \(ofTree) (wait4); as exact as user-time."),
    attached: .init(origin: .unknown))

  static let wallTime = MetricDefinition(
    id: "wall-time", title: "Wall time", unit: .nanoseconds, polarity: .lowerIsBetter,
    needsRunAlone: true,
    story: .init(
      origin: .init("CLOCK_MONOTONIC in the driver", .exact(1)),
      meaning: """
        Elapsed time of the core calls of the story's steps (monotonic clock). Other load on the \
        machine lengthens it. In pairs that take turns: from the request to the answer, less the \
        time in which the side was held, and less the CPU time of the driver's own work.
        """),
    command: .init(
      origin: .init("CLOCK_MONOTONIC in the launcher", .exact(1)),
      meaning: """
        Elapsed time from right before the process was made until it had ended (monotonic clock, \
        read by the launcher), so making it, loading it and taking it down are in it. Other load on \
        the machine lengthens it.
        """),
    attached: .init(
      origin: .init("CLOCK_MONOTONIC at the first and the last sample", .sampled),
      meaning: "From the first sample to the last."))

  static let offCPUTime = MetricDefinition(
    id: "off-cpu-time", title: "Off-CPU time", unit: .nanoseconds, polarity: .lowerIsBetter,
    absoluteFloor: 1e6, needsRunAlone: true,
    story: .init(
      origin: .init("wall time less CPU time and the first thread's wait for a CPU", .exact(1e6)),
      meaning: """
        Wall time less the CPU time of the driver, of all that it started, and of its services, and less the time \
        for which the driver's first thread surely waited for a CPU (schedstat) while nothing else of the story \
        ran: what the story waited for, such as timers, disks, networks or locks. If several threads compute at \
        once, it is less than what each of them waited. If other threads or processes wait for a CPU, that is \
        still in it; pairs of a story that gates this are in the real-time class, if it may be entered. Less than \
        a millisecond counts as one.
        """),
    command: .init(
      origin: .init("wall time less CPU time, in the launcher", .exact(1e6)),
      meaning: """
        Wall time less the CPU time \(ofTree): what it waited for, such as timers, disks, networks, locks, or a \
        CPU. If several threads compute at once, it is less than what each of them waited. Less than a \
        millisecond counts as one.
        """),
    attached: .init(
      origin: .init("the first and the last sample, and CPU clocks", .sampled),
      meaning: """
        From the first sample to the last, less the CPU time of the watched processes and all that they started.
        """))

  static let treeCPUTime = MetricDefinition(
    id: "tree-cpu-time", title: "CPU time, tree", unit: .nanoseconds, polarity: .lowerIsBetter,
    story: .init(
      origin: .init(cpuOfAll, .exactInGroup),
      meaning: """
        cpu-time and the CPU time of all processes that the driver started, those that have ended \
        included; only if it started any. Exact with a control group. Without one, what a \
        process used after it was last sampled is known from its parent's counters, to 20 ms for \
        each parent, and lost if the parent does not wait for it.
        """),
    service: .init(
      origin: .init(cpuOfAll, .parentsTicks),
      meaning: """
        the CPU time of its process and of all that it started, those that have ended included; present only \
        if it started any. What a process used after it was last sampled is known to 20 ms.
        """))

  static let outsideCPUTime = MetricDefinition(
    id: "outside-cpu-time", title: "CPU time outside of steps", unit: .nanoseconds,
    polarity: .lowerIsBetter, absoluteFloor: 1_000_000,
    story: .init(
      origin: .init(wholeRun, .exact(1000)),
      meaning: """
        CPU time of the driver, its services and all that they started, from start to end, less what \
        the driver says of the story's steps: starting up, the fixture, stories that come before, digests \
        and answers, work that goes on after an answer, the farewell, and what was left behind. Children \
        whose parent does not wait for them because it ignores SIGCHLD are not in it.
        """),
    command: .init(
      meaning: "Commands have none: the CPU time of a command is that of its whole run."))

  static let wholeCPUTime = MetricDefinition(
    id: "whole-cpu-time", title: "CPU time, whole run", unit: .nanoseconds,
    polarity: .lowerIsBetter, absoluteFloor: 1_000_000,
    story: .init(
      origin: .init(wholeRun, .exact(1000)),
      meaning: """
        CPU time of the driver, its services and all that they started, from start to end, as the kernel \
        counted it, less the steps of stories that come before. It is the same wherever in the run the \
        work is done, so it shows work that only moved.
        """),
    command: .init(
      meaning: "Commands have none: the CPU time of a command is that of its whole run."))

  private static let wholeRun = "wait4 in the launcher, less the steps by the driver"
}

extension Metric {
  /// Greatest CPU use of the story's steps.
  public static let peakCPU = Metric(.peakCPU)
  /// CPU use of a whole command.
  public static let meanCPU = Metric(.meanCPU)
  /// Least CPU use of the story's steps.
  public static let lowestCPU = Metric(.lowestCPU)
  /// CPU use of everything else.
  public static let otherCPU = Metric(.otherCPU)
  /// CPU time of the core calls.
  public static let cpuTime = Metric(.cpuTime)
  /// CPU time in user mode.
  public static let userTime = Metric(.userTime)
  /// CPU time in the kernel.
  public static let systemTime = Metric(.systemTime)
  /// Elapsed time of the core calls.
  public static let wallTime = Metric(.wallTime)
  /// Elapsed time in which nothing computed.
  public static let offCPUTime = Metric(.offCPUTime)
  /// CPU time of the core calls and all that they started.
  public static let treeCPUTime = Metric(.treeCPUTime)
  /// CPU time of a whole run, outside of steps.
  public static let outsideCPUTime = Metric(.outsideCPUTime)
  /// CPU time of a whole run.
  public static let wholeCPUTime = Metric(.wholeCPUTime)
}
