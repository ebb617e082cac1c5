import Sampling
import SystemPackage
import Testing

struct ControlGroupTextTests {
  /// What Docker leaves of the first version: hierarchies mounted from the container's group on.
  private static let version1 = """
    22 27 0:21 / /proc rw,relatime - proc proc rw,hidepid=invisible
    32 31 0:29 /docker/ab /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:9 - cgroup cgroup rw,cpu,cpuacct
    35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
    41 31 0:38 / /sys/fs/cgroup/unified rw shared:1 master:2 - cgroup2 cgroup2 rw

    """

  private static let version2 = """
    31 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate

    """

  private func groups(_ text: String, mounts: String) throws -> ControlGroups {
    let mounts = try parsed(mounts, Mount.all)
    return try parsed(text) { text throws(SamplingError) in
      try ControlGroups(text, mounts: mounts)
    }
  }

  @Test func `mounts have a root, a point, a type and options`() throws {
    let mounts = try parsed(Self.version1, Mount.all)
    #expect(mounts.map(\.point).first == "/proc")
    #expect(mounts[0].options == ["rw", "hidepid=invisible"])
    #expect(mounts[1].root == "/docker/ab")
    #expect(mounts.map(\.type) == ["proc", "cgroup", "cgroup", "cgroup2"])
  }

  @Test func `blanks and backslashes of a mount point are decoded from octal numbers`() throws {
    let text = #"36 35 98:0 / /a\040b\134c rw - ext4 /dev/sda rw"# + "\n"
    #expect(try parsed(text, Mount.all).map(\.point) == [#"/a b\c"#])
  }

  @Test(arguments: [
    "garbage\n", "36 35 98:0 / /a rw - ext4 /dev/sda\n",
    "36 35 98:0 / /a rw ext4 /dev/sda rw x y\n",
  ])
  func `a line that describes no mount is refused`(_ text: String) {
    let error = SamplingError.malformed(path: "/t", missing: "- type source options")
    #expect(throws: error) { try parsed(text, Mount.all) }
  }

  @Test func `a controller of version 1 has a hierarchy of its own`() throws {
    let groups = try groups(
      "4:memory:/service/a\n2:cpu,cpuacct:/docker/ab\n0::/x\n", mounts: Self.version1)
    let memory = try #require(groups.group(of: "memory"))
    #expect(memory.folder == "/sys/fs/cgroup/memory/service/a" && memory.version == 1)
    #expect(memory.top == "/sys/fs/cgroup/memory")
    let cpu = try #require(groups.group(of: "cpu"))
    #expect(cpu.folder == "/sys/fs/cgroup/cpu,cpuacct" && cpu.version == 1)
  }

  @Test func `a controller without a hierarchy of version 1 is in the unified hierarchy`() throws {
    let group = try groups("0::/user.slice/a:b\n", mounts: Self.version2).group(of: "cpu")
    #expect(group?.version == 2)
    #expect(group?.folder == "/sys/fs/cgroup/user.slice/a:b")
    #expect(group?.top == "/sys/fs/cgroup")
    let root = try groups("0::/\n", mounts: Self.version2).group(of: "cpu")
    #expect(root?.folder == "/sys/fs/cgroup")
  }

  @Test(arguments: [
    ("4:memory:/a\n0::/\n", version2), ("0::/a\n", "22 27 0:21 / /proc rw - proc proc rw\n"),
    ("0::/../..\n", version2), ("", version2),
    // Where the host's groups, or those of another container, are mounted.
    ("0::/\n", "31 23 0:28 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"),
    ("0::/docker/ab\n", "31 23 0:28 /docker/a /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"),
  ])
  func `a control group that can't be seen is not found`(_ text: String, _ mounts: String) throws {
    #expect(try groups(text, mounts: mounts).group(of: "memory") == nil)
  }

  @Test(arguments: ["x\n", "1:memory\n", "1:memory:relative\n"])
  func `a line that names no control group is refused`(_ text: String) {
    let error = SamplingError.malformed(path: "/t", missing: "hierarchy:controllers:path")
    #expect(throws: error) { try groups(text, mounts: Self.version2) }
  }
}
