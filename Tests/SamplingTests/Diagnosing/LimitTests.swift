import Testing

@testable import Diagnosing

/// Limits of control groups, of both versions.
struct LimitTests {
  private let machine: FakeMachine
  private let groups = "/sys/fs/cgroup"

  init() throws { machine = try FakeMachine() }

  private func useVersion1() throws {
    try machine.set(
      "/proc/self/cgroup", "4:memory:/docker/ab\n3:cpu,cpuacct:/docker/ab/c\n0::/\n")
    try machine.set(
      "/proc/self/mountinfo",
      """
      22 27 0:21 / /proc rw - proc proc rw
      32 31 0:29 /docker/ab \(groups)/cpu rw - cgroup cgroup rw,cpu,cpuacct
      35 31 0:32 / \(groups)/memory rw - cgroup cgroup rw,memory

      """)
    try machine.set("\(groups)/cpu/c/cpu.cfs_quota_us", "-1\n")
    try machine.set("\(groups)/cpu/c/cpu.cfs_period_us", "100000\n")
    try machine.set("\(groups)/memory/docker/ab/memory.limit_in_bytes", "9223372036854771712\n")
    try machine.set("\(groups)/memory/memory.limit_in_bytes", "9223372036854771712\n")
  }

  private func found(_ topic: any Topic.Type) throws -> String? {
    try problem(machine.observations(of: topic))?.found
  }

  @Test func `a missing limit is reported as none`() throws {
    for useVersion1 in [{}, useVersion1] {
      try useVersion1()
      #expect(
        try machine.observations(of: ProcessorQuota.self)
          == [.inOrder(name: "CPU quota", found: "none")])
      #expect(
        try machine.observations(of: MemoryLimit.self)
          == [.inOrder(name: "Memory limit", found: "none")])
    }
  }

  @Test func `the tightest limit of a control group and its parents counts`() throws {
    try machine.set("\(groups)/user.slice/session/cpu.max", "400000 100000\n")
    #expect(try found(ProcessorQuota.self) == "4 CPUs")
    try machine.set("\(groups)/user.slice/cpu.max", "75000 50000\n")
    let quota = try #require(problem(machine.observations(of: ProcessorQuota.self)))
    #expect(quota.found == "1.5 CPUs" && quota.severity == .spoils)
    try machine.set("\(groups)/user.slice/memory.max", "2000000000\n")
    let memory = try #require(problem(machine.observations(of: MemoryLimit.self)))
    #expect(memory.found == "2 GB of 33 GB" && memory.severity == .note)
  }

  @Test func `limits of version 1 control groups are read from their own files`() throws {
    try useVersion1()
    try machine.set("\(groups)/cpu/c/cpu.cfs_quota_us", "200000\n")
    let quota = try #require(problem(machine.observations(of: ProcessorQuota.self)))
    #expect(quota.found == "2 CPUs" && quota.severity == .disturbs)
    try machine.set("\(groups)/memory/docker/ab/memory.limit_in_bytes", "512000000\n")
    #expect(try found(MemoryLimit.self) == "512 MB of 33 GB")
  }

  @Test func `a limit above the machine's memory is reported as none`() throws {
    try machine.set("\(groups)/user.slice/memory.max", "64000000000\n")
    #expect(
      try machine.observations(of: MemoryLimit.self)
        == [.inOrder(name: "Memory limit", found: "none")])
  }

  @Test(arguments: ["max", "x 100000", "100000 0"])
  func `a malformed CPU quota is reported as unknown`(_ text: String) throws {
    try machine.set("\(groups)/user.slice/cpu.max", text + "\n")
    #expect(
      try machine.observations(of: ProcessorQuota.self)
        == [
          .unknown(
            name: "CPU quota",
            reason: "\(groups)/user.slice/cpu.max holds '\(text)'; expected: quota and period.")
        ])
  }

  @Test(arguments: [
    // No group at all, and as in a container with a namespace of its own and the host's groups.
    ("", "/"), ("0::/\n", "/../.."),
  ])
  func `without a control group that can be seen, limits are reported as unknown`(
    _ membership: String, _ root: String
  ) throws {
    try machine.set("/proc/self/cgroup", membership)
    try machine.set(
      "/proc/self/mountinfo", "32 31 0:29 \(root) \(groups) rw - cgroup2 cgroup2 rw\n")
    for (topic, controller) in [
      (ProcessorQuota.self as any Topic.Type, "cpu"), (MemoryLimit.self, "memory"),
    ] {
      #expect(
        try machine.observations(of: topic)
          == [
            .unknown(
              name: topic.name,
              reason: "no control group of '\(controller)' can be seen from here")
          ])
    }
    try machine.remove("/proc/self/cgroup")
    #expect(
      try machine.observations(of: MemoryLimit.self)
        == [
          .unknown(
            name: "Memory limit",
            reason: "/proc/self/cgroup can't be read: No such file or directory.")
        ])
  }

  @Test func `limits of a control group that is not there are reported as unknown`() throws {
    try machine.set("/proc/self/cgroup", "0::/elsewhere\n")
    for topic in [ProcessorQuota.self as any Topic.Type, MemoryLimit.self] {
      #expect(
        try machine.observations(of: topic)
          == [
            .unknown(
              name: topic.name, reason: "the control group \(groups)/elsewhere is not there")
          ])
    }
  }
}
