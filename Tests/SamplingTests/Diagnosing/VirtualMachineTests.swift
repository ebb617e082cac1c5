import Recording
import Testing

@testable import Diagnosing

struct VirtualMachineTests {
  private let machine: FakeMachine

  init() throws { machine = try FakeMachine() }

  private func set(flags: String) throws {
    try machine.set("/proc/cpuinfo", "model name\t: A Processor\nflags\t\t: \(flags)\n")
  }

  private var hypervisor: String?? {
    get throws { try machine.environment().facts?.hypervisor.value }
  }

  @Test func `without the processor's hypervisor flag a machine counts as real, whoever made it`()
    throws
  {
    try machine.set("/sys/class/dmi/id/sys_vendor", "QEMU\n")
    #expect(
      try machine.observations(of: VirtualMachine.self)
        == [.inOrder(name: "Virtual machine", found: "no")])
  }

  @Test func `a hypervisor is named by its clock or the firmware, or is of unknown make`() throws {
    try set(flags: "fpu hypervisor sse2")
    try machine.set("/sys/class/dmi/id/product_name", "Standard PC\n")
    #expect(try hypervisor == "LENOVO Standard PC")
    try machine.remove("/sys/class/dmi")
    #expect(try hypervisor == "of unknown make")
    try machine.set(
      "/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc kvm-clock \n")
    let virtual = try #require(problem(machine.observations(of: VirtualMachine.self)))
    #expect(virtual.found == "KVM")
    #expect(virtual.severity == .disturbs)
    guard case .none = virtual.remedy else {
      Issue.record("\(virtual.remedy)")
      return
    }
  }

  @Test(arguments: [
    ("QEMU", "KVM Virtual Machine", true), ("Amazon EC2", "c7g.large", true),
    ("Amazon EC2", "c7g.metal", false), ("Ampere", "Altra", false),
  ])
  func `if the processor has no such flag, the maker and product show a virtual machine`(
    _ vendor: String, _ product: String, _ isVirtual: Bool
  ) throws {
    try machine.set("/proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\n")
    try machine.set("/sys/class/dmi/id/sys_vendor", vendor + "\n")
    try machine.set("/sys/class/dmi/id/product_name", product + "\n")
    #expect(try hypervisor == .some(isVirtual ? "\(vendor) \(product)" : nil))
  }

  @Test func `a hypervisor in the device tree is found`() throws {
    try machine.set("/proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\n")
    try machine.remove("/sys/class/dmi")
    #expect(try hypervisor == .some(nil))
    try machine.set("/proc/device-tree/hypervisor/compatible", "xen,xen\n")
    #expect(try hypervisor == "of unknown make")
  }

  @Test func `without cpuinfo it is unknown if the machine is virtual`() throws {
    try machine.remove("/proc/cpuinfo")
    #expect(
      try machine.observations(of: VirtualMachine.self)
        == [
          .unknown(
            name: "Virtual machine",
            reason: "/proc/cpuinfo can't be read: No such file or directory.")
        ])
  }
}
