import Glibc
import SystemPackage

/// A file system of a test's own in memory, which goes with the value.
public final class MountedVolume {
  /// Where it is mounted.
  public let folder: ScratchFolder

  /// Mounts one.
  /// - Parameter size: as mount(8) reads it.
  public init(size: String) throws {
    folder = try ScratchFolder()
    guard mount("tmpfs", folder.path.string, "tmpfs", 0, "size=\(size)") == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  // Detached, since a test may still have a file of it open.
  deinit { umount2(folder.path.string, Int32(MNT_DETACH)) }

  /// Lets nothing be written any more.
  ///
  /// A process that another test is about to start holds all open files of this one until it runs its own
  /// program, so the file system may be busy for a moment after the last file was closed.
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
