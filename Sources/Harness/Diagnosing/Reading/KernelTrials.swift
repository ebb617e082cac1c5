import CKernelTrials
import Recording
import SystemPackage

/// System calls that need permission, tried: nothing else tells whether a container's filter, a
/// security module or an old kernel refuses them. Each gives 0, or an errno.
public struct KernelTrials: Sendable {
  let fixedAddresses: @Sendable () -> Int32
  let timeSlices: @Sendable () -> Int32
  let hardwareCounters: @Sendable () -> Int32

  /// The real calls; they leave nothing changed.
  public init() {
    self.init(
      fixedAddresses: { kernel_trial_fixed_addresses() },
      timeSlices: { kernel_trial_time_slice(500_000) },
      hardwareCounters: { kernel_trial_instruction_counter() })
  }

  /// Others, for tests.
  init(
    fixedAddresses: @escaping @Sendable () -> Int32, timeSlices: @escaping @Sendable () -> Int32,
    hardwareCounters: @escaping @Sendable () -> Int32
  ) {
    self.fixedAddresses = fixedAddresses
    self.timeSlices = timeSlices
    self.hardwareCounters = hardwareCounters
  }
}

extension Trial {
  /// What an errno says, in the kernel's words or better ones.
  init(errno: Int32, words: [Errno: String] = [:]) {
    let error = Errno(rawValue: errno)
    self = errno == 0 ? .works : .refused(reason: words[error] ?? error.description)
  }
}
