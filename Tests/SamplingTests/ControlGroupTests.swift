import DriverProtocol
import Foundation
import Glibc
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Sampling

@Suite struct ControlGroupTests {
  private let folder: ScratchFolder
  private var root: ProcRoot { ProcRoot(folder.path) }

  init() throws { folder = try ScratchFolder() }

  private func mount(_ lines: [String], membership: String) throws {
    try folder.add(["self/mountinfo": lines.map { $0 + "\n" }.joined(), "self/cgroup": membership])
  }

  private func version1(_ controller: String) -> String {
    "35 31 0:32 / \(folder.path)/\(controller) rw - cgroup cgroup rw,\(controller)"
  }

  @Test func `without a cgroup hierarchy each controller is refused with the reason`() throws {
    try mount([], membership: "")
    let group = ControlGroup(root: root)
    #expect(
      group.refusals == [
        "no control group for memory: no hierarchy for 'memory' is mounted",
        "no control group for cpu: no hierarchy for 'cpuacct' is mounted",
      ])
    #expect(!group.hasMembers && group.members == [] && group.joiningFiles == [])
  }

  @Test func `an unreadable /proc is a reason, too`() throws {
    let reason = "\(folder.path)/self/mountinfo can't be read: No such file or directory."
    #expect(
      ControlGroup(root: root).refusals
        == ["memory", "cpu"].map { "no control group for \($0): \(reason)" })
  }

  @Test func `a control group that can't be made is refused with the system's reason`() throws {
    try mount([version1("memory")], membership: "4:memory:/gone\n")
    let reason = try #require(ControlGroup(root: root).refusals.first)
    #expect(
      reason.hasPrefix("no control group for memory: \(folder.path)/memory/gone/rehearse-"))
    #expect(reason.hasSuffix(" could not be made: No such file or directory"))
  }

  @Test func `a group without the controller's files is refused and removed`() throws {
    try folder.add("memory/run/cgroup.procs", "")
    try mount([version1("memory")], membership: "4:memory:/run\n")
    let reason = try #require(ControlGroup(root: root).refusals.first)
    #expect(
      reason.hasSuffix("memory.max_usage_in_bytes can't be opened: No such file or directory"))
    #expect(folder.files.filter { $0.contains("rehearse-") } == [])
    #expect(access(folder["memory/run"].string, F_OK) == 0)
  }

  @Test(.enabled(if: !ControlGroup().joiningFiles.isEmpty))
  func `a process that moves to an inner group stays a member, and the group is removed`() throws {
    let group = ControlGroup()
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let folder = try #require(group.joiningFiles.first).removingLastComponent()
    let inner = folder.appending("inner")
    try #require(mkdir(inner.appending("").string, 0o755) == 0)
    let members = try FileDescriptor.open(inner.appending("cgroup.procs"), .writeOnly)
    try members.closeAfter { _ = try members.writeAll("\(process.pid)".utf8) }
    #expect(group.members == [process.pid])
    group.endAll()
    process.reap()
    #expect(group.members == [])
    group.remove()
    #expect(access(folder.string, F_OK) != 0)
  }

  @Test func `groups of a killed Rehearse are removed, and no others`() throws {
    try mount([version1("memory")], membership: "4:memory:/\n")
    // Of this very process, whose number says nothing: one in another container may have it too.
    let (left, inUse) = (GroupFolder.freshName, GroupFolder.freshName)
    for name in [left, inUse, "rehearse-", "rehearse-mine", "other"] {
      try folder.add("memory/\(name)/file", "")
      unlink(folder["memory/\(name)/file"].string)
    }
    let lock = DirectoryLock.take(folder["memory/\(inUse)"], waits: false)
    guard case .held(let held) = lock else { throw Errno.resourceBusy }
    _ = ControlGroup(root: root)
    func isThere(_ name: String) -> Bool { access(folder["memory/\(name)"].string, F_OK) == 0 }
    #expect(!isThere(left))
    #expect(isThere(inUse) && isThere("rehearse-") && isThere("rehearse-mine") && isThere("other"))
    held.release()
    GroupFolder.removeOrphans(in: folder["memory"])
    #expect(!isThere(inUse))
  }

  @Test func `a released folder is free though a child being started shares its lock`() throws {
    let path = folder["group"]
    try folder.add("group/file", "")
    guard case .held(let held) = DirectoryLock.take(path, waits: false) else {
      throw Errno.resourceBusy
    }
    // As a child has it until it executes its program.
    let shared = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap { Int32($0) }
      .filter { descriptor in
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path.string, &named) == 0
          && own.st_ino == named.st_ino && own.st_dev == named.st_dev
      }.map { dup($0) }
    try #require(!shared.isEmpty)
    defer { for descriptor in shared { close(descriptor) } }
    held.release()
    guard case .held(let again) = DirectoryLock.take(path, waits: false) else {
      Issue.record("the folder is still locked")
      return
    }
    again.release()
  }

  @Test func `nested groups of a killed Rehearse are removed from the inside out`() throws {
    let left = GroupFolder.freshName
    let inner = "memory/\(left)/\(GroupFolder.freshName)/deeper/deepest"
    try folder.add("\(inner)/file", "")
    unlink(folder["\(inner)/file"].string)
    GroupFolder.removeOrphans(in: folder["memory"])
    #expect(access(folder["memory/\(left)"].string, F_OK) != 0)
  }

  /// A folder with a file in it stands for a group that can't be removed.
  @Test func `a group that can't be removed does not keep others from being removed`() throws {
    let (stuck, left) = (GroupFolder.freshName, GroupFolder.freshName)
    try folder.add(["memory/\(stuck)/inner/cgroup.procs": "", "memory/\(left)/inner/file": ""])
    unlink(folder["memory/\(left)/inner/file"].string)
    GroupFolder.removeOrphans(in: folder["memory"])
    #expect(access(folder["memory/\(stuck)"].string, F_OK) == 0)
    #expect(access(folder["memory/\(left)"].string, F_OK) != 0)
  }

  /// The place of the unified hierarchy, if the machine has one and groups can be made in it; its
  /// controllers may be in version 1.
  private static let unified = Result { () throws -> String? in
    let mounts = try WholeFile.read("/proc/self/mountinfo") { text throws(SamplingError) in
      try Mount.all(text)
    }
    return geteuid() == 0 ? mounts.last(where: { $0.type == "cgroup2" })?.point : nil
  }

  @Test(.enabled("No group of version 2 can be made here") { try Self.unified.get() != nil })
  func `in version 2, members, CPU time and a common end work without controllers`() throws {
    let point = try #require(try Self.unified.get())
    try mount(["38 31 0:31 / \(point) rw - cgroup2 cgroup2 rw"], membership: "0::/\n")
    let group = ControlGroup(root: root)
    try #require(group.hasMembers, "\(group.refusals)")
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    try group.add(process.pid)
    #expect(group.members == [process.pid])
    let probe = try TreeProbe(pid: process.pid, epoch: 0, group: group)
    let start = try probe.begin()
    let cpu = try #require(Int64(try process.ask("children 2 0 30")))
    let tree = try #require(try probe.cost(since: start).tree)
    #expect(tree.source == .controlGroup)
    #expect(tree.cost.cpu > .nanoseconds(cpu))
    let watch = try #require(ProcessWatch(process.pid))
    group.endAll()
    #expect(watch.hasEnded())
    process.reap()
    group.remove()
    #expect(access(try #require(group.joiningFiles.first).string, F_OK) != 0)
  }
}
