import CKernel
import Glibc
import Sampling
import SystemPackage

/// The CPUs on which a thread may run.
struct CPUAffinity: Equatable {
  /// Their numbers, ascending.
  let cpus: [Int]

  init(cpus: [Int]) { self.cpus = cpus }

  /// The bytes of a mask, enough for the most CPUs that Linux can be built for.
  private static let maskSize = 1024

  /// The CPUs of a thread; 0 is the calling thread.
  init(of thread: pid_t = 0) throws(Errno) {
    var mask = [UInt8](repeating: 0, count: Self.maskSize)
    let result = affinity_get(thread, &mask, mask.count)
    guard result == 0 else { throw Errno(rawValue: result) }
    cpus = mask.enumerated().flatMap { index, byte in
      (0..<8).filter { byte & 1 << $0 != 0 }.map { index * 8 + $0 }
    }
  }

  /// Restricts a thread to these CPUs; 0 is the calling thread.
  func set(for thread: pid_t = 0) throws(Errno) {
    var mask = [UInt8](repeating: 0, count: Self.maskSize)
    for cpu in cpus { mask[cpu / 8] |= 1 << (cpu % 8) }
    let result = affinity_set(thread, mask, mask.count)
    guard result == 0 else { throw Errno(rawValue: result) }
  }

  /// The CPUs that are threads of the same core as this one, with itself; nil if the system does not say.
  static func sharingCore(of cpu: Int) -> ProcessorList? {
    let folder = FilePath("/sys/devices/system/cpu/cpu\(cpu)/topology")
    return try? WholeFile.read(folder.appending("thread_siblings_list"), ProcessorList.init(_:))
  }

  /// Returns whether two CPUs are as fast as each other, as far as the system says: some machines have slow cores
  /// beside fast ones.
  static func areAlike(_ one: Int, _ other: Int) -> Bool {
    ["cpu_capacity", "cpufreq/cpuinfo_max_freq"].allSatisfy { file in
      func text(of cpu: Int) -> String? {
        try? WholeFile.read(FilePath("/sys/devices/system/cpu/cpu\(cpu)/\(file)")) { $0.whole }
      }
      return text(of: one) == text(of: other)
    }
  }

  /// Restricts all threads of this process to these CPUs; threads started later inherit them.
  func setForThisProcess() throws(Errno) {
    try OwnThreads.each { thread throws(Errno) in try set(for: thread) }
  }
}
