import Foundation
import Glibc
import Synchronization
public import SystemPackage

/// A control group's folder in one hierarchy, made by Rehearse.
struct GroupFolder: Sendable {
  let path: FilePath
  /// 1 for one hierarchy per controller, or 2 for one hierarchy in all.
  let version: Int
  /// Shows others that the group is in use.
  private let lock: DirectoryLock

  /// Makes it below the group of Rehearse.
  init(named name: String, for controller: String, in groups: ControlGroups) throws(SamplingError) {
    guard let own = groups.group(of: controller) else { throw .noHierarchy(controller: controller) }
    Self.removeOrphans(in: FilePath(own.folder))
    path = FilePath(own.folder).appending(name)
    version = own.version
    while true {
      guard mkdir(path.string, 0o755) == 0 else {
        throw .groupNotMade(path, Errno(rawValue: errno))
      }
      switch DirectoryLock.take(path, waits: true) {
      case .held(let lock): self.lock = lock
      // Another process took it for a leftover before it was locked.
      case .gone: continue
      // The next one would take it for a leftover, and kill what runs in it.
      case .anothers:
        rmdir(path.string)
        throw .groupNotLocked(path)
      }
      return
    }
  }

  private static let prefix = "rehearse-"

  /// A unique name, with the pid of the process that made it.
  static var freshName: String { "\(prefix)\(getpid())-\(UUID().uuidString)" }

  /// Removes groups left by killed processes, with the processes that may still be in them: this user's
  /// unlocked groups with names like ours. A group has no files of its own, so nothing else is lost.
  static func removeOrphans(in folder: FilePath) {
    for name in names(in: folder)
    where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count + 36 {
      let path = folder.appending(name)
      guard case .held(let lock) = DirectoryLock.take(path, waits: false) else { continue }
      defer { lock.release() }
      removeTree(path)
    }
  }

  /// Removes a group and the groups in it, innermost first, because a group with groups in it can't
  /// be removed. The processes in them were started by the killed process.
  ///
  /// It does not wait for processes that can't be killed, such as another user's: they cost one try
  /// at each start.
  private static func removeTree(_ path: FilePath) {
    var hasEnded = false
    // A killed process leaves its group a moment after it seems to have ended.
    for _ in 0..<50 {
      let groups = [path] + inner(path, depth: 1)
      for process in groups.flatMap(members) where kill(process, SIGKILL) == 0 { hasEnded = true }
      for group in groups.reversed() { rmdir(group.string) }
      guard hasEnded, isFolder(path) else { return }
      usleep(1000)
    }
  }

  /// The groups within a group, each before those inside it.
  private static func inner(_ path: FilePath, depth: Int) -> [FilePath] {
    // A Rehearse within Rehearse has two levels; this is far more than needed.
    guard depth < 16, mayHaveInner(path) else { return [] }
    return names(in: path).map { path.appending($0) }.filter(isFolder)
      .flatMap { [$0] + inner($0, depth: depth + 1) }
  }

  /// A folder has two links, and one for each folder in it. This is checked at each scan for processes.
  private static func mayHaveInner(_ path: FilePath) -> Bool {
    var facts = stat()
    return lstat(path.string, &facts) != 0 || facts.st_nlink != 2
  }

  private static func names(in folder: FilePath) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var facts = stat()
    return lstat(path.string, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The file through which a single-threaded process joins. In version 1 a thread may join by
  /// itself, for which the kernel waits for nothing (some 0.3 ms). For a whole process it first
  /// waits until no thread on the machine is starting or ending, 14 ms. Version 2 has no such file.
  var joiningFile: FilePath { path.appending(version == 1 ? "tasks" : "cgroup.procs") }

  func write(_ text: String, to file: FilePath.Component) throws {
    let descriptor = try FileDescriptor.open(
      path.appending(file), .writeOnly, options: .closeOnExec)
    try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
  }

  /// The processes in it, and in groups that they made in it.
  var members: [Int32] { ([path] + Self.inner(path, depth: 1)).flatMap(Self.members) }

  private static func members(of path: FilePath) -> [Int32] {
    let lines = try? WholeFile.read(path.appending("cgroup.procs")) { text throws(SamplingError) in
      text.lines.compactMap { Int32($0) }
    }
    return lines ?? []
  }

  /// Removes the group, and the groups that its processes made in it. A killed process leaves its
  /// group a moment after it seems to have ended.
  func remove() {
    var turns = 1000
    while rmdir(path.string) != 0, errno == EBUSY, turns > 0 {
      turns -= 1
      for group in Self.inner(path, depth: 1).reversed() { rmdir(group.string) }
      usleep(1000)
    }
    lock.release()
  }
}

/// Marks a directory as used by a living process, with flock(2) on the directory itself.
///
/// The kernel releases the lock however the process ends, and locks work across containers, which have
/// separate process numbers. So an unlocked directory was left behind by a killed process, and the next
/// process may remove it. If a file system has no such locks, nothing is locked and nothing removed.
public final class DirectoryLock: Sendable {
  /// The result of trying to lock a directory.
  public enum Outcome: Sendable {
    case held(DirectoryLock)
    /// The directory no longer exists.
    case gone
    /// Another process or user has it, or it can't be locked.
    case anothers
  }

  /// Nil once released.
  private let descriptor: Mutex<Int32?>

  private init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { release() }

  /// Locks a directory of this user, which must have the permissions `mode`; nil for any. If `waits` is true,
  /// waits until no other process holds it.
  public static func take(_ path: FilePath, mode: mode_t? = nil, waits: Bool) -> Outcome {
    // Closed on exec: a child that outlives this process would keep the lock.
    let descriptor = open(path.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { return errno == ENOENT ? .gone : .anothers }
    var opened = stat()
    guard fstat(descriptor, &opened) == 0, opened.st_uid == geteuid(),
      // The set-group-ID bit does not count: a folder inherits it from its parent.
      mode.map({ opened.st_mode & 0o7777 & ~S_ISGID == $0 }) ?? true, hold(descriptor, waits: waits)
    else {
      close(descriptor)
      return .anothers
    }
    var named = stat()
    guard lstat(path.string, &named) == 0, named.st_ino == opened.st_ino,
      named.st_dev == opened.st_dev
    else {
      // The locked directory was removed meanwhile; its name is free or reused.
      close(descriptor)
      return .gone
    }
    return .held(DirectoryLock(descriptor: descriptor))
  }

  private static func hold(_ descriptor: Int32, waits: Bool) -> Bool {
    while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Releases the directory. Closing alone would leave it with a child that has not executed its program yet.
  public func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor {
        flock(open, LOCK_UN)
        close(open)
      }
      descriptor = nil
    }
  }
}
