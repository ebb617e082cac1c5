import CAffinity
import Glibc
import ProcFS
import SystemPackage

/// The CPUs on which a thread may run.
struct CPUAffinity: Equatable {
  /// Their numbers, ascending.
  let cpus: [Int]

  init(cpus: [Int]) { self.cpus = cpus }

  /// Bytes of a mask: as many CPUs as Linux can be built for.
  private static let maskSize = 1024

  /// Those of a thread; 0 is the one that asks.
  init(of thread: pid_t = 0) throws(Errno) {
    var mask = [UInt8](repeating: 0, count: Self.maskSize)
    let result = affinity_get(thread, &mask, mask.count)
    guard result == 0 else { throw Errno(rawValue: result) }
    cpus = mask.enumerated().flatMap { index, byte in
      (0..<8).filter { byte & 1 << $0 != 0 }.map { index * 8 + $0 }
    }
  }

  /// Lets a thread run on these alone; 0 is the one that asks.
  func set(for thread: pid_t = 0) throws(Errno) {
    var mask = [UInt8](repeating: 0, count: Self.maskSize)
    for cpu in cpus { mask[cpu / 8] |= 1 << (cpu % 8) }
    let result = affinity_set(thread, mask, mask.count)
    guard result == 0 else { throw Errno(rawValue: result) }
  }

  /// Lets all threads of this process run on these alone; those that they start follow them.
  func setForThisProcess() throws(Errno) {
    // Twice: a thread that was started meanwhile by one not yet reached keeps the old ones.
    for _ in 0..<2 {
      for thread in try Self.threads() {
        do throws(Errno) {
          try set(for: thread)
        } catch {
          // It has ended meanwhile.
          if error != .noSuchProcess { throw error }
        }
      }
    }
  }

  private static func threads() throws(Errno) -> [pid_t] {
    do throws(ProcFSError) {
      return try ProcRoot().threads(of: getpid())
    } catch {
      guard case .unreadable(_, let errno) = error else {
        preconditionFailure("a folder is not read for its contents: \(error)")
      }
      throw errno
    }
  }
}
