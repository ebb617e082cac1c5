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
