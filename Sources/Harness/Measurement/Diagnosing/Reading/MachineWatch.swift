import CKernel
import Foundation
import Glibc
public import Recording
import Sampling
public import SystemPackage

/// Reads this machine's facts at two moments.
///
/// Create it before anything else: load and pressure then come from others, not from a build that
/// Rehearse makes first. Time taken by the hypervisor is counted from then on.
public struct MachineWatch: Sendable {
  private let reading: MachineReading

  /// Takes the first reading. The root is the folder that contains /proc, /sys and /etc.
  public init(root: FilePath = "/", probes: KernelProbes = KernelProbes()) {
    reading = MachineReading(MachineFiles(root: root), probes: probes)
  }

  /// The machine as it is now.
  /// - Throws: `SamplingError` if /proc lacks even memory, load and CPUs. Everything else that can't
  ///   be read is unknown, with the reason.
  public func environment() throws(SamplingError) -> Environment {
    var names = utsname()
    uname(&names)
    let files = reading.files
    var facts = MachineFacts()
    for topic in Diagnosis.topics { topic.read(reading, into: &facts) }
    return Environment(
      kernel: "\(text(&names.sysname)) \(text(&names.release))",
      system: systemName ?? "unknown system", architecture: text(&names.machine),
      processor: processorName ?? "unknown processor",
      processors: try files.read("/proc/stat", ProcText.onlineProcessors),
      memory: try files.read("/proc/meminfo", SystemMemory.init).totalKilobytes &* 1024,
      load: try reading.before.load.get(), facts: facts)
  }

  private var processorName: String? {
    try? reading.files.read("/proc/cpuinfo") { text throws(SamplingError) in
      text.words(after: "model name")
    }
  }

  private var systemName: String? {
    let lines = try? reading.files.read("/etc/os-release") { text throws(SamplingError) in
      text.lines.map(String.init)
    }
    return lines?.first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
  }

  private func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Tries system calls that need permission: nothing else shows whether a container's filter, a
/// security module or an old kernel refuses them. Each returns 0, or an errno.
public struct KernelProbes: Sendable {
  let fixedAddresses: @Sendable () -> Int32
  let timeSlices: @Sendable () -> Int32
  let realTimeClass: @Sendable () -> Int32
  let hardwareCounters: @Sendable () -> Int32
}

extension KernelProbes {
  /// The real calls; they leave nothing changed.
  public init() {
    self.init(
      fixedAddresses: { kernel_probe_fixed_addresses() },
      timeSlices: { kernel_probe_time_slice(500_000) },
      realTimeClass: { kernel_probe_real_time() },
      hardwareCounters: { kernel_probe_instruction_counter() })
  }
}

extension Probe {
  /// Creates a result from an errno, in the kernel's words or better ones.
  init(errno: Int32, words: [Errno: String] = [:]) {
    let error = Errno(rawValue: errno)
    self = errno == 0 ? .works : .refused(reason: words[error] ?? error.description)
  }
}
