import Recording
import Testing

@testable import Diagnosing

/// What others do now: load, pressure, stolen time.
struct OtherWorkTests {
  private let machine: FakeMachine

  init() throws { machine = try FakeMachine() }

  @Test func `a load above half of the CPUs is reported`() throws {
    try machine.set("/proc/loadavg", "4.00 9.00 9.00 4/109 1\n")
    #expect(
      try machine.observations(of: Load.self)
        == [.inOrder(name: "Load", found: "4 over a minute, on 8 CPUs")])
    try machine.set("/proc/loadavg", "4.01 0.00 0.00 4/109 1\n")
    let load = try #require(problem(machine.observations(of: Load.self)))
    #expect(load.severity == .disturbs)
    #expect(load.found == "4.01 over a minute, on 8 CPUs")
    #expect(
      load.effect
        == "Other programs keep CPUs, caches and memory busy: wall and CPU times grow and vary.")
    #expect(load.remedy == .advice("End other programs ('top' shows them), or wait a minute."))
  }

  @Test(arguments: [
    ("cpu", ProcessorPressure.self as any Topic.Type, Severity.spoils, "There is more to run"),
    ("memory", MemoryPressure.self, .spoils, "Memory is short"),
    ("io", StoragePressure.self, .disturbs, "Steps that write or read files"),
  ])
  func `waiting for more than 5 % of the time is reported`(
    _ file: String, _ topic: any Topic.Type, _ severity: Severity, _ effect: String
  ) throws {
    try machine.set("/proc/pressure/\(file)", "some avg10=5.00 avg60=90.00\n")
    #expect(
      try machine.observations(of: topic)
        == [.inOrder(name: topic.name, found: "5 % of the time, over 10 seconds")])
    try machine.set("/proc/pressure/\(file)", "some avg10=6.93 avg60=0.00\n")
    let pressure = try #require(problem(machine.observations(of: topic)))
    #expect(pressure.name == topic.name)
    #expect(pressure.severity == severity)
    #expect(pressure.found == "6.9 % of the time, over 10 seconds")
    #expect(pressure.effect.hasPrefix(effect))
  }

  @Test(arguments: [
    ProcessorPressure.self as any Topic.Type, MemoryPressure.self, StoragePressure.self,
  ])
  func `if the kernel does not count waiting, it is reported as unknown`(_ topic: any Topic.Type)
    throws
  {
    try machine.remove("/proc/pressure")
    let observations = try machine.observations(of: topic)
    guard case .unknown(let name, let reason) = observations[0] else {
      Issue.record("\(observations)")
      return
    }
    #expect(name == topic.name)
    #expect(reason.hasPrefix("/proc/pressure/"))
    #expect(reason.hasSuffix(" can't be read: No such file or directory."))
  }

  @Test func `load and pressure are read before the runs, which add their own`() throws {
    let watch = machine.watch()
    try machine.set("/proc/pressure/cpu", "some avg10=90.00 avg60=0.00\n")
    try machine.set("/proc/loadavg", "8.00 0.00 0.00 4/109 1\n")
    let environment = try watch.environment()
    #expect(environment.load == 0.25)
    #expect(environment.facts?.processorPressure == .known(0.5))
  }

  @Test(arguments: [(8, nil), (9, "1.1 %"), (400, "50 %")])
  func `stolen time above 1 % of the CPUs' time is reported`(
    _ ticks: Int, _ found: String?
  ) throws {
    machine.stolenTicks = ticks
    let observations = try machine.observations(of: StolenTime.self)
    #expect(problem(observations)?.found == found.map { "\($0) of the CPUs' time" })
    if found == nil {
      #expect(observations == [.inOrder(name: "Stolen time", found: "1 % of the CPUs' time")])
    } else {
      #expect(problem(observations)?.severity == .spoils)
    }
  }

  @Test func `stolen time is unknown if too few ticks passed`() throws {
    let watch = machine.watch()
    try machine.set("/proc/stat", FakeMachine.stat(total: 1099, stolen: 50))
    #expect(
      try watch.environment().facts?.stolenTime
        == .unknown(
          reason: "between two readings of /proc/stat only 99 ticks passed; to see 1 % takes 100"))
  }
}
