/// The programs that processes executed and started, beside the pages that began with them: each has one
/// from its start on, if it counts.
struct StartedPrograms {
  /// The first one that has none; nil where all count.
  private(set) var uncounted: AllocationPage.Start?

  /// Compares them.
  /// - Parameters:
  ///   - pages: of all processes.
  ///   - first: the process that was started as the first; nil where that is one which counts nothing.
  ///   - unnoted: how many programs that one has started, which noted none.
  init(_ pages: some Sequence<AllocationPage>, first: Int32?, unnoted: Int) {
    // By process: its number says which program is meant. A process may execute several.
    var counted: [Int32: Int] = [:]
    var known: [AllocationPage.Start] = []
    var nameless: [AllocationPage.Start] = []
    var others = unnoted
    for page in pages {
      if page.isProgram { counted[page.process, default: 0] += 1 }
      for start in page.starts {
        if start.process == nil { nameless.append(start) } else { known.append(start) }
      }
      others += page.otherStarts
    }
    for process in known.compactMap(\.process) + [first].compactMap(\.self) {
      counted[process, default: 0] -= 1
    }
    let missing = known.filter { counted[$0.process ?? 0, default: 0] < 0 }
    // Which it is of several that ran as one process, the reason tells if anything does.
    uncounted = missing.first { $0.reason != nil } ?? missing.last
    guard uncounted == nil else { return }
    uncounted = nameless.first { $0.reason != nil }
    let rest = counted.values.reduce(0, +)
    guard uncounted == nil, rest < nameless.count + others else { return }
    uncounted =
      known.first { $0.reason != nil } ?? nameless.last
      ?? AllocationPage.Start(process: nil, program: "", reason: nil)
  }
}
