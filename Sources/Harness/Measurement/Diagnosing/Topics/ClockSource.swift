import Recording
import Sampling

/// Checks the kernel's source of time.
enum ClockSource: Topic {
  static let name = "Clock"

  static let folder = "/sys/devices/system/clocksource/clocksource0"

  /// Clocks that programs read without a system call.
  private static let readDirectly = ["tsc", "arch_sys_counter", "riscv_clocksource", "timebase"]
  /// The same, corrected by a hypervisor.
  private static let readThroughHypervisor = ["kvm-clock", "hyperv_clocksource_tsc_page"]

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    facts.clockSource = Fact { () throws(SamplingError) in
      try machine.files.line(folder + "/current_clocksource")
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.clockSource) { clock in
      if readDirectly.contains(clock) { return inOrder(clock) }
      // If the kernel found the tsc unstable, it is not available and can't be set.
      let remedy = Remedy.command(
        "grep -w tsc \(folder)/available_clocksource && "
          + "echo tsc | sudo tee \(folder)/current_clocksource")
      if readThroughHypervisor.contains(clock) {
        return problem(
          .note, clock,
          effect: "The hypervisor corrects this clock: a wall time can jump when the host moves "
            + "the machine. CPU times use the same clock.", remedy: remedy)
      }
      return problem(
        .disturbs, clock,
        effect:
          "Each reading of this clock is a system call of a microsecond or more: steps that last "
          + "microseconds come out too long.", remedy: remedy)
    }
  }
}
