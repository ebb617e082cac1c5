/// What is known of a metric; see ``Metric`` for what its parts mean.
struct MetricDefinition: Sendable {
  let id: String
  let title: String
  let unit: MetricUnit
  let polarity: Polarity
  let exactness: Exactness
  let meaning: String
}

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
      of one CPU, mean from first to last sample: other processes, Rehearse, interrupts. Runs \
      shorter than 100 ms have none: the ticks are too coarse.
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

// Counts that repeat where times vary by percent. Who counts decides what is in the count, so each
// has a metric of its own: figures of the one are never set against those of the other.
extension MetricDefinition {
  static let instructions = MetricDefinition(
    id: "instructions", title: "Instructions", unit: .count, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: """
      Instructions in user mode of the core calls of the story's steps, counted by callgrind in \
      runs of their own ('--instructions'); whatever other threads of the app did during the steps \
      is in it, processes that it started are not. Threads take turns there, so what they do to \
      wait for each other may vary. Blind to the kernel's work, to caches and to the layout of the \
      code: the same count may take more time.
      """)

  static let hardwareInstructions = MetricDefinition(
    id: "hardware-instructions", title: "Instructions, by the processor", unit: .count,
    polarity: .lowerIsBetter, exactness: .exact,
    meaning: """
      Instructions in user mode of the core calls of the story's steps, counted by the processor \
      (perf_event_open) in runs of their own ('--instructions'); whatever other threads of the app, \
      and processes that it started, did during the core calls is in it. Many processors count one \
      more with each interrupt and page fault, and threads wait for each other as it happens, so it \
      repeats closely but not to the instruction. Blind to the kernel's work, to caches and to the \
      layout of the code: the same count may take more time.
      """)
}

// Figures of the driver and all the processes that it started, together; in the record of a run only
// where it started any.
extension MetricDefinition {
  static let treePeakMemory = MetricDefinition(
    id: "tree-peak-memory", title: "Peak memory, tree", unit: .bytes, polarity: .lowerIsBetter,
    exactness: .sampled,
    meaning: """
      The greatest sum of resident sets at one time of the driver and all the processes it \
      started, among the samples and step boundaries of the story's steps, and no less than \
      peak-memory; there only where it started any. A shorter spike of a child is not seen, and \
      pages that several processes share count once for each of them.
      """)

  static let treePeakCharged = MetricDefinition(
    id: "tree-peak-charged", title: "Peak memory charged, tree", unit: .bytes,
    polarity: .lowerIsBetter, exactness: .exactToCounterBatch,
    meaning: """
      The most that the control group of the driver and all that it started was charged with within \
      a step, the greatest of the story's steps, with the driver's own pages of files, and no less \
      than peak-memory; only where it started processes and a group could be made (as root, mostly). \
      However short a spike is, it is in, and shared pages count once. The driver joins the group \
      before it executes its program, so nothing is charged elsewhere but pages of files that others \
      had read; those of the processes it started, libraries among them, are not in it. The kernel's \
      own memory for the processes is in, 0.2 to 0.4 MB for 100 MB. Files that are read or written \
      meanwhile are taken off by the most of them that was seen at a look, 40 ms apart, or boundary; \
      what is written and dropped again in between is in it.
      """)

  static let treeCPUTime = MetricDefinition(
    id: "tree-cpu-time", title: "CPU time, tree", unit: .nanoseconds, polarity: .lowerIsBetter,
    exactness: .exactInGroup,
    meaning: """
      cpu-time and the CPU time of all processes that the driver started, those that have ended \
      included; only where it started any. Exact with a control group. Without one, what a \
      process used after it was last sampled is known from its parent's counters, to 20 ms for \
      each parent, and lost where the parent does not wait for it.
      """)

  static let treeProcesses = MetricDefinition(
    id: "tree-processes", title: "Processes", unit: .count, polarity: .context,
    exactness: .sampled,
    meaning: """
      The greatest number of processes seen at one time, the driver included; only where it \
      started any. Those that lived between two samples alone are not seen.
      """)
}
