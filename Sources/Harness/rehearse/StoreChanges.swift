import Foundation
import Glibc
import Running
import SystemPackage

/// Waits for another process to write into a store, without looking again and again: the kernel tells
/// of each write into its files (inotify).
struct StoreChanges {
  private let descriptor: FileDescriptor

  /// Watches from now on.
  /// - Parameter path: the store's file.
  init(of path: String) throws {
    let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard watch >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: watch)
    // The folder, since the log beside the store comes and goes.
    let folder = FilePath(path).removingLastComponent()
    let mask = UInt32(IN_MODIFY | IN_CREATE)
    guard inotify_add_watch(watch, folder.isEmpty ? "." : folder.string, mask) >= 0 else {
      throw Errno(rawValue: errno)
    }
  }

  /// Returns when something may have been written, when the user asks to stop, or when the time is
  /// over; nil waits for as long as it takes.
  func wait(at most: Duration?, _ interruption: Interruption) {
    let milliseconds = most.map { Int32(clamping: $0.components.seconds * 1000 + 1) } ?? -1
    var readable = [descriptor, interruption.descriptor].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    _ = poll(&readable, 2, milliseconds)
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { events in
      while let count = try? descriptor.read(into: events), count > 0 {}
    }
  }
}
