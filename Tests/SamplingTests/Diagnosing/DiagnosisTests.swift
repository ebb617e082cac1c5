import Foundation
import Recording
import Sampling
import SystemPackage
import Testing

@testable import Diagnosing

struct DiagnosisTests {
  private let machine: FakeMachine

  init() throws { machine = try FakeMachine() }

  @Test func `on a quiet machine every topic is known and nothing is a problem`() throws {
    let diagnosis = Diagnosis(try machine.environment())
    #expect(diagnosis.problems == [])
    #expect(diagnosis.unknown.map(\.name) == [])
    #expect(diagnosis.inOrder.count == Diagnosis.topics.count)
    #expect(diagnosis.found.map(\.name) == Diagnosis.topics.map { $0.name })
  }

  @Test func `the gravest problem comes first`() throws {
    try machine.set("/proc/loadavg", "9.00 0.00 0.00 4/109 1\n")
    try machine.set("/proc/sys/kernel/randomize_va_space", "2\n")
    try machine.set("/proc/pressure/memory", "some avg10=50.00 avg60=9.00\n")
    #expect(
      Diagnosis(try machine.environment()).problems.map(\.name)
        == ["Waiting for memory", "Load", "Random addresses"])
  }

  @Test func `the machine is described with its processor, memory, system and kernel`() throws {
    let environment = try machine.environment()
    #expect(environment.processor == "A Processor")
    #expect(environment.facts?.processorFeatures == .known(["fpu", "sse2", "vme"]))
    #expect(environment.processors == 8)
    #expect(environment.memory == 32_000_000 * 1024)
    #expect(environment.system == "A System 12 (fake)")
    #expect(environment.kernel.hasPrefix("Linux "))
    try machine.remove("/etc/os-release")
    try machine.set("/proc/cpuinfo", "processor\t: 0\n")
    #expect(try machine.environment().system == "unknown system")
    #expect(try machine.environment().processor == "unknown processor")
  }

  @Test(arguments: ["/proc/meminfo", "/proc/loadavg", "/proc/stat"])
  func `if a file of /proc is missing, the machine is not described`(_ file: String) throws {
    try machine.remove(file)
    #expect(throws: SamplingError.self) { try machine.watch().environment() }
  }

  @Test func `a missing tool is reported with its package, unless another tool can replace it`() {
    let missing = Problem.missingTools { !["strace", "perf", "objdump"].contains($0) }
    #expect(missing.map(\.name) == ["strace", "perf"])
    #expect(
      missing.map(\.remedy) == [
        .command("sudo apt-get install strace"), .command("sudo apt-get install linux-perf"),
      ])
  }

  @Test func `a machine without facts has no observations, and empty facts are unknown`() throws {
    var environment = try machine.environment()
    environment.facts = nil
    #expect(Diagnosis(environment).observations == [])
    environment.facts = MachineFacts()
    let unknown = Diagnosis(environment).unknown
    // Load is a field of its own, which every record has.
    #expect(unknown.count == Diagnosis.topics.count - 1)
    #expect(unknown.allSatisfy { $0.reason == "it was not recorded" })
  }

  @Test func `a stored environment is read back with the same diagnosis`() throws {
    try machine.remove("/proc/pressure")
    machine.timeSlices = 1
    let environment = try machine.environment()
    let stored = try JSONEncoder().encode(environment)
    let read = try JSONDecoder().decode(Environment.self, from: stored)
    #expect(read == environment)
    #expect(Diagnosis(read) == Diagnosis(environment))
  }

  @Test func `a build that was not optimised is named as a problem`() {
    let debug = Problem.unoptimised(build: "debug")
    #expect(debug.name == "Build 'debug'" && debug.found == "not optimised")
    #expect(debug.severity == .spoils)
  }

  @Test func `the machine that runs the tests can be diagnosed`() throws {
    let environment = try MachineWatch().environment()
    #expect(environment.processors > 0 && environment.memory > 0)
    #expect(Diagnosis(environment).observations.count == Diagnosis.topics.count)
  }

  @Test(arguments: [
    (0, "0 %"), (0.04, "0.04 %"), (0.96, "0.96 %"), (1, "1 %"), (9.94, "9.9 %"),
    (9.96, "10 %"),
    (15.95, "16 %"),
  ])
  func `shares are rounded to two digits`(_ share: Double, _ text: String) {
    #expect(Quantity.percent(share) == text)
  }
}
