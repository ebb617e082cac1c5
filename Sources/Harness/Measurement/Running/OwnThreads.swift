import Glibc
import Sampling
import SystemPackage

enum OwnThreads {
  /// Changes something of each; threads started later are to inherit it.
  static func each(_ change: (pid_t) throws(Errno) -> Void) throws(Errno) {
    // Twice: a thread not yet reached may have started another meanwhile, which is as it was.
    for _ in 0..<2 {
      for thread in try all() {
        do throws(Errno) {
          try change(thread)
        } catch {
          // It has ended meanwhile.
          if error != .noSuchProcess { throw error }
        }
      }
    }
  }

  private static func all() throws(Errno) -> [pid_t] {
    do throws(SamplingError) {
      return try ProcRoot().threads(of: getpid())
    } catch {
      guard case .unreadable(_, let errno) = error else {
        preconditionFailure("a folder is not read for its contents: \(error)")
      }
      throw errno
    }
  }
}
