import ProcFS
import Recording
import Sampling
import TestSupport
import Testing

@testable import Running

/// Commands that are ended by SIGKILL: by the kernel, for want of memory, or by somebody.
@Suite struct MemoryKillTests {
  init() throws { try requirePython() }

  /// A group of memory beside the command's own or around it, in either version.
  private static let groups = """
    import os, signal, time
    lines = [line.rstrip('\\n').split(':', 2) for line in open('/proc/self/cgroup')]
    first = [path for _, names, path in lines if 'memory' in names.split(',')]
    own = '/sys/fs/cgroup/memory' + first[0] if first else '/sys/fs/cgroup' + lines[-1][2]
    limit = 'memory.limit_in_bytes' if first else 'memory.max'

    def grow_beyond(folder):
      open(os.path.join(folder, limit), 'w').write(str(48 << 20))
      hoard = [b'x' * (1 << 20) for _ in range(400)]

    """

  private func message(_ script: String, inGroup: Bool) throws -> String {
    let run = try CommandStage.run([debianPython, "-c", Self.groups + script]) {
      $0.usesControlGroup = inGroup
    }
    #expect(run.failure?.signal == 9)
    return try #require(run.failure?.message)
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func
    `a command that the kernel killed for its group's lack of memory is reported with that reason`()
    throws
  {
    #expect(
      try message("grow_beyond(own)", inGroup: true)
        == "The command was ended by signal 9 (Killed; memory ran out, so the kernel ended 1 process of its "
        + "control group).")
  }

  /// A process of another group runs out of memory; then the command is ended by somebody.
  private let anothers = """
    other = os.path.join(os.path.dirname(own), f'other-{os.getpid()}')
    os.mkdir(other)
    child = os.fork()
    if child == 0:
      open(os.path.join(other, 'cgroup.procs'), 'w').write('0')
      grow_beyond(other)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    while True:
      try:
        os.rmdir(other)
        break
      except OSError: time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)
    """

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func
    `a kill for memory in another group is not blamed for the end of a command in its own group`()
    throws
  {
    #expect(
      try message(anothers, inGroup: true) == "The command was ended by signal 9 (Killed).")
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `a kill for memory in another group is not blamed for a command in Rehearse's group`() throws
  {
    #expect(
      try message(anothers, inGroup: false) == "The command was ended by signal 9 (Killed).")
  }

  /// As with services, which have no group of their own.
  @Test(arguments: [
    ("/job", "the control group that Rehearse is in"), ("/", "this machine"),
  ])
  func
    `without its own group, a killed command is reported only as perhaps killed for memory`(
      _ group: String, _ whose: String
    ) throws
  {
    let machine = try ScratchFolder()
    try machine.add("proc/self/cgroup", "0::\(group)\n")
    try machine.add(
      "proc/self/mountinfo", "25 30 0:22 / \(machine["groups"]) rw - cgroup2 cgroup2 rw\n")
    func count(_ own: Int, _ all: Int) throws {
      try machine.add("groups/job/memory.events", "oom 2\noom_kill \(own)\n")
      try machine.add("proc/vmstat", "pgfault 7\noom_kill \(all)\n")
    }
    try count(3, 5)
    let kills = try #require(MemoryKills(root: ProcRoot(machine["proc"])))
    #expect(EndingSignal(9, kills).name == "signal 9 (Killed)")
    try count(4, 6)
    #expect(
      EndingSignal(9, kills).name
        == "signal 9 (Killed; meanwhile the kernel ended 1 process of \(whose) because memory ran out, "
        + "perhaps this one)")
  }
}
