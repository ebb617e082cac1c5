import Recording
import Sampling
import Scenarios
import SystemPackage
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

  /// A child runs out of memory, and the command says so like a shell.
  private static let childs = """
    child = os.fork()
    if child == 0:
      grow_beyond(own)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    os._exit(137)
    """
  private static let killOfChild =
    "Memory ran out, so the kernel ended 1 process of its control group."

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `the kernel's kill of a command's child for lack of memory is reported with the status`()
    throws
  {
    let run = try CommandStage.run([debianPython, "-c", Self.groups + Self.childs]) {
      $0.usesControlGroup = true
    }
    #expect(
      run.failure?.message == "The command exited with status 137. \(Self.killOfChild)")
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `the kernel's kill of a child is recorded with a run that passes in spite of it`() throws {
    let passing = Self.childs.replacing("_exit(137)", with: "_exit(0)")
    let run = try CommandStage.run([debianPython, "-c", Self.groups + passing]) {
      $0.usesControlGroup = true
    }
    #expect(run.passed && run.circumstances.memoryKills == 1, "\(run)")
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `the kernel's kill of a child for lack of memory is reported of a step's command, too`()
    throws
  {
    let step = Step(
      verb: "run", command: StepCommand(words: [debianPython, "-c", Self.groups + Self.childs]),
      expectation: .command(CommandExpectation()))
    let run = ProcessExecutor(
      ReplaySetup(
        scenario: Scenario(
          name: "s", title: "", builds: [], fixture: [:],
          stories: [Story(name: "s", title: "", steps: [step])], runs: 1, timeLimit: .seconds(60)),
        commands: ["a": [CommandHost(folder: "/", variables: [:]).words]], in: BuildContexts("/"),
        launcher: Launcher(path: BuiltProducts.launcher), interruption: try Interruption(),
        machineMemory: 1 << 30)
    ).execute(RunPlan(stories: ["s"], builds: ["a"], rounds: 1, seed: 1).runs[0])
    #expect(run.failure?.message == "Expected status 0, found 137. \(Self.killOfChild)")
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
    // Below a shell, another process was ended than the one whose end is known.
    let failure = RunFailure(reason: .wrongOutcome, message: "Expected status 0, found 137.")
    #expect(
      failure.mentioning(kills).message
        == "Expected status 0, found 137. Meanwhile the kernel ended 1 process of \(whose) because memory ran "
        + "out, perhaps one of this run.")
    let told = RunFailure.crashed("The command", by: EndingSignal(9, kills), standardError: "")
    #expect(told.mentioning(kills) == told)
    #expect(failure.mentioning(kills.renewed) == failure && failure.mentioning(nil) == failure)
    #expect(RunFailure.interrupted.mentioning(kills) == .interrupted)
  }
}
