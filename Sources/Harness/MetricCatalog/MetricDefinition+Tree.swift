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
