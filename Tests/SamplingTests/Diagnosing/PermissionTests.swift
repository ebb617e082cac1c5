import Glibc
import Recording
import SystemPackage
import Testing

@testable import Diagnosing

/// What is tried rather than read.
struct PermissionTests {
  private let machine: FakeMachine
  private let session = "/sys/fs/cgroup/user.slice/session"

  init() throws { machine = try FakeMachine() }

  @Test func `peaks of steps are supported if the kernel lets peaks be reset`() throws {
    #expect(
      try machine.observations(of: PeakReset.self)
        == [.inOrder(name: "Peaks of steps", found: "supported")])
    try machine.remove("/proc/self/clear_refs")
    let refused = try #require(problem(machine.observations(of: PeakReset.self)))
    #expect(refused.severity == .disturbs)
    #expect(
      refused.found
        == "\(machine.path("/proc/self/clear_refs")) can't be written: No such file or directory")
  }

  @Test func `a try of a memory group succeeds and leaves nothing behind`() throws {
    let before = machine.everything(in: session)
    #expect(
      try machine.observations(of: TreeMemory.self)
        == [.inOrder(name: "Memory of process trees", found: "can be counted")])
    #expect(machine.everything(in: session) == before)
  }

  @Test func `a control group without memory control can not count the memory of trees`() throws {
    try machine.set("\(session)/cgroup.subtree_control", "\n")
    let refused = try #require(problem(machine.observations(of: TreeMemory.self)))
    #expect(refused.severity == .note)
    #expect(
      refused.found
        == "\(machine.path("\(session)/cgroup.subtree_control")) does not name 'memory'")
    try machine.set("/proc/self/cgroup", "")
    #expect(
      try problem(machine.observations(of: TreeMemory.self))?.found
        == "no control group of 'memory' can be seen from here")
  }

  @Test func `a control group of version 1 that takes no new group is reported`() throws {
    try machine.set("/proc/self/cgroup", "4:memory:/a\n")
    try machine.set(
      "/proc/self/mountinfo", "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n")
    #expect(
      try problem(machine.observations(of: TreeMemory.self))?.found
        == "\(machine.path("/sys/fs/cgroup/memory/a")) takes no new group: "
        + "No such file or directory")
    try machine.set("/sys/fs/cgroup/memory/a/tasks", "")
    #expect(try problem(machine.observations(of: TreeMemory.self)) == nil)
  }

  @Test func `fine time slices are available, refused or ignored by the kernel`() throws {
    #expect(
      try machine.observations(of: TimeSlices.self)
        == [.inOrder(name: "Fine time slices", found: "available")])
    // EPERM and ENOTSUP of Linux.
    for (errno, found) in [
      (1, "Operation not permitted"),
      (95, "this kernel keeps its own length; Linux 6.12 and newer take the one asked for"),
    ] {
      machine.timeSlices = Int32(errno)
      let refused = try #require(problem(machine.observations(of: TimeSlices.self)))
      #expect(refused.found == found && refused.severity == .note)
    }
  }

  @Test func `the real-time class may be entered, or is refused with what to do`() throws {
    #expect(
      try machine.observations(of: RealTime.self)
        == [.inOrder(name: "Real-time class", found: "may be entered")])
    // EPERM of Linux.
    machine.realTimeClass = 1
    let refused = try #require(problem(machine.observations(of: RealTime.self)))
    #expect(refused.found == "Operation not permitted" && refused.severity == .note)
  }

  @Test func `hardware counters are missing, or forbidden by the kernel or by a filter`() throws {
    #expect(
      try machine.observations(of: HardwareCounters.self)
        == [.inOrder(name: "Hardware counters", found: "can be used")])
    // ENOENT and EACCES of Linux.
    machine.hardwareCounters = 2
    let missing = try #require(problem(machine.observations(of: HardwareCounters.self)))
    #expect(missing.found == "the processor offers none, as most virtual machines do not")
    #expect(missing.remedy == .none(reason: "Only the host, or another machine, can offer them."))
    machine.hardwareCounters = 13
    #expect(
      try problem(machine.observations(of: HardwareCounters.self))?.remedy
        == .advice("In a container, allow the call perf_event_open ('--cap-add PERFMON')."))
    try machine.set("/proc/sys/kernel/perf_event_paranoid", "3\n")
    let forbidden = try #require(problem(machine.observations(of: HardwareCounters.self)))
    #expect(forbidden.found == "Permission denied")
    #expect(
      forbidden.remedy == .command("echo 1 | sudo tee /proc/sys/kernel/perf_event_paranoid"))
  }

  @Test(arguments: [
    ("hidepid=0", nil), ("hidepid=invisible", "hidepid=invisible"), ("hidepid=2", "hidepid=2"),
  ])
  func `a mount of /proc that hides processes of other users is reported`(
    _ option: String, _ found: String?
  ) throws {
    try machine.set("/proc/self/mountinfo", "22 27 0:21 / /proc rw - proc proc rw,\(option)\n")
    #expect(try problem(machine.observations(of: HiddenProcesses.self))?.found == found)
  }

  @Test(arguments: [
    (0, 0, nil), (19, 0, "nice 19"), (0, 5, "SCHED_IDLE"), (-5, 3, "SCHED_BATCH, nice -5"),
  ])
  func `an unusual priority of the process is reported`(
    _ nice: Int, _ policy: Int, _ found: String?
  )
    throws
  {
    try machine.set("/proc/self/stat", FakeMachine.stat(nice: nice, policy: policy))
    #expect(try problem(machine.observations(of: Priority.self))?.found == found)
  }

  @Test func `the real probes leave personality and class of the process as they were`() throws {
    let probes = KernelProbes()
    let policy = sched_getscheduler(0)
    let before = try MachineFiles(root: "/").line("/proc/self/personality")
    for _ in 0..<3 {
      _ = probes.fixedAddresses()
      _ = probes.timeSlices()
      _ = probes.realTimeClass()
      _ = probes.hardwareCounters()
    }
    #expect(try MachineFiles(root: "/").line("/proc/self/personality") == before)
    #expect(sched_getscheduler(0) == policy)
  }
}
