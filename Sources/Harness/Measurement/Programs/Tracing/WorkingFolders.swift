/// The working folders of a trace's processes. Threads share one.
///
/// A process may do much before the call that started it returns.
struct WorkingFolders {
  /// The folders; nil for one that is unknown.
  private var paths: [String?]
  /// The places of processes' folders among them.
  private var places: [Int32: Int] = [:]
  /// The processes that are starting another, and whether that shares their folder.
  private var starting: [Int32: Bool] = [:]
  /// The processes that a call has started and returned.
  private var started: Set<Int32> = []
  /// Those that have ended before that call returned.
  private var endedEarly: Set<Int32> = []

  init(_ first: String) { paths = [first] }

  /// A process's folder; nil if it is unknown.
  subscript(_ process: Int32) -> String? {
    mutating get { paths[place(of: process)] }
    set { paths[place(of: process)] = newValue }
  }

  /// Notes that a process is about to start another.
  mutating func begin(by process: Int32, isShared: Bool) {
    _ = place(of: process)
    starting[process] = isShared
  }

  /// Notes that a call that starts a process has returned; `child` is nil if it failed.
  /// - Returns: whether the process has not ended yet.
  mutating func start(_ child: Int32?, by process: Int32, isShared: Bool) -> Bool {
    starting[process] = nil
    guard let child else { return false }
    if endedEarly.remove(child) != nil { return false }
    if places[child] == nil { places[child] = place(from: process, isShared) }
    started.insert(child)
    return true
  }

  /// Notes that a process has ended: its number may be that of another from now on.
  mutating func end(_ process: Int32) {
    (places[process], starting[process]) = (nil, nil)
    if started.remove(process) == nil { endedEarly.insert(process) }
  }

  private mutating func place(of process: Int32) -> Int {
    if let place = places[process] { return place }
    let place: Int
    if places.isEmpty, started.isEmpty {
      place = 0
      started.insert(process)
    } else if starting.count == 1, let (parent, isShared) = starting.first {
      place = self.place(from: parent, isShared)
    } else {
      // One of several has started it.
      let folders = Set(starting.keys.map { self[$0] })
      place = add(folders.count == 1 ? folders.first ?? nil : nil)
    }
    places[process] = place
    return place
  }

  private mutating func place(from parent: Int32, _ isShared: Bool) -> Int {
    isShared ? place(of: parent) : add(self[parent])
  }

  private mutating func add(_ path: String?) -> Int {
    paths.append(path)
    return paths.count - 1
  }
}
