import Glibc
import SystemPackage

/// A file system in memory for one test, unmounted with the value.
public final class MountedVolume {
  /// Where it is mounted.
  public let folder: ScratchFolder

  /// Mounts a file system of a size, as mount(8) reads it.
  public init(size: String) throws {
    folder = try ScratchFolder()
    guard mount("tmpfs", folder.path.string, "tmpfs", 0, "size=\(size)") == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  // Detached, because a test may still have one of its files open.
  deinit { umount2(folder.path.string, Int32(MNT_DETACH)) }

  /// Makes it read-only.
  ///
  /// A process that another test is about to start has all open files of this one until it executes
  /// its own program, so the file system may be busy for a moment after its last file was closed.
  public func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT | MS_RDONLY)
    var tries = 10_000
    while mount("tmpfs", folder.path.string, "tmpfs", flags, nil) != 0 {
      tries -= 1
      guard errno == EBUSY, tries > 0 else { throw Errno(rawValue: errno) }
      usleep(1_000)
    }
  }

  /// Whether this process may mount; most containers don't allow it.
  public static let isAllowed = (try? MountedVolume(size: "16k")) != nil
}
