import Glibc
import SystemPackage
import TestSupport

/// A file system of a test's own in memory, which goes with the value.
final class MountedVolume {
  let folder: ScratchFolder

  /// Mounts one.
  /// - Parameter size: as mount(8) reads it.
  init(size: String) throws {
    folder = try ScratchFolder()
    guard mount("tmpfs", folder.path.string, "tmpfs", 0, "size=\(size)") == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  deinit { umount(folder.path.string) }

  /// Lets nothing be written any more.
  func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT | MS_RDONLY)
    guard mount("tmpfs", folder.path.string, "tmpfs", flags, nil) == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  /// Whether this process may mount; most containers don't allow it.
  static var isAllowed: Bool { (try? MountedVolume(size: "16k")) != nil }
}
