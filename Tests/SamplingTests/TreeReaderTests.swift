import Glibc
import Recording
import Sampling
import TestSupport
import Testing

@Suite struct TreeReaderTests {
  @Test func `the time of short-lived threads belongs to the process`() throws {
    try requirePython()
    let process = try Conversation([
      "python3", "-u", "-c",
      """
      import sys, threading, time
      def work():
        end = time.thread_time_ns() + 20_000_000
        while time.thread_time_ns() < end: pass
      for line in sys.stdin:
        for _ in range(int(line)):
          thread = threading.Thread(target=work)
          thread.start()
          thread.join()
        print(time.process_time_ns())
      """,
    ])
    let before = try #require(Int64(try process.ask("0")))
    let tree = try TreeReader(pids: [process.pid], epoch: 0)
    let start = try #require(try tree.detailed()).used.cpu
    let after = try #require(Int64(try process.ask("3")))
    let reading = try #require(try tree.detailed())
    #expect(reading.processes == 1)
    #expect(after - before >= 60_000_000)
    // The kernel books the time of a thread that runs at its ticks.
    #expect(abs(reading.used.cpu - start - (after - before)) < 10_000_000)
  }

  @Test func `a process that renames itself has its last name`() throws {
    try requirePython()
    let process = try Conversation([
      "python3", "-u", "-c",
      """
      import sys
      for line in sys.stdin:
        open("/proc/self/comm", "w").write(line.strip())
        print()
      """,
    ])
    let tree = try TreeReader(pids: [process.pid], epoch: 0)
    _ = try process.ask("a) R (b")
    _ = try tree.detailed()
    #expect(tree.processes.map(\.name) == ["a) R (b"])
  }

  @Test func `if there are too many processes to remember, those that used most are kept`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let tree = try TreeReader(pids: [process.pid], epoch: 0, recordLimit: 2)
    for _ in 0..<7 {
      let child = try #require(Int32(try process.ask("start 0")))
      // Scans are paced.
      #expect(try comes { try tree.detailed() == nil || tree.pids.contains(child) })
      _ = try process.ask("end")
    }
    _ = try tree.detailed()
    let remembered = tree.processes
    #expect(tree.followed.processes == 8)
    #expect(tree.followed.forgotten == 8 - remembered.count)
    #expect((3...5).contains(remembered.count))
    #expect(remembered.first?.pid == process.pid)
  }

  @Test func `only the time that a process is stopped adds up as stopped time`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let tree = try TreeReader(pids: [process.pid], epoch: 0)
    _ = try tree.read()
    _ = try process.ask("burn 5")
    _ = try tree.read()
    #expect(tree.stoppedTime == 0)
    kill(process.pid, SIGSTOP)
    var info = siginfo_t()
    while waitid(P_PID, id_t(process.pid), &info, WSTOPPED | WNOWAIT) < 0, errno == EINTR {}
    _ = try tree.detailed()
    let start = try #require(try tree.read())
    let end = try #require(try tree.read())
    #expect(start.isStopped && end.isStopped)
    let stopped = tree.stoppedTime
    #expect(stopped >= end.sample.time - start.sample.time)
    kill(process.pid, SIGCONT)
    _ = try process.ask("burn 5")
    #expect(try tree.read()?.isStopped == false)
    #expect(tree.stoppedTime == stopped)
  }

  @Test func `a process that /proc does not show does not count as ended`() throws {
    let folder = try ScratchFolder()
    try folder.add("stat", "cpu  100 10 40 900 50 1 2 3 0 0\n")
    try folder.add("meminfo", "MemTotal: 8000 kB\nMemFree: 100 kB\nMemAvailable: 5000 kB\n")
    let root = ProcRoot(folder.path)
    #expect(root.hidesOthers)
    try folder.add("1/stat", "")
    #expect(!root.hidesOthers)
    do {
      _ = try TreeReader(pids: [getpid()], epoch: 0, root: root)
      Issue.record("a process without files was opened")
    } catch {
      #expect(!error.hasEnded(getpid()))
      #expect(error.description.hasSuffix("statm can't be read: No such file or directory."))
    }
    #expect(SamplingError.noSuchProcess(pid: 4_194_304).hasEnded(4_194_304))
  }

  @Test func `a process stopped by a signal is reported as stopped`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let tree = try TreeReader(pids: [process.pid], epoch: 0)
    #expect(try tree.detailed()?.isStopped == false)
    kill(process.pid, SIGSTOP)
    var info = siginfo_t()
    while waitid(P_PID, id_t(process.pid), &info, WSTOPPED | WNOWAIT) < 0, errno == EINTR {}
    #expect(try tree.detailed()?.isStopped == true)
  }

  @Test func `with end ofTree a tree outlives its root`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let ofRoots = try TreeReader(pids: [process.pid], epoch: 0)
    let ofTree = try TreeReader(pids: [process.pid], epoch: 0, end: .ofTree)
    let sleeper = try #require(Int32(try process.ask("escape")))
    for tree in [ofRoots, ofTree] {
      #expect(try comes { try tree.detailed()?.processes != 1 })
    }
    let watch = try #require(ProcessWatch(sleeper))
    try process.endWithoutReaping()
    #expect(try ofRoots.read() == nil)
    #expect(try ofTree.read()?.processes == 1)
    kill(sleeper, SIGKILL)
    #expect(watch.hasEnded())
    #expect(try ofTree.read() == nil)
  }

  @Test func `a process's last use is known until it is waited for`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let tree = try TreeReader(pids: [process.pid], epoch: 0)
    _ = try tree.read()
    let used = try #require(Int64(try process.ask("burn 30")))
    try process.endWithoutReaping()
    #expect(try tree.read() == nil)
    #expect(tree.used.cpu >= used)
  }

  @Test func `several trees add up, and a tree below another counts once`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let child = try #require(Int32(try process.ask("escape")))
    defer { kill(child, SIGKILL) }
    let tree = try TreeReader(pids: [child, process.pid], epoch: 0)
    #expect(try tree.detailed()?.processes == 2)
    #expect(Set(tree.processes.map(\.pid)) == [process.pid, child])
  }

  @Test func `waits of threads are counted from the start of counting`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    _ = try process.ask("burn 0")
    var switches = SwitchCount([process.pid])
    #expect(switches.voluntary == 0)
    // It listens to a child that has still to execute its program, so it has to wait.
    _ = try process.ask("start 0")
    // Scans that come too soon are left out.
    while switches.voluntary < 1 { switches.update([process.pid]) }
    process.reap()
    let before = switches.voluntary
    switches.update([process.pid])
    #expect(switches.voluntary == before)
  }
}
