// Counted events. Counts of instructions repeat where times vary by percent. Each counter counts other
// things, so each has its own metric: measurements of one are never compared with those of another.
extension MetricDefinition {
  static let minorFaults = MetricDefinition(
    id: "minor-faults", title: "Minor faults", unit: .count, polarity: .lowerIsBetter,
    absoluteFloor: 10,
    story: .init(
      origin: .init("getrusage in the driver", .exact(1)),
      meaning: "Page faults of the core calls that needed no storage access (getrusage)."),
    command: .init(
      origin: .init("wait4 in the launcher", .exact(1)),
      meaning: "Page faults \(ofTree) that needed no storage access (wait4)."),
    attached: .init(
      origin: .init("/proc/PID/stat of all processes", .sampled),
      meaning: countedWatched),
    service: .init(
      origin: .init("/proc/PID/stat", .exact(1)),
      meaning: "page faults of its process within the story's steps that needed no storage access.")
  )

  static let majorFaults = MetricDefinition(
    id: "major-faults", title: "Major faults", unit: .count, polarity: .lowerIsBetter,
    absoluteFloor: 10,
    story: .init(
      origin: .init("getrusage in the driver", .exact(1)),
      meaning: "Page faults of the core calls that had to read from storage (getrusage)."),
    command: .init(
      origin: .init("wait4 in the launcher", .exact(1)),
      meaning: "Page faults \(ofTree) that had to read from storage (wait4)."),
    attached: .init(
      origin: .init("/proc/PID/stat of all processes", .sampled),
      meaning: countedWatched),
    service: .init(
      origin: .init("/proc/PID/stat", .exact(1)),
      meaning: "page faults of its process within the story's steps that had to read from storage.")
  )

  static let voluntarySwitches = MetricDefinition(
    id: "voluntary-switches", title: "Voluntary switches", unit: .count, polarity: .lowerIsBetter,
    absoluteFloor: 10,
    story: .init(
      origin: .init("getrusage in the driver", .exact(1)),
      meaning: """
        How often the core calls gave up the CPU to wait, for a lock or storage (getrusage).
        """),
    command: .init(
      origin: .init("wait4 in the launcher", .exact(1)),
      meaning: "How often threads \(ofTree) gave up the CPU to wait (wait4)."),
    attached: .init(
      origin: .init("/proc/PID/task/TID/status of all threads", .sampled),
      meaning: switchesWatched))

  static let involuntarySwitches = MetricDefinition(
    id: "involuntary-switches", title: "Involuntary switches",
    unit: .count, polarity: .lowerIsBetter, absoluteFloor: 10, needsRunAlone: true,
    story: .init(
      origin: .init("getrusage in the driver", .exact(1)),
      meaning: """
        How often the scheduler took the CPU away during the core calls (getrusage); it says \
        more about the machine's load than about the app.
        """),
    command: .init(
      origin: .init("wait4 in the launcher", .exact(1)),
      meaning: """
        How often the scheduler took the CPU away from threads \(ofTree) (wait4); it says more about \
        the machine's load than about the command.
        """),
    attached: .init(
      origin: .init("/proc/PID/task/TID/status of all threads", .sampled),
      meaning: switchesWatched))

  static let storageRead = MetricDefinition(
    id: "storage-read", title: "Read from storage", unit: .bytes, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("read_bytes of /proc/PID/io", .exact(512)),
      meaning: """
        Bytes that the process had fetched from storage during the steps (read_bytes of \
        /proc/PID/io); it includes what the driver itself read, but not what the page cache answered.
        """),
    command: .init(
      origin: .init("ru_inblock of wait4", .exact(512)),
      meaning: """
        Bytes fetched from storage on behalf \(ofTree) (wait4, in blocks of 512); what the page cache answered \
        is not in it.
        """),
    attached: .init(
      origin: .init("/proc/PID/io of all processes", .sampled),
      meaning: countedWatched),
    service: .init(
      origin: .init("read_bytes of /proc/PID/io", .exact(512)),
      meaning: """
        bytes that its process had fetched from storage within the story's steps; what the page cache \
        answered is not in it.
        """))

  static let storageWritten = MetricDefinition(
    id: "storage-written", title: "Written to storage", unit: .bytes, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("write_bytes of /proc/PID/io", .exact(4096)),
      meaning: """
        Bytes of pages that the process made dirty during the steps (write_bytes of \
        /proc/PID/io); on a file system in memory it is 0. What the driver itself did is in it.
        """),
    command: .init(
      origin: .init("ru_oublock of wait4", .exact(512)),
      meaning: """
        Bytes of pages made dirty on behalf \(ofTree) (wait4, in blocks of 512); on a file system in memory it \
        is 0.
        """),
    attached: .init(
      origin: .init("/proc/PID/io of all processes", .sampled),
      meaning: countedWatched),
    service: .init(
      origin: .init("write_bytes of /proc/PID/io", .exact(4096)),
      meaning: """
        pages that its process made dirty within the story's steps, in bytes; what it prints goes to a file \
        and is in it.
        """))

  static let outlivingProcesses = MetricDefinition(
    id: "outliving-processes", title: "Processes left behind", unit: .count, polarity: .context,
    story: .init(
      origin: .init("the launcher, which adopts them", .exact(1)),
      meaning: """
        How many processes were still there when the driver's or the command's own process had ended, \
        and were ended by Rehearse: the launcher adopts what outlives its parent, wherever it went. \
        What a command's leftover processes had used until then is in its other measurements.
        """),
    service: .init(
      origin: .init("the launcher, which adopts what outlives its parent", .exact(1)),
      meaning: """
        processes that it left behind when it was asked to end, and that were ended by force. Present only \
        if there were any.
        """))

  static let treeProcesses = MetricDefinition(
    id: "tree-processes", title: "Processes", unit: .count, polarity: .context, needsRunAlone: true,
    story: .init(
      origin: .init("control group or /proc", .sampled),
      meaning: """
        The greatest number of processes seen at one time, the driver included; only if it \
        started any. Those that lived only between two samples are not seen.
        """),
    command: .init(
      meaning: """
        The greatest number of processes at one sample, the command's own included. Those that lived \
        only between two samples are not seen, and commands shorter than 20 ms have none.
        """),
    attached: .init(meaning: "\(allWatched) the greatest number at one sample."),
    service: .init(
      origin: .init("scans of /proc", .sampled),
      meaning: """
        the greatest number of processes of it at one time, its own included; present only if it started \
        any.
        """))

  static let instructions = MetricDefinition(
    id: "instructions", title: "Instructions", unit: .count, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("callgrind", .exact(1)),
      meaning: """
        Instructions in user mode of the core calls of the story's steps, counted by callgrind in \
        runs of their own ('--instructions'); it includes whatever other threads of the app did during \
        the steps, but not processes that it started. Threads take turns there, so what they do to \
        wait for each other may vary. Blind to the kernel's work, to caches and to the layout of the \
        code: the same count may take more time.
        """),
    command: .init(
      meaning: """
        Instructions in user mode \(ofTree), from start to end, loading included, counted by callgrind in \
        runs of their own ('--instructions'). Nothing is known of processes that outlive the command, nor \
        of what a process did before it executed another program in its place ('sh -c "work; exec app"'). \
        Blind to the kernel's work, to caches and to the layout of the code. The size of the \
        environment moves it by hundreds, so counts of other shells and machines may differ.
        """))

  static let hardwareInstructions = MetricDefinition(
    id: "hardware-instructions", title: "Instructions, by the processor",
    unit: .count, polarity: .lowerIsBetter,
    story: .init(
      origin: .init("perf_event_open, by the processor", .exact(1)),
      meaning: """
        Instructions in user mode of the core calls of the story's steps, counted by the processor \
        (perf_event_open) in runs of their own ('--instructions'); it includes whatever other threads of \
        the app, and processes that it started, did during the core calls. Many processors count one \
        more with each interrupt and page fault, and threads wait for each other as it happens, so it \
        repeats closely but not to the instruction. Blind to the kernel's work, to caches and to the \
        layout of the code: the same count may take more time.
        """),
    command: .init(
      meaning: """
        Instructions in user mode \(ofTree), from start to end, loading included, counted by the \
        processor (perf_event_open) in runs of their own ('--instructions'). Many processors count one \
        more with each interrupt and page fault, so it repeats closely but not to the instruction. \
        Blind to the kernel's work, to caches and to the layout of the code.
        """))
}

extension Metric {
  /// Page faults without storage access.
  public static let minorFaults = Metric(.minorFaults)
  /// Page faults with storage access.
  public static let majorFaults = Metric(.majorFaults)
  /// Waits.
  public static let voluntarySwitches = Metric(.voluntarySwitches)
  /// Preemptions.
  public static let involuntarySwitches = Metric(.involuntarySwitches)
  /// Bytes fetched from storage.
  public static let storageRead = Metric(.storageRead)
  /// Bytes sent to storage.
  public static let storageWritten = Metric(.storageWritten)
  /// Processes that a driver or a command left behind.
  public static let outlivingProcesses = Metric(.outlivingProcesses)
  /// Processes of the driver's tree.
  public static let treeProcesses = Metric(.treeProcesses)
  /// Instructions of the core calls, by callgrind.
  public static let instructions = Metric(.instructions)
  /// Instructions of the core calls, by the processor.
  public static let hardwareInstructions = Metric(.hardwareInstructions)
}
