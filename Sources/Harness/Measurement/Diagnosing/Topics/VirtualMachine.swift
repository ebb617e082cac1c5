import Recording
import Sampling

enum VirtualMachine: Topic {
  static let name = "Virtual machine"

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.hypervisor = Fact { () throws(SamplingError) in
      try hypervisor(machine.files)
    }
  }

  private static func hypervisor(_ files: MachineFiles) throws(SamplingError) -> String? {
    let flags = try files.read("/proc/cpuinfo") { text throws(SamplingError) in
      text.words(after: "flags")
    }
    let isVirtual =
      if let flags {
        // On x86 every hypervisor sets this CPUID bit, and no hardware does.
        flags.split(separator: " ").contains("hypervisor")
      } else {
        // Other architectures have no such bit: Xen and KVM name themselves.
        files.has("/sys/hypervisor/type") || files.has("/proc/device-tree/hypervisor")
          || firmware(files).map(isOfHypervisor) == true
      }
    guard isVirtual else { return nil }
    return firmware(files) ?? clock(files) ?? "of unknown make"
  }

  /// The machine's vendor, according to its firmware.
  private static func firmware(_ files: MachineFiles) -> String? {
    let names = ["sys_vendor", "product_name"].compactMap {
      try? files.line("/sys/class/dmi/id/\($0)")
    }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  /// The vendors known to `systemd-detect-virt` (src/basic/virt.c).
  private static func isOfHypervisor(_ firmware: String) -> Bool {
    let vendors = [
      "KVM", "OpenStack", "KubeVirt", "Amazon EC2", "QEMU", "VMware", "innotek GmbH", "VirtualBox",
      "Xen", "Bochs", "Parallels", "BHYVE", "Hyper-V", "Apple Virtualization",
      "Google Compute Engine",
    ]
    // Amazon's machines without a hypervisor have the same vendor.
    return vendors.contains { firmware.contains($0) } && !firmware.hasSuffix(".metal")
  }

  /// A hypervisor without firmware is recognised by the clock that it offers.
  private static func clock(_ files: MachineFiles) -> String? {
    let clocks = try? files.line(ClockSource.folder + "/available_clocksource")
    let makers = [("kvm-clock", "KVM"), ("hyperv_", "Hyper-V"), ("xen", "Xen")]
    return clocks.flatMap { clocks in makers.first { clocks.contains($0.0) }?.1 }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.hypervisor) { hypervisor in
      guard let hypervisor else { return inOrder("no") }
      return problem(
        .disturbs, hypervisor,
        effect: "Other machines on the same host share caches and memory bandwidth, and that "
          + "can't be seen from here: all times vary by several percent, and drift.",
        remedy: .none(
          reason: "Compare builds within one experiment only; for absolute times use real "
            + "hardware."))
    }
  }
}
