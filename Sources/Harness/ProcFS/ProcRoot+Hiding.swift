import Glibc
import SystemPackage

extension ProcRoot {
  /// Whether it shows nothing of other users' processes, as with the mount option `hidepid=2`.
  ///
  /// Process 1 is always there, and mostly another's.
  public var hidesOthers: Bool {
    access(folder(of: 1).string, F_OK) != 0 && errno == ENOENT
  }
}
