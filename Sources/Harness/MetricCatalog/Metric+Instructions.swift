// A count that repeats to the instruction where times vary by percent.
extension Metric {
  /// Instructions of the core calls.
  public static let instructions = Metric(
    id: "instructions", title: "Instructions", unit: .count, polarity: .lowerIsBetter,
    exactness: .exact,
    meaning: """
      Instructions in user mode of the core calls of the story's steps, counted by callgrind in \
      runs of their own ('--instructions'); whatever other threads of the app did during the steps \
      is in it, processes that it started are not. Threads take turns there, so what they do to \
      wait for each other may vary. Blind to the kernel's work, to caches and to the layout of the \
      code: the same count may take more time.
      """)
}
