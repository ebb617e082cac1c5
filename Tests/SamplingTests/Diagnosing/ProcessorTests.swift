import Testing

@testable import Diagnosing

/// How many CPUs there are, and how fast they run.
struct ProcessorTests {
  private let machine: FakeMachine
  private let folder = "/sys/devices/system/cpu"

  init() throws { machine = try FakeMachine() }

  @Test(arguments: [
    ("0", Severity.spoils, "1 of 8 may be used"), ("2,4", .disturbs, "2 of 8 may be used"),
  ])
  func `one or two usable CPUs are reported as too few`(
    _ list: String, _ severity: Severity, _ found: String
  ) throws {
    try machine.set("/proc/self/status", "Cpus_allowed_list:\t\(list)\n")
    let few = try #require(problem(machine.observations(of: Processors.self)))
    #expect(few.severity == severity)
    #expect(few.found == found)
    #expect(
      few.remedy
        == .advice(
          "Start Rehearse without 'taskset', or give its control group more CPUs (cpuset)."))
  }

  @Test func `three usable CPUs are enough`() throws {
    try machine.set("/proc/self/status", "Cpus_allowed_list:\t0-2\n")
    #expect(
      try machine.observations(of: Processors.self)
        == [.inOrder(name: "CPUs", found: "3 of 8 may be used")])
    try machine.set("/proc/self/status", "Cpus_allowed_list:\tx\n")
    #expect(
      try machine.observations(of: Processors.self)
        == [
          .unknown(name: "CPUs", reason: "/proc/self/status has no field 'Cpus_allowed_list:'.")
        ])
  }

  @Test(arguments: [
    ("powersave", "acpi-cpufreq", Severity.spoils, "powersave"),
    ("powersave", "intel_pstate", .disturbs, "powersave"),
    ("powersave", "amd-pstate-epp", .disturbs, "powersave"),
    ("schedutil", "acpi-cpufreq", .disturbs, "schedutil"),
  ])
  func `a frequency governor other than performance is reported`(
    _ governor: String, _ driver: String, _ severity: Severity, _ found: String
  ) throws {
    for policy in ["policy0", "policy4"] {
      try machine.set("\(folder)/cpufreq/\(policy)/scaling_governor", governor + "\n")
    }
    try machine.set("\(folder)/cpufreq/policy0/scaling_driver", driver + "\n")
    let slow = try #require(problem(machine.observations(of: Governor.self)))
    #expect(slow.severity == severity)
    #expect(slow.found == found)
    #expect(
      slow.remedy
        == .command(
          "echo performance | sudo tee /sys/devices/system/cpu/cpufreq/policy*/scaling_governor"))
  }

  @Test func `a single CPU with another governor is reported`() throws {
    #expect(
      try machine.observations(of: Governor.self)
        == [.inOrder(name: "Frequency governor", found: "performance")])
    try machine.set("\(folder)/cpufreq/policy4/scaling_governor", "powersave\n")
    #expect(
      try problem(machine.observations(of: Governor.self))?.found == "performance, powersave")
    try machine.remove("\(folder)/cpufreq/policy4/scaling_governor")
    #expect(
      try machine.observations(of: Governor.self)
        == [
          .unknown(
            name: "Frequency governor",
            reason: "\(folder)/cpufreq/policy4/scaling_governor can't be read: "
              + "No such file or directory.")
        ])
    try machine.remove("\(folder)/cpufreq")
    #expect(
      try machine.observations(of: Governor.self)
        == [
          .unknown(
            name: "Frequency governor",
            reason: "the kernel controls no frequencies here: \(folder)/cpufreq names none")
        ])
  }

  @Test func `turbo is read from the boost switch, or on Intel from a switch of its own`() throws {
    #expect(
      try machine.observations(of: Boost.self) == [.inOrder(name: "Turbo, boost", found: "off")])
    try machine.set("\(folder)/cpufreq/boost", "1\n")
    #expect(
      try problem(machine.observations(of: Boost.self))?.remedy
        == .command("echo 0 | sudo tee \(folder)/cpufreq/boost"))
    try machine.set("\(folder)/intel_pstate/no_turbo", "1\n")
    #expect(
      try machine.observations(of: Boost.self) == [.inOrder(name: "Turbo, boost", found: "off")])
    try machine.set("\(folder)/intel_pstate/no_turbo", "0\n")
    for driver in ["intel_pstate", "intel_cpufreq"] {
      try machine.set("\(folder)/cpufreq/policy0/scaling_driver", driver + "\n")
      #expect(
        try problem(machine.observations(of: Boost.self))?.remedy
          == .command("echo 1 | sudo tee \(folder)/intel_pstate/no_turbo"))
    }
    try machine.set("\(folder)/intel_pstate/no_turbo", "yes\n")
    #expect(
      try machine.observations(of: Boost.self)
        == [
          .unknown(
            name: "Turbo, boost",
            reason: "\(folder)/intel_pstate/no_turbo holds 'yes'; expected: 0 or 1.")
        ])
  }

  @Test func `two active threads per core are reported`() throws {
    #expect(
      try machine.observations(of: SiblingThreads.self)
        == [.inOrder(name: "Sibling threads", found: "none")])
    try machine.set("\(folder)/smt/active", "1\n")
    let siblings = try #require(problem(machine.observations(of: SiblingThreads.self)))
    #expect(siblings.found == "two a core" && siblings.severity == .disturbs)
    #expect(siblings.remedy == .command("echo off | sudo tee \(folder)/smt/control"))
    try machine.set("\(folder)/smt/active", "\n")
    #expect(
      try machine.observations(of: SiblingThreads.self)
        == [
          .unknown(
            name: "Sibling threads", reason: "\(folder)/smt/active holds ''; expected: a line.")
        ])
  }

  @Test(arguments: [
    ("tsc", nil), ("arch_sys_counter", nil), ("kvm-clock", Severity.note), ("hpet", .disturbs),
    ("acpi_pm", .disturbs),
  ])
  func `a slow clock source is reported`(_ clock: String, _ severity: Severity?) throws {
    try machine.set(
      "/sys/devices/system/clocksource/clocksource0/current_clocksource", clock + "\n")
    let observations = try machine.observations(of: ClockSource.self)
    #expect(problem(observations)?.severity == severity)
    if severity == nil { #expect(observations == [.inOrder(name: "Clock", found: clock)]) }
  }

  @Test func `a discharging battery is reported, but not the battery of a mouse`() throws {
    let folder = "/sys/class/power_supply"
    #expect(
      try machine.observations(of: Battery.self)
        == [.inOrder(name: "Power", found: "not from a battery")])
    try machine.set("\(folder)/BAT0/type", "Battery\n")
    try machine.set("\(folder)/BAT0/status", "Charging\n")
    try machine.set("\(folder)/hid-1/type", "Battery\n")
    try machine.set("\(folder)/hid-1/scope", "Device\n")
    try machine.set("\(folder)/hid-1/status", "Discharging\n")
    #expect(try problem(machine.observations(of: Battery.self)) == nil)
    try machine.set("\(folder)/BAT0/status", "Discharging\n")
    let battery = try #require(problem(machine.observations(of: Battery.self)))
    #expect(battery.severity == .spoils && battery.found == "from a battery")
    #expect(battery.remedy == .advice("Plug the machine in."))
    try machine.remove(folder)
    #expect(
      try machine.observations(of: Battery.self)
        == [
          .unknown(name: "Power", reason: "\(folder) can't be read: No such file or directory.")
        ])
  }
}
