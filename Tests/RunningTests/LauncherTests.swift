import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// The launcher by itself.
@Suite struct LauncherTests {
  @Test func `the launcher reports a start and an end`() throws {
    let started = try Started(["/bin/sh", "-c", "exit 5"])
    let lines = started.reports()
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("spawned ") == true)
    #expect(lines.last?.hasPrefix("exited 5 ") == true)
  }

  @Test func `the launcher reports a signal`() throws {
    let last = try Started(["/bin/sh", "-c", "kill -TERM $$"]).reports().last
    #expect(last?.hasPrefix("killed 15 ") == true)
  }

  @Test func `the launcher reports why a command can't be executed`() throws {
    #expect(try Started(["/nowhere/driver"]).reports() == ["failed \(ENOENT)"])
    #expect(try Started(["/etc/passwd"]).reports() == ["failed \(EACCES)"])
    #expect(
      try Started(["/nowhere/driver"], settings: [.cpu(1000)]).reports()
        == ["refused \(EINVAL) cpu", "failed \(ENOENT)"])
  }

  @Test func `the launcher kills its child and grandchild when its control is closed`() throws {
    let started = try Started(["/bin/sh", "-c", "sleep 1000 & echo $!; exec sleep 1000"])
    let grandchild = try #require(Int32(try started.line(of: started.streams.output)))
    let watch = try #require(ProcessWatch(grandchild))
    try started.streams.control.close()
    let lines = started.reports(controlIsOpen: false)
    #expect(lines.last?.hasPrefix("killed 9 ") == true)
    #expect(watch.hasEnded())
  }

  @Test func `a killed launcher takes its child along`() throws {
    let started = try Started(["/bin/sh", "-c", "echo $$; exec sleep 1000"])
    let child = try #require(Int32(try started.line(of: started.streams.output)))
    let watch = try #require(ProcessWatch(child))
    #expect(try started.line(of: started.streams.status).hasPrefix("spawned \(child) "))
    kill(started.streams.launcher, SIGKILL)
    #expect(watch.hasEnded())
    #expect(started.reports() == [])
  }

  @Test func `a child that left its group is killed, too`() throws {
    try requirePython()
    // The launcher's own group is the one to which a process of its session may move.
    let started = try Started([
      "python3", "-c",
      "import os, time; os.setpgid(0, os.getpgid(os.getppid())); print('moved', flush=True); "
        + "time.sleep(1000)",
    ])
    #expect(try started.line(of: started.streams.output) == "moved")
    try started.streams.control.close()
    #expect(started.reports(controlIsOpen: false).last?.hasPrefix("killed 9 ") == true)
  }

  @Test func `signals that the harness ignores or blocks have their defaults in the child`() throws
  {
    let started = try Started(["/bin/sh", "-c", "grep -E 'Sig(Blk|Ign)' /proc/self/status"])
    let blocked = try started.line(of: started.streams.output)
    let ignored = try started.line(of: started.streams.output)
    #expect(blocked == "SigBlk:\t0000000000000000")
    // 32 and 33 are glibc's own; its posix_spawn has them ignored.
    let signals = try #require(UInt64(ignored.dropFirst("SigIgn:\t".count), radix: 16))
    #expect(signals & ~(3 << 31) == 0)
    _ = started.reports()
  }

  @Test func `without arguments the launcher prints its usage`() throws {
    let completion = try Completion.of([BuiltProducts.launcher.string])
    #expect(completion.status == 64)
    #expect(
      completion.errors
        == "usage: rehearse-launcher CONTROL STATUS FOLDER [SETTING...] -- COMMAND [ARGUMENT...]\n")
    let unknown = try Completion.of([
      BuiltProducts.launcher.string, "0", "1", "/", "x=1", "--", "true",
    ])
    #expect(unknown.status == 64)
  }

  @Test func `a command has its settings before it starts`() throws {
    let started = try Started(
      ["/bin/sh", "-c", "grep Cpus_allowed_list /proc/self/status; cat /proc/self/personality"],
      settings: [.cpu(0), .fixedAddresses])
    #expect(try started.line(of: started.streams.output) == "Cpus_allowed_list:\t0")
    // ADDR_NO_RANDOMIZE
    #expect(try started.line(of: started.streams.output) == "00040000")
    #expect(started.reports().count == 2)
  }

  @Test(
    .enabled(if: File.reads("/proc/self/sched", holding: "se.slice"), "the kernel tells no slices"))
  func `a command has the requested time slice`() throws {
    let started = try Started(
      ["/bin/sh", "-c", "grep se.slice /proc/self/sched"], settings: [.slice(.microseconds(500))])
    let line = try started.line(of: started.streams.output)
    #expect(line.split(separator: " ").last == "500000")
    #expect(started.reports().count == 2)
  }

  @Test func `a time slice that the kernel can't keep is refused`() throws {
    // Linux before 6.12 keeps to none; since then the least is 0.1 ms.
    let started = try Started(["/bin/true"], settings: [.slice(.nanoseconds(1))])
    #expect(started.reports().first == "refused \(ENOTSUP) slice")
  }

  @Test func `a refused setting is reported, and the command runs without it`() throws {
    let started = try Started(
      ["/bin/sh", "-c", "exit 5"],
      settings: [.group("/nowhere/cgroup.procs"), .ownGroup("/nowhere/tasks"), .cpu(1000)])
    let lines = started.reports()
    #expect(
      lines.prefix(3) == [
        "refused \(ENOENT) group", "refused \(ENOENT) own-group", "refused \(EINVAL) cpu",
      ])
    #expect(lines.dropFirst(3).first?.hasPrefix("spawned ") == true)
    #expect(lines.last?.hasPrefix("exited 5 ") == true)
  }

  @Test func `a killed harness takes its driver along`() throws {
    let folder = try ScratchFolder()
    let pipe = try NamedPipe(folder["pid"])
    try folder.add(
      "s.yml",
      """
      scenario: hanging
      builds: { b: { command: ["\(BuiltProducts.testDriver)"] } }
      stories: { s: { steps: [{ hang: { file: "\(pipe.path)" }, expect: { count: 1 } }] } }
      """)
    // The run's directory, which nobody is left to delete, goes with the test's.
    let harness = try StartedProcess(
      [
        BuiltProducts.rehearse, "run", folder["s.yml"].string, "--store",
        folder["store.sqlite"].string,
      ], environment: ["TMPDIR": folder.path.string])
    let driver = try #require(try pipe.number())
    let watch = try #require(ProcessWatch(driver))
    harness.send(SIGKILL)
    #expect(harness.completion().signal == SIGKILL)
    #expect(watch.hasEnded())
  }
}

/// A command that was started by the launcher, its pipes in the test's hands.
private final class Started {
  let streams: Launcher.Started

  init(_ command: [String], settings: [LaunchSetting] = []) throws {
    streams = try Launcher(path: BuiltProducts.launcher).start(
      command, environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"],
      in: "/", settings: settings)
  }

  /// All that the launcher reports, until it has ended.
  func reports(controlIsOpen: Bool = true) -> [String] {
    var lines: [String] = []
    while let line = try? line(of: streams.status), !line.isEmpty { lines.append(line) }
    for stream in [streams.input, streams.output, streams.error, streams.status] {
      try? stream.close()
    }
    if controlIsOpen { try? streams.control.close() }
    while waitpid(streams.launcher, nil, 0) < 0, errno == EINTR {}
    return lines
  }

  /// One line, without its line feed; empty at the end, or if nothing comes.
  func line(of stream: FileDescriptor) throws -> String {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while stream.becomesReadable(),
      try byte.withUnsafeMutableBytes({ try stream.read(into: $0) }) == 1, byte[0] != 10
    {
      line.append(byte[0])
    }
    return String(decoding: line, as: UTF8.self)
  }
}

private enum File {
  static func reads(_ path: String, holding text: String) -> Bool {
    (try? String(contentsOfFile: path, encoding: .utf8))?.contains(text) == true
  }
}
