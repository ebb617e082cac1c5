/// Compares the programs that processes have executed or started with the pages. Each program that
/// counts has a page from its start.
struct StartedPrograms {
  /// The first program without a page; nil if all count.
  private(set) var uncounted: AllocationPage.Start?

  /// Compares the pages of all processes. The first process is nil if it counts nothing; then it has started so many
  /// programs without noting them.
  init(_ pages: some Sequence<AllocationPage>, first: Int32?, unnoted: Int) {
    // By process, as its number identifies the program. One process may execute several.
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
    // If several ran as one process, only a reason can tell which one is meant.
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
