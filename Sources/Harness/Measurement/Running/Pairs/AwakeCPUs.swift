import SystemPackage

/// Keeps all CPUs of the machine from sleeping while they are idle, until ``end()``.
///
/// An idle CPU sleeps, and takes time to wake: a virtual one 0.03 to 0.3 ms, because it has to ask its host. A request
/// wakes four times, so most of the latency of few users would be that. Where processes take turns, each change wakes
/// somebody, too. An idle CPU that stays awake waits in a loop in the kernel. That takes no time from any process, and
/// counts as idle.
///
/// This is the kernel's own way (PM QoS): it lasts while the file is open. Only root may open it. Without it nothing
/// fails: times are longer and less even, on both sides of a pair.
struct AwakeCPUs {
  private let demand: FileDescriptor

  /// Keeps them awake; nil if this process may not.
  init?() {
    guard
      let file = try? FileDescriptor.open("/dev/cpu_dma_latency", .writeOnly, options: .closeOnExec)
    else { return nil }
    demand = file
    // The longest time that a CPU may take to wake, µs, as four bytes.
    let none = [UInt8](repeating: 0, count: 4)
    if (try? demand.writeAll(none)) == nil {
      end()
      return nil
    }
  }

  /// Lets them sleep again.
  func end() { try? demand.close() }
}
