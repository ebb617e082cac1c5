import Glibc

/// A volume of its own in memory, gone with the last reference to it.
final class SmallVolume {
  /// Whether this process may mount: root, outside of a closed container.
  static let isAllowed: Bool = {
    guard let folder = try? LibraryFolder() else { return false }
    return (try? SmallVolume(mountedAt: folder.path, kibibytes: 64)) != nil
  }()

  private let path: String

  init(mountedAt path: String, kibibytes: Int) throws {
    self.path = path
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
      throw LibraryFolder.CannotCreate(errno: errno)
    }
  }

  func makeReadOnly() throws {
    guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
    else { throw LibraryFolder.CannotCreate(errno: errno) }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
  }
}
