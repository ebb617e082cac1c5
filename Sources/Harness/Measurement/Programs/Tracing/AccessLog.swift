import Recording

/// The actions of a trace's processes on paths: which were inputs, and which they made themselves.
///
/// A path that was replaced before it was read is no input. Any other path is one, with all its uses until then.
public struct AccessLog: Sendable {
  /// The uses of one path.
  public struct Access: Sendable {
    /// How it was used before it was written.
    public var uses: Set<InputRecord.Use> = []
    /// A Boolean value indicating whether it was written.
    public var isWritten = false
    /// A Boolean value indicating whether nothing is left of what it held before.
    var isReplaced = false
  }

  /// The used paths, absolute and without dots.
  public internal(set) var accesses: [String: Access] = [:]
  /// The written paths that were renamed, linked or removed: all below them may be something else since.
  public internal(set) var moved: Set<String> = []
  /// The names by which programs were executed, with the working folders in which that was.
  var executed: [String: Set<String>] = [:]
  /// The sockets that were connected to, as in `InputRecord.sockets`.
  public internal(set) var connected: Set<String> = []
  /// The sockets that can reach others without a connection: their addresses, as far as known, by their numbers.
  var unconnected: [String: String] = [:]
  /// The names of System V's and POSIX's shared memory, semaphores and queues that were asked for.
  public internal(set) var kernelNames: Set<String> = []
  /// Those of them that the processes made.
  var madeNames: Set<String> = []
  /// The sockets that could not be bound, mostly because another has the same address.
  public internal(set) var unbound: Set<String> = []
  /// The files that only one process can have locked, and those that several can.
  public internal(set) var locked = (alone: Set<String>(), together: Set<String>())
  /// The reasons why not all that was used is known.
  public internal(set) var gaps: Set<InputRecord.Gap> = []
  /// The calls by which processes changed how the kernel schedules them, as in `OwnScheduling`.
  public internal(set) var scheduling: Set<String> = []
  /// The sockets that refused a connection.
  public internal(set) var refused: Set<String> = []
  /// The sockets that were bound.
  public internal(set) var bound: Set<String> = []
  /// A Boolean value indicating whether there were too many paths to keep.
  public private(set) var isFull = false
  private var made: Set<String> = []
  /// The targets of the links that the processes made.
  private var links: [String: String] = [:]
  /// The lines that can't be understood, or name a file that can't be known.
  private var unknown: Set<String> = []
  /// The calls that need a working folder which is unknown until the call that started their process returns.
  private var waiting: [Int32: [TracedCall]] = [:]
  private var folders: WorkingFolders
  private let limit: Int

  /// The most paths to keep.
  public static let usualLimit = 100_000

  /// Creates an empty log of at most so many paths, for a process that begins in a folder. Programs of these names are
  /// left out, with all that they start.
  init(in folder: String, leavingOut programs: Set<String> = [], limit: Int = usualLimit) {
    folders = WorkingFolders(folder)
    self.programs = programs
    self.limit = limit
  }

  private let programs: Set<String>
  private var leftOut: Set<Int32> = []

  /// The lines of the trace that can't be understood, or name a file that can't be known.
  var unread: Set<String> { unknown.union(waiting.values.joined().map(\.words)) }

  /// Adds what a line says.
  mutating func take(_ event: TraceEvent) {
    switch event {
    case .call(let call): take(call)
    case .starting(let process, let isShared): folders.begin(by: process, isShared: isShared)
    case .ended(let process):
      folders.end(process)
      leftOut.remove(process)
    case .unread(let words): note(words)
    }
  }

  private mutating func note(_ words: String) {
    // The first tell enough.
    if unknown.count < 10 { unknown.insert(String(words.prefix(200))) }
  }

  private mutating func take(_ call: TracedCall) {
    if let folder = call.workingFolder { folders[call.process] = folder }
    if TracedCall.starters.contains(call.name) { start(call) }
    if !programs.isEmpty, isLeftOut(call) { return }
    for path in call.illegiblePaths { note(path) }
    if call.isRelative, folders[call.process] == nil {
      waiting[call.process, default: []].append(call)
      return
    }
    noteMeeting(call)
    switch call.name {
    case "open": open(call, at: path(call, 0), flags: 1)
    case "creat": open(call, at: path(call, 0), flags: nil)
    case "openat", "openat2": open(call, at: path(call, 1, from: 0), flags: 2)
    case "execve": execute(call, path(call, 0))
    case "execveat":
      let named = call.text(1) == "" ? call.descriptor(0) : path(call, 1, from: 0)
      execute(call, named)
    case "getdents64", "getdents":
      if let folder = call.descriptor(0) { use(folder, .listed) }
    case "chdir":
      examine(call, path(call, 0))
      if call.succeeded { folders[call.process] = path(call, 0) }
    case "fchdir": if call.succeeded { folders[call.process] = call.descriptor(0) }
    case "clone", "clone3", "fork", "vfork": break
    case "connect": connect(call)
    case "bind": if call.succeeded, let socket = endpoint(call) { bound.insert(socket) }
    case "mkdir": make(call, path(call, 0))
    case "mkdirat": make(call, path(call, 1, from: 0))
    case "mknod": change(call, path(call, 0))
    case "symlink": link(call, path(call, 1), to: call.text(0))
    case "mknodat": change(call, path(call, 1, from: 0))
    case "symlinkat": link(call, path(call, 2, from: 1), to: call.text(0))
    case "link", "rename": move(call, path(call, 0), to: path(call, 1))
    case "linkat", "renameat", "renameat2":
      move(call, path(call, 1, from: 0), to: path(call, 3, from: 2))
    case "unlink", "rmdir": change(call, path(call, 0))
    case "unlinkat": change(call, path(call, 1, from: 0))
    case "truncate":
      let path = path(call, 0)
      examine(call, path)
      if call.succeeded, let path { write(path, keepsContent: true) }
    case "setpriority":
      guard call.succeeded, let value = call.arguments.dropFirst(2).first else { return }
      scheduling.insert("setpriority \(value)")
    case "sched_setscheduler", "sched_setparam", "sched_setattr", "sched_setaffinity":
      if call.succeeded { scheduling.insert(String(call.name)) }
    case "getcwd", "mount", "umount2", "socket", "flock", "shmget", "semget", "msgget", "mq_open",
      "unshare", "setns", "open_by_handle_at":
      break
    default:
      // All others query a path, with or without a folder's descriptor before it.
      let isAt = call.arguments.first.map { $0.first != "\"" } ?? false
      examine(call, isAt ? path(call, 1, from: 0) : path(call, 0))
    }
  }

  /// Notes that a call that starts a process has returned.
  private mutating func start(_ call: TracedCall) {
    let child = Int32(call.result)
    let isShared = call.arguments.contains { $0.contains("CLONE_FS") }
    let isThere = folders.start(child, by: call.process, isShared: isShared)
    guard let child else { return }
    if isThere, leftOut.contains(call.process) { leftOut.insert(child) }
    guard let calls = waiting.removeValue(forKey: child) else { return }
    let later = folders[child]
    folders[child] = folders[call.process]
    for call in calls { take(call) }
    if let later { folders[child] = later }
  }

  private mutating func isLeftOut(_ call: TracedCall) -> Bool {
    if call.name == "execve", call.succeeded, let path = path(call, 0) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if programs.contains(name) { leftOut.insert(call.process) }
    }
    return leftOut.contains(call.process)
  }

  private mutating func open(_ call: TracedCall, at path: String?, flags place: Int?) {
    guard let path else { return }
    guard call.succeeded else { return examine(call, path) }
    let flags = place.flatMap { call.arguments.indices.contains($0) ? call.arguments[$0] : nil }
    let words: Set<Substring> =
      place == nil
      ? ["O_WRONLY", "O_CREAT", "O_TRUNC"]
      : Set((flags ?? "").split { !($0.isLetter || $0 == "_") })
    let opened = call.resultPath ?? path
    if opened != path { use(path, .examined) }
    if opened.hasPrefix("/memfd:") { return }
    if words.contains("O_PATH") { return use(opened, .examined) }
    let isNew =
      words.contains("O_TRUNC") || words.isSuperset(of: ["O_CREAT", "O_EXCL"])
      || words.contains("O_TMPFILE")
    if isNew {
      write(opened)
    } else if words.contains("O_WRONLY") {
      // A program that was told that the file is missing has just made it.
      let wasMissing = accesses[opened]?.uses.contains(.missing) == true
      write(opened, keepsContent: !wasMissing || !words.contains("O_CREAT"))
    } else {
      use(opened, words.contains("O_DIRECTORY") ? .examined : .read)
      if words.contains("O_RDWR") {
        write(opened, keepsContent: true)
      } else if words.contains("O_CREAT"), Self.isOfInterest(opened) {
        // It may have made the file. Only what is to be locked is opened so.
        locked.alone.insert(opened)
      }
    }
  }

  private mutating func execute(_ call: TracedCall, _ path: String?) {
    guard call.succeeded else { return examine(call, path) }
    guard var path else { return note(call.words) }
    // The program that runs already.
    if path == "/proc/self/exe" || path == "/proc/thread-self/exe" { return }
    if !Self.isOfInterest(path) || path.hasPrefix("/memfd:") { return note(call.words) }
    var followed = 0
    while let target = links[path], followed < 40 {
      path = target
      followed += 1
    }
    use(path, .executed)
    executed[path, default: []].insert(folders[call.process] ?? "")
  }

  private mutating func link(_ call: TracedCall, _ path: String?, to target: String?) {
    change(call, path)
    guard call.succeeded, let path, let target else { return }
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    links[path] = Self.normalized(target.hasPrefix("/") ? target : folder + "/" + target)
  }

  /// Notes that a path was examined, or did not exist.
  private mutating func examine(_ call: TracedCall, _ path: String?) {
    guard let path else { return }
    let isMissing = call.error == "ENOENT" || call.error == "ENOTDIR"
    use(path, isMissing ? .missing : .examined)
  }

  private mutating func make(_ call: TracedCall, _ path: String?) {
    guard let path else { return }
    guard call.succeeded else { return examine(call, path) }
    write(path)
    made.insert(path)
  }

  private mutating func change(_ call: TracedCall, _ path: String?) {
    guard let path else { return }
    guard call.succeeded else { return examine(call, path) }
    write(path)
    moved.insert(path)
  }

  private mutating func move(_ call: TracedCall, _ source: String?, to target: String?) {
    guard let source, let target else { return }
    guard call.succeeded else {
      examine(call, source)
      return
    }
    if made.contains(source) { made.insert(target) }
    // Content that existed before is an input, whatever its new name.
    if accesses[source]?.isReplaced != true { use(source, .read) }
    let link = links[source]
    if call.name.hasPrefix("rename") {
      write(source)
      moved.insert(source)
    }
    write(target)
    moved.insert(target)
    links[target] = link
  }

  private mutating func connect(_ call: TracedCall) {
    guard let socket = endpoint(call) else { return }
    if call.succeeded || call.error == "EINPROGRESS" || call.error == "EAGAIN" {
      connected.insert(socket)
    } else {
      refused.insert(socket)
    }
  }

  private mutating func use(_ path: String, _ use: InputRecord.Use) {
    guard Self.isOfInterest(path) else { return }
    if var access = accesses[path] {
      let isOwn = access.isReplaced || access.isWritten && use != .read && use != .executed
      if isOwn || access.uses.contains(use) { return }
      access.uses.insert(use)
      accesses[path] = access
    } else if !isMade(path), hasRoom() {
      accesses[path] = Access(uses: [use])
    }
  }

  private mutating func write(_ path: String, keepsContent: Bool = false) {
    guard Self.isOfInterest(path), accesses[path] != nil || hasRoom() else { return }
    if !keepsContent { links[path] = nil }
    accesses[path, default: Access()].isWritten = true
    if !keepsContent { accesses[path]?.isReplaced = true }
  }

  private mutating func hasRoom() -> Bool {
    if accesses.count >= limit { isFull = true }
    return !isFull
  }

  private func isMade(_ path: String) -> Bool {
    if made.isEmpty { return false }
    var place = path[...]
    while let slash = place.utf8.lastIndex(of: UInt8(ascii: "/")) {
      place = place[..<slash]
      if made.contains(String(place)) { return true }
    }
    return false
  }

  /// Returns whether a path can be an input: virtual files of the kernel can't.
  static func isOfInterest(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/") else { return false }
    if path == "/" { return false }
    for folder in ["/proc", "/sys", "/dev"] where path.hasPrefix(folder) {
      let rest = path.dropFirst(folder.count)
      if rest.isEmpty || rest.first == "/" { return path.hasPrefix("/dev/shm/") }
    }
    return true
  }
}

/// The paths of calls.
extension AccessLog {
  /// The absolute path of an argument, without dots; nil if there is none. `descriptor` is the position of
  /// the folder that it is relative to; nil for the process's own.
  mutating func path(_ call: TracedCall, _ place: Int, from descriptor: Int? = nil)
    -> String?
  {
    guard let text = call.text(place) else { return nil }
    if text.isEmpty { return nil }
    if text.utf8.first == UInt8(ascii: "/") { return Self.normalized(text) }
    let folder = descriptor.flatMap(call.descriptor) ?? folders[call.process]
    return folder.map { Self.normalized($0 + "/" + text) }
  }

  /// The path without `.`, `..` and double slashes.
  static func normalized(_ path: String) -> String {
    let isPlain =
      !path.contains("//") && !path.contains("/.") && (path == "/" || path.utf8.last != 47)
    if isPlain { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The other end of a connection, or the name that a socket is bound to; nil for families without one.
  mutating func endpoint(_ call: TracedCall) -> String? {
    guard call.arguments.count > 1 else { return nil }
    let address = String(call.arguments[1])
    if let path = address.firstMatch(of: /sun_path=(@?)"((?:[^"\\]|\\.)*)"/) {
      let name = String(path.2)
      if !path.1.isEmpty { return "unix:@\(name)" }
      if name.isEmpty { return nil }
      let isAbsolute = name.hasPrefix("/")
      return "unix:"
        + Self.normalized(isAbsolute ? name : (folders[call.process] ?? "") + "/" + name)
    }
    guard let port = address.firstMatch(of: /port=htons\((\d+)\)/)?.1, port != "0" else {
      return nil
    }
    let host = address.firstMatch(of: /inet_(?:addr\(|pton\(AF_INET6, )"([^"]*)"/)?.1 ?? "?"
    return "\(host.contains(":") ? "[\(host)]" : String(host)):\(port)"
  }
}

extension TracedCall {
  /// The working folder of its process, if the call reports it.
  fileprivate var workingFolder: String? {
    arguments.prefix(3).firstIndex { $0.hasPrefix("AT_FDCWD<") }.flatMap(descriptor)
  }

  /// A Boolean value indicating whether it needs the working folder, and does not report it.
  fileprivate var isRelative: Bool {
    workingFolder == nil && arguments.first?.first == "\""
      && arguments.prefix(2).contains { $0.hasPrefix("\"") && !$0.hasPrefix("\"/") }
  }

  /// It, as printed, without what follows its paths.
  fileprivate var words: String { "\(name)(\(arguments.prefix(2).joined(separator: ", ")))" }
}
