import Glibc
import Testing

/// Memory that nothing has touched yet: each page costs exactly one minor fault on first touch.
///
/// Sendable, since a verb's closure has to be; only the test that made it touches it.
struct FreshPages: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private let count: Int
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  init(_ count: Int) throws {
    let size = count * Self.pageSize
    let memory = try #require(
      mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    try #require(memory != MAP_FAILED)
    // A huge page would take many pages' faults at once.
    _ = madvise(memory, size, MADV_NOHUGEPAGE)
    self.memory = memory
    self.count = count
  }

  func touch() {
    for page in 0..<count {
      memory.advanced(by: page * Self.pageSize).storeBytes(of: 1, as: UInt8.self)
    }
  }

  func release() { munmap(memory, count * Self.pageSize) }

  /// The minor faults of this process so far.
  static var faults: Int64 {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int64(usage.ru_minflt)
  }
}
