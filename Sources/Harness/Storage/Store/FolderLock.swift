import Foundation
import Glibc

/// Lets one process at a time work in a folder, with flock(2) on the folder itself, so that no file
/// is left behind. If a file system has no such locks, nobody waits.
///
/// Anyone who can read the folder can lock it, for any purpose and as long as they like. So the
/// holder is reported, and waiting ends. Rehearse itself holds it for milliseconds.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// When waiting is reported, and when it ends, in tenths of a second.
  private static let (patience, limit) = (10, 300)

  /// Waits until no other process holds the folder, for `limit` tenths of a second at most. `note` receives a
  /// sentence with the holder's name, once waiting takes long. It ends once the user `isStopping` the process.
  /// - Throws: ``StoreError/locked(folder:holder:)``, ``StoreError/interrupted(holder:)``.
  init(
    _ path: String, limit: Int = limit, _ note: (String) -> Void = { _ in },
    isStopping: () -> Bool = { false }
  ) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var turns = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EINTR || errno == EWOULDBLOCK {
      if turns == min(Self.patience, limit) {
        note("Waiting for \(Self.holder(of: descriptor)), which has locked the folder \(path).")
      }
      let isStopped = isStopping()
      guard turns < limit, !isStopped else {
        let holder = Self.holder(of: descriptor)
        close(descriptor)
        throw isStopped
          ? StoreError.interrupted(holder: "\(holder), which has locked the folder \(path)")
          : .locked(folder: path, holder: holder)
      }
      turns += 1
      usleep(100_000)
    }
    self.descriptor = descriptor
  }

  /// Releases the folder; the end of the process does too. A child that is just being started has the descriptor too.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The holder of the lock, from `/proc/locks`: `process 4711 (flock)`.
  private static func holder(of descriptor: Int32) -> String {
    var facts = stat()
    let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
    guard fstat(descriptor, &facts) == 0 else { return "another process" }
    // Such as `1: FLOCK  ADVISORY  WRITE 4711 fe:00:1234 0 EOF`.
    for line in locks.split(separator: "\n") where !line.contains("->") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", let pid = Int32(words[4]),
        words[5].split(separator: ":").last == "\(facts.st_ino)",
        let device = Self.device(words[5]), device == facts.st_dev
      else { continue }
      let name = (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)) ?? ""
      let plain = name.trimmingCharacters(in: .whitespacesAndNewlines)
      return plain.isEmpty ? "process \(pid)" : "process \(pid) (\(plain))"
    }
    return "another process"
  }

  /// The device of `fe:00:1234`, as glibc's `makedev` combines both numbers.
  private static func device(_ text: Substring) -> UInt? {
    let parts = text.split(separator: ":").prefix(2).compactMap { UInt(String($0), radix: 16) }
    guard parts.count == 2 else { return nil }
    let (major, minor) = (parts[0], parts[1])
    return (major & 0xFFFF_F000) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFF_FF00) << 12
      | minor & 0xFF
  }
}
