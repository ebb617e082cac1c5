import Testing

@testable import Diagnosing

/// What disturbs measurements of memory.
struct MemoryTests {
  private let machine: FakeMachine

  init() throws { machine = try FakeMachine() }

  private func set(swap total: Int, free: Int) throws {
    try machine.set(
      "/proc/meminfo",
      "MemTotal: 32000000 kB\nMemAvailable: 1 kB\nSwapTotal: \(total) kB\nSwapFree: \(free) kB\n")
  }

  @Test func `swap is noted, and reported as a disturbance once it is used`() throws {
    #expect(
      try machine.observations(of: Swap.self) == [.inOrder(name: "Swap", found: "none")])
    try set(swap: 8_000_000, free: 8_000_000)
    let unused = try #require(problem(machine.observations(of: Swap.self)))
    #expect(unused.found == "8.2 GB, none in use" && unused.severity == .note)
    try set(swap: 8_000_000, free: 7_500_000)
    let used = try #require(problem(machine.observations(of: Swap.self)))
    #expect(used.found == "512 MB of 8.2 GB in use" && used.severity == .disturbs)
    #expect(used.remedy == .command("sudo swapoff -a"))
    try machine.set("/proc/meminfo", "MemTotal: 1 kB\nMemAvailable: 1 kB\n")
    #expect(
      try machine.observations(of: Swap.self)
        == [.unknown(name: "Swap", reason: "/proc/meminfo has no field 'SwapTotal:'.")])
  }

  @Test func `huge pages are reported if every program gets them`() throws {
    let file = "/sys/kernel/mm/transparent_hugepage/enabled"
    #expect(
      try machine.observations(of: HugePages.self)
        == [.inOrder(name: "Huge pages", found: "madvise")])
    try machine.set(file, "[always] madvise never\n")
    let always = try #require(problem(machine.observations(of: HugePages.self)))
    #expect(always.found == "always" && always.severity == .disturbs)
    #expect(always.remedy == .command("echo madvise | sudo tee \(file)"))
    try machine.set(file, "always madvise never\n")
    #expect(
      try machine.observations(of: HugePages.self)
        == [
          .unknown(
            name: "Huge pages",
            reason: "\(file) holds 'always madvise never'; expected: a [choice].")
        ])
  }

  @Test func `random addresses are reported unless off for the machine or for this process`() throws
  {
    let file = "/proc/sys/kernel/randomize_va_space"
    let off = [Observation.inOrder(name: "Random addresses", found: "off")]
    #expect(try machine.observations(of: AddressRandomisation.self) == off)
    try machine.set(file, "2\n")
    let on = try #require(problem(machine.observations(of: AddressRandomisation.self)))
    #expect(on.severity == .note && on.found == "on")
    #expect(on.remedy == .command("setarch --addr-no-randomize rehearse run …"))
    try machine.set("/proc/self/personality", "00040000\n")
    #expect(try machine.observations(of: AddressRandomisation.self) == off)
    try machine.set("/proc/self/personality", "00000008\n")
    machine.fixedAddresses = 1
    #expect(
      try problem(machine.observations(of: AddressRandomisation.self))?.found
        == "on; no program can switch it off for itself: Operation not permitted")
    try machine.set(file, "two\n")
    #expect(
      try machine.observations(of: AddressRandomisation.self)
        == [
          .unknown(
            name: "Random addresses", reason: "\(file) holds 'two'; expected: a whole number.")
        ])
  }
}
