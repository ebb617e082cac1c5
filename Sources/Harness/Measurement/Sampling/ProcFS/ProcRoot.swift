import Glibc
import SystemPackage

/// The root of a proc file system; tests use their own folder instead.
public struct ProcRoot: Sendable, Equatable {
  /// The path at which it is mounted.
  public let path: FilePath
  private let text: String
  /// A Boolean value indicating whether to use lists of children if they exist.
  let usesChildLists: Bool

  /// Creates a root; `/proc` by default. Lists of children, which some kernels lack, need not be used.
  public init(_ path: FilePath = "/proc", usingChildLists: Bool = true) {
    self.path = path
    text = path.string
    usesChildLists = usingChildLists
  }

  /// A file about the whole machine, such as `stat`.
  public func file(_ name: String, capacity: Int = 4096) throws(SamplingError) -> ProcFile {
    try ProcFile(FilePath("\(text)/\(name)"), capacity: capacity)
  }

  /// A file of one process, such as `statm`.
  public func file(_ name: String, of pid: Int32) throws(SamplingError) -> ProcFile {
    try ProcFile(place(of: name, in: pid))
  }

  /// The path of something in a process's folder, such as `fd`. Appending part by part takes several times as long.
  public func place(of name: String, in pid: Int32) -> FilePath {
    FilePath("\(text)/\(pid)/\(name)")
  }

  /// The folder of a process.
  public func folder(of pid: Int32) -> FilePath { FilePath("\(text)/\(pid)") }

  /// A Boolean value indicating whether other users' processes are hidden, as with the mount option
  /// `hidepid=2`.
  ///
  /// Process 1 always exists, and mostly belongs to another user.
  public var hidesOthers: Bool { access("\(text)/1", F_OK) != 0 && errno == ENOENT }

  /// The visible processes, in no order.
  /// - Throws: ``SamplingError/unreadable(path:errno:)``.
  public func processes() throws(SamplingError) -> [Int32] { try Self.numbers(in: path) }

  /// The threads of a process.
  /// - Throws: ``SamplingError/unreadable(path:errno:)`` if the process has gone.
  public func threads(of pid: Int32) throws(SamplingError) -> [Int32] {
    try Self.numbers(in: place(of: "task", in: pid))
  }

  /// The folder of one thread.
  public func folder(of thread: Int32, in pid: Int32) -> FilePath {
    place(of: "task/\(thread)", in: pid)
  }

  /// The folder of a living thread, which shows the process's memory if its first thread has ended.
  /// - Returns: nil if all have ended.
  public func livingThread(of pid: Int32) -> FilePath? {
    let others = ((try? threads(of: pid)) ?? []).filter { $0 != pid }
    return others.map { folder(of: $0, in: pid) }.first { thread in
      let memory = try? WholeFile.read(thread.appending("statm"), ProcessMemory.init)
      return memory.map { $0.resident > 0 } ?? false
    }
  }

  /// A Boolean value indicating whether programs can have huge pages from the kernel's pool
  /// (hugetlb), which are in no resident set.
  public var hasHugePages: Bool {
    let pool = try? WholeFile.read(path.appending("meminfo")) { text throws(SamplingError) in
      (text.numberIfPresent(after: "Hugetlb:") ?? 0)
        + (text.numberIfPresent(after: "HugePages_Total:") ?? 0)
    }
    let more = try? WholeFile.read(path.appending("sys/vm/nr_overcommit_hugepages")) { text in
      text.numbers(count: 1).first ?? 0
    }
    return (pool ?? 0) > 0 || (more ?? 0) > 0
  }

  /// The children of a process that live or were not yet waited for, from its threads' files.
  /// - Throws: ``SamplingError/unreadable(path:errno:)`` if the process has gone, or the kernel has
  ///   no such files.
  public func children(of pid: Int32) throws(SamplingError) -> [Int32] {
    try children(of: threads(of: pid), in: pid)
  }

  /// The children of a process's threads, which are known already.
  /// - Throws: ``SamplingError/unreadable(path:errno:)`` if the kernel has no such files.
  public func children(of threads: [Int32], in pid: Int32) throws(SamplingError) -> [Int32] {
    var children: [Int32] = []
    for thread in threads {
      let path = place(of: "task/\(thread)/children", in: pid)
      do {
        children += try WholeFile.read(path, ProcText.children)
      } catch {
        // A thread may end at any time; another then takes over its children.
        guard case .unreadable = error, access(folder(of: thread, in: pid).string, F_OK) != 0
        else { throw error }
      }
    }
    return children
  }

  /// A Boolean value indicating whether lists of children exist and are to be used.
  public var hasChildren: Bool {
    let own = getpid()
    return usesChildLists
      && access("\(text)/\(own)/task/\(own)/children", R_OK) == 0
  }

  /// Processes and all that descend from them, parents first.
  public func family(of pids: [Int32]) -> [Int32] {
    let known = hasChildren ? nil : childrenByScan
    var found = pids
    var seen = Set(pids)
    var next = 0
    while next < found.count {
      // A process that ends meanwhile has no children any more.
      let children = known.map { $0[found[next]] ?? [] } ?? (try? children(of: found[next])) ?? []
      for child in children where seen.insert(child).inserted { found.append(child) }
      next += 1
    }
    return found
  }

  private var childrenByScan: [Int32: [Int32]] {
    var children: [Int32: [Int32]] = [:]
    for pid in (try? processes()) ?? [] {
      guard let file = try? file("stat", of: pid),
        let stat = try? file.read(ProcessStat.init)
      else { continue }
      children[stat.parent, default: []].append(pid)
    }
    return children
  }

  /// A folder's entries, as far as they can be read. `take` converts a name, which ends with a
  /// zero, or returns nil to skip it.
  /// - Throws: ``SamplingError/unreadable(path:errno:)``.
  public static func entries<Entry>(
    of folder: FilePath, take: (UnsafeRawBufferPointer) -> Entry?
  ) throws(SamplingError) -> [Entry] {
    guard let stream = opendir(folder.string) else {
      throw .unreadable(path: folder, errno: Errno(rawValue: errno))
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      if let taken = withUnsafeBytes(of: &entry.pointee.d_name, take) { entries.append(taken) }
    }
    return entries
  }

  private static func numbers(in folder: FilePath) throws(SamplingError) -> [Int32] {
    try entries(of: folder) { Self.number($0) }
  }

  private static func number(_ name: UnsafeRawBufferPointer) -> Int32? {
    var value: Int32?
    for byte in name.prefix(while: { $0 != 0 }) {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = (value ?? 0) &* 10 &+ Int32(digit)
    }
    return value
  }
}
