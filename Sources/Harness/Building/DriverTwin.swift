import Foundation
import Glibc
import Recording

/// A build beside itself: byte-identical copies of its executables, each at a path of the same length,
/// so that both are as far apart as two builds without a difference can be.
///
/// The path is an argument of the process, and its length moves the stack. One file alone would be in
/// memory once for both sides, as two builds never are.
public final class DriverTwin {
  /// The copies, as a build of their own.
  public let driver: BuiltDriver
  /// Whether they are copies; else the driver itself under another name, since it is a command of several
  /// words, whose program may belong to others, or can't be copied where it lies.
  public let isCopy: Bool
  private var copies: [Copy]

  /// Copies a build's executables, each beside itself, where it finds what belongs to it.
  /// - Parameter name: what the copy is called.
  public init(of driver: BuiltDriver, named name: String) {
    var record = driver.record
    record.name = name
    let copies = driver.commands.compactMap { command in
      command.count == 1 ? Copy.make(of: command[0]) : nil
    }
    let isComplete = copies.count == driver.commands.count
    if isComplete { record.recipe += ", copied" }
    self.copies = isComplete ? copies : []
    isCopy = !self.copies.isEmpty
    if !isComplete { copies.forEach { $0.remove() } }
    self.driver = BuiltDriver(
      record: record, commands: isComplete ? copies.map { [$0.path] } : driver.commands)
  }

  deinit { remove() }

  /// Removes the copies.
  public func remove() {
    copies.forEach { $0.remove() }
    copies = []
  }

  /// A copy of an executable, with a mark beside it that is locked as long as a process uses it. So a
  /// copy that a killed process left is told from others' files, and the next process removes it.
  private struct Copy {
    let path: String
    let mark: String
    let lock: Int32

    /// A copy beside the executable, whose path differs in its last character; nil where it can't be
    /// made.
    static func make(of path: String) -> Copy? {
      let source = URL(filePath: path).resolvingSymlinksInPath().path
      for character in "0123456789" where path.last != character {
        let copy = String(path.dropLast()) + String(character)
        let mark = mark(of: copy)
        removeOrphan(copy, mark)
        if FileManager.default.fileExists(atPath: copy) { continue }
        let lock = open(mark, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        // Another process is making it, or the folder takes no files.
        guard lock >= 0 else { continue }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
          close(lock)
          continue
        }
        do {
          try FileManager.default.copyItem(atPath: source, toPath: copy)
          return Copy(path: copy, mark: mark, lock: lock)
        } catch {
          // Another program may have taken the name meanwhile.
          unlink(mark)
          close(lock)
        }
      }
      return nil
    }

    func remove() {
      unlink(path)
      unlink(mark)
      close(lock)
    }

    private static func mark(of copy: String) -> String {
      let url = URL(filePath: copy)
      let name = ".\(url.lastPathComponent).rehearse-twin"
      return url.deletingLastPathComponent().appending(path: name).path
    }

    /// Removes a copy whose mark nobody has locked.
    private static func removeOrphan(_ copy: String, _ mark: String) {
      let lock = open(mark, O_RDWR | O_CLOEXEC)
      guard lock >= 0 else { return }
      defer { close(lock) }
      var (own, current) = (stat(), stat())
      // Another process may have removed it, and made a new one, meanwhile.
      guard flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &own) == 0, stat(mark, &current) == 0,
        own.st_ino == current.st_ino
      else { return }
      unlink(copy)
      unlink(mark)
    }
  }
}
