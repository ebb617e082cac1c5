import CKernel
import Glibc

/// The CPUs that all tests may use.
///
/// A test of pairs keeps all threads of this process away from the pair's CPU meanwhile. A process that another test
/// starts then would inherit that, and might find no second CPU for pairs of its own.
enum OwnCPUs {
  /// Those of the process that started this one, which moves no threads; nil if they are unknown.
  private static let mask: [UInt8]? = {
    var mask = [UInt8](repeating: 0, count: 1024)
    return affinity_get(getppid(), &mask, mask.count) == 0 ? mask : nil
  }()

  /// Lets this thread use them again, and so what it starts next.
  static func allow() {
    guard let mask else { return }
    // Some may have been taken away meanwhile; what is started then inherits what is left.
    _ = affinity_set(0, mask, mask.count)
  }
}
