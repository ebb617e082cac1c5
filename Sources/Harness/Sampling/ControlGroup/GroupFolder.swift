import Foundation
import Glibc
import ProcFS
import Synchronization
public import SystemPackage

/// A control group's folder in one hierarchy, made by us.
struct GroupFolder: Sendable {
  let path: FilePath
  /// 1, a hierarchy of its own for each controller, or 2, one for all.
  let version: Int
  /// Tells others that the group is in use.
  private let lock: DirectoryLock

  /// Makes it below the group that Rehearse is in.
  init(
    named name: String, for controller: String, in groups: ControlGroups
  ) throws(GroupRefused) {
    guard let own = groups.group(of: controller) else {
      throw GroupRefused(reason: "no hierarchy for '\(controller)' is mounted")
    }
    Self.removeOrphans(in: FilePath(own.folder))
    path = FilePath(own.folder).appending(name)
    version = own.version
    while true {
      guard mkdir(path.string, 0o755) == 0 else {
        throw GroupRefused(reason: "\(path) could not be made: \(Errno(rawValue: errno))")
      }
      switch DirectoryLock.take(path, waits: true) {
      case .held(let lock): self.lock = lock
      // Another process took it for left over before it was locked.
      case .gone: continue
      // The next one would take it for left over, and end what runs in it.
      case .anothers:
        rmdir(path.string)
        throw GroupRefused(reason: "\(path) could not be locked")
      }
      return
    }
  }

  private static let prefix = "rehearse-"

  /// A name that no other group has, with the pid of the process that made it.
  static var freshName: String { "\(prefix)\(getpid())-\(UUID().uuidString)" }

  /// Removes what others left that were killed, with the processes that may still be in it: groups with
  /// names as ours, of this user, which nobody has locked. A group is no folder of files: there is nothing
  /// else to lose.
  static func removeOrphans(in folder: FilePath) {
    for name in names(in: folder)
    where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count + 36 {
      let path = folder.appending(name)
      guard case .held(let lock) = DirectoryLock.take(path, waits: false) else { continue }
      defer { lock.release() }
      removeTree(path)
    }
  }

  /// Removes a group from the inside out, for one with groups in it can't be removed, however often it is
  /// tried. What runs in them was started by the process that was killed.
  ///
  /// Nobody waits for what can't be ended, as another user's process: it costs one try at each start.
  private static func removeTree(_ path: FilePath) {
    var hasEnded = false
    // What was killed leaves its group a moment later than it seems to have ended.
    for _ in 0..<50 {
      let groups = [path] + inner(path, depth: 1)
      for process in groups.flatMap(members) where kill(process, SIGKILL) == 0 { hasEnded = true }
      for group in groups.reversed() { rmdir(group.string) }
      guard hasEnded, isFolder(path) else { return }
      usleep(1000)
    }
  }

  /// The groups within a group, each before those in it.
  private static func inner(_ path: FilePath, depth: Int) -> [FilePath] {
    // A Rehearse within Rehearse has two levels; nobody needs as many.
    guard depth < 16, mayHaveInner(path) else { return [] }
    return names(in: path).map { path.appending($0) }.filter(isFolder)
      .flatMap { [$0] + inner($0, depth: depth + 1) }
  }

  /// A folder's links are its own two and one of each folder in it. It is asked with every look for processes.
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

  /// Where a process of a single thread joins. In version 1 a thread may join for itself, for which
  /// the kernel waits for nobody (some 0.3 ms); for a whole process it first waits until no thread on
  /// the machine is amid starting or ending, 14 ms. Version 2 has no such file.
  var joiningFile: FilePath { path.appending(version == 1 ? "tasks" : "cgroup.procs") }

  func write(_ text: String, to file: FilePath.Component) throws {
    let descriptor = try FileDescriptor.open(
      path.appending(file), .writeOnly, options: .closeOnExec)
    try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
  }

  /// The processes in it, and in the groups that they made in it and moved to.
  var members: [Int32] { ([path] + Self.inner(path, depth: 1)).flatMap(Self.members) }

  private static func members(of path: FilePath) -> [Int32] {
    let lines = try? WholeFile.read(path.appending("cgroup.procs")) { text throws(ProcFSError) in
      text.lines.compactMap { Int32($0) }
    }
    return lines ?? []
  }

  /// Removes the group, which `init` made, with those that what ran in it made. A process that was killed
  /// leaves it a moment later than it seems to have ended.
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

/// Marks a directory as one that a living process uses, by flock(2) on the directory itself.
///
/// The kernel takes the lock back however the process ends, and knows it across containers, whose
/// process numbers mean nothing to each other. So what is not locked was left behind by a process that
/// was killed, and the next one may remove it. Where a file system knows no such locks, nothing is held
/// and nothing removed.
public final class DirectoryLock: Sendable {
  /// The result of trying to lock a directory.
  public enum Outcome: Sendable {
    /// It is locked.
    case held(DirectoryLock)
    /// There is none of that name any more.
    case gone
    /// Another process has it, or another user, or it can't be locked.
    case anothers
  }

  /// Nil once it is released.
  private let descriptor: Mutex<Int32?>

  private init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { release() }

  /// Locks a directory of this user.
  /// - Parameters:
  ///   - mode: the permissions that it must have; nil for any.
  ///   - waits: until no other process holds it, rather than telling so.
  public static func take(_ path: FilePath, mode: mode_t? = nil, waits: Bool) -> Outcome {
    // Never handed down: a child that lives on would keep the lock.
    let descriptor = open(path.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { return errno == ENOENT ? .gone : .anothers }
    var opened = stat()
    guard fstat(descriptor, &opened) == 0, opened.st_uid == geteuid(),
      // What a folder inherits of the one around it, its group, is nobody's mark.
      mode.map({ opened.st_mode & 0o7777 & ~S_ISGID == $0 }) ?? true, hold(descriptor, waits: waits)
    else {
      close(descriptor)
      return .anothers
    }
    var named = stat()
    guard lstat(path.string, &named) == 0, named.st_ino == opened.st_ino,
      named.st_dev == opened.st_dev
    else {
      // Locked is one that was removed meanwhile, and whose name is free or another's.
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

  /// Gives the directory back.
  public func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
  }
}
