// Every run-level figure covers the story's own steps; the steps that come before it (`after`)
// are recorded as steps but not counted, else a log-in would drown what the story costs.
extension MetricDefinition {
  static let peakMemory = MetricDefinition(
    id: "peak-memory", title: "Peak memory", unit: .bytes, polarity: .lowerIsBetter,
    exactness: .exactToCounterBatch,
    meaning: """
      The greatest resident set of any of the story's steps: VmHWM of /proc/PID/status, set back \
      through clear_refs before each step. A spike of more than half a megabyte is seen however \
      short it is; the driver's own pages are in it, and address-space randomisation moves it by \
      0.3 to 1.2 %.
      """)

  static let peakAnonymousMemory = MetricDefinition(
    id: "peak-anonymous-memory", title: "Anonymous peak", unit: .bytes,
    polarity: .lowerIsBetter, exactness: .exactToCounterBatch,
    meaning: """
      The greatest memory of any of the story's steps that no file backs (heap, stacks, changed \
      pages of libraries): VmHWM of /proc/PID/status less the resident pages of files and of \
      shared memory at the step's end. What the step still holds at its end is exact to the page; \
      of what it gave back before, the kernel's counters know the peak to their batches. In runs \
      without address randomisation the driver's files are mapped in full before each step, so that \
      the figure repeats; in others it is too low by the pages of files that were mapped after the \
      peak. Transparent huge pages, swapping and memory that threads take as it happens disturb \
      it. The driver's own pages are in it, those of processes that it started are not.
      """)

  static let lowestMemory = MetricDefinition(
    id: "lowest-memory", title: "Lowest memory", unit: .bytes, polarity: .lowerIsBetter,
    exactness: .sampled,
    meaning: """
      The smallest resident set among the samples and step boundaries of the story's steps \
      (/proc/PID/statm), the driver's own pages and processes that it started included; a shorter \
      dip is not seen.
      """)

  static let otherMemory = MetricDefinition(
    id: "other-memory", title: "Other processes' memory", unit: .bytes, polarity: .context,
    exactness: .sampled,
    meaning: """
      MemTotal - MemAvailable - the run's anonymous memory, mean over the samples: other \
      processes, the kernel and Rehearse itself.
      """)

  static let peakCPU = MetricDefinition(
    id: "peak-cpu", title: "Peak CPU", unit: .percent, polarity: .lowerIsBetter,
    exactness: .sampled,
    meaning: """
      The greatest share of one CPU over any 100 ms of the story's steps, or over all of them \
      where they are shorter. The kernel shows the time of running threads in ticks, so it is \
      right to 4 points at 250 Hz. It is the whole process's, the driver's own share and processes \
      that it started included. \
      Work that keeps one thread busy reads 100 whatever it costs: to compare builds, use \
      cpu-time.
      """)

  static let meanCPU = MetricDefinition(
    id: "mean-cpu", title: "Mean CPU", unit: .percent, polarity: .context, exactness: .exact,
    meaning: """
      CPU time over wall time, in percent of one CPU: 200 where two CPUs were busy all the time. \
      Only commands have it; a story's steps are too short for it to mean much.
      """)

  static let lowestCPU = MetricDefinition(
    id: "lowest-cpu", title: "Lowest CPU", unit: .percent, polarity: .lowerIsBetter,
    exactness: .sampled,
    meaning: """
      The smallest share of one CPU over any 100 ms of the story's steps, or over all of them \
      where they are shorter; as exact as peak-cpu.
      """)

  static let otherCPU = MetricDefinition(
    id: "other-cpu", title: "Other processes' CPU", unit: .percent, polarity: .context,
    exactness: .sampled,
    meaning: """
      Busy time of all CPUs (/proc/stat, ticks of 10 ms) less the run's own CPU time, in percent \
      of one CPU, mean from first to last sample: other processes, Rehearse, interrupts.
      """)

  static let cpuTime = MetricDefinition(
    id: "cpu-time", title: "CPU time", unit: .nanoseconds, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: """
      User and system time of all threads during the core calls of the story's steps, by the \
      process's CPU clock. The driver's reading, digesting and answering are not in it.
      """)

  static let userTime = MetricDefinition(
    id: "user-time", title: "CPU time, user", unit: .nanoseconds, polarity: .lowerIsBetter,
    exactness: .estimated,
    meaning: """
      The user part of the core calls' CPU time (getrusage). Most kernels split the time by what \
      they saw at their ticks, so over a few ticks it may all fall on one side. User and system \
      together exceed cpu-time by about a microsecond a call, the readings themselves.
      """)

  static let systemTime = MetricDefinition(
    id: "system-time", title: "CPU time, system", unit: .nanoseconds, polarity: .lowerIsBetter,
    exactness: .estimated,
    meaning: "The kernel's part of the core calls' CPU time (getrusage); as exact as user-time.")

  static let wallTime = MetricDefinition(
    id: "wall-time", title: "Wall time", unit: .nanoseconds, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: """
      Elapsed time of the core calls of the story's steps (monotonic clock). Other load on the \
      machine lengthens it.
      """)

  static let minorFaults = MetricDefinition(
    id: "minor-faults", title: "Minor faults", unit: .count, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: "Page faults of the core calls that needed no storage access (getrusage).")

  static let majorFaults = MetricDefinition(
    id: "major-faults", title: "Major faults", unit: .count, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: "Page faults of the core calls that had to read from storage (getrusage).")

  static let voluntarySwitches = MetricDefinition(
    id: "voluntary-switches", title: "Voluntary switches", unit: .count,
    polarity: .lowerIsBetter, exactness: .exact,
    meaning: "How often the core calls gave up the CPU to wait, for a lock or storage (getrusage).")

  static let involuntarySwitches = MetricDefinition(
    id: "involuntary-switches", title: "Involuntary switches", unit: .count,
    polarity: .lowerIsBetter, exactness: .exact,
    meaning: """
      How often the scheduler took the CPU away during the core calls (getrusage); it tells \
      more of the machine's load than of the app.
      """)

  static let storageRead = MetricDefinition(
    id: "storage-read", title: "Read from storage", unit: .bytes, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: """
      Bytes that the process had fetched from storage during the steps (read_bytes of \
      /proc/PID/io); what the page cache answered is not in it, what the driver itself did is.
      """)

  static let storageWritten = MetricDefinition(
    id: "storage-written", title: "Written to storage", unit: .bytes, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: """
      Bytes of pages that the process made dirty during the steps (write_bytes of \
      /proc/PID/io); on a file system in memory it is 0. What the driver itself did is in it.
      """)

  static let outlivingProcesses = MetricDefinition(
    id: "outliving-processes", title: "Processes left behind", unit: .count, polarity: .context,
    exactness: .exact,
    meaning: """
      How many processes were still there when the driver's or the command's own process had ended, \
      and were ended by Rehearse: the launcher adopts what outlives its parent, wherever it went. \
      What a command's had used until then is in its other figures.
      """)
}
