import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Programs and services of which a record of inputs can't tell all: each is measured, nothing is proven, and
  /// the last line says why.
  @Suite struct InputTroubleTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Checks a program of Python against a revision that differs in a page alone.
    private func check(_ program: String) throws -> Completion {
      try shell.folder.add("r/.gitignore", ".build/\n")
      try shell.folder.add(
        "r/s.yml",
        """
        scenario: s
        builds: { b: {} }
        stories: { x: { steps: [ { run: [python3, '${scenario}/t.py'], expect: { lines: 1 } } ] } }

        """)
      try shell.folder.add("r/t.py", program)
      let repository = try GitFolder(shell.folder["r"])
      try repository.commit()
      try repository.commit(["README.md": "1\n"])
      return try Completion.of(
        [
          BuiltProducts.rehearse, "check", "s.yml", "--against", "HEAD~1", "--pairs", "3",
          "--quiet", "--memory-runs", "0", "--no-control", "--store",
          shell.folder.file("s.sqlite"),
        ], environment: ["GITHUB_ACTIONS": .none], in: shell.folder["r"])
    }

    private func expect(_ checked: Completion, toSay sentence: String) {
      #expect(checked.status == 0, "\(checked.errors)")
      #expect(checked.output.contains(sentence), "\(checked.output)")
      #expect(!checked.output.contains("proven:") && checked.output.contains("CPU time"))
    }

    @Test func `a program that refuses to be traced is reported`() throws {
      let checked = try check(
        """
        import sys
        traced = [line for line in open('/proc/self/status') if line.startswith('TracerPid:')]
        if int(traced[0].split()[1]): sys.exit('I am watched.')
        print(1)

        """)
      expect(
        checked, toSay: "What both sides read is not known in full, so nothing is proven")
      expect(checked, toSay: "'x' failed under the tracer on 'HEAD~1'")
    }

    @Test func `a program that kills its tracer is reported`() throws {
      let checked = try check(
        """
        import os
        traced = [line for line in open('/proc/self/status') if line.startswith('TracerPid:')]
        tracer = int(traced[0].split()[1])
        if tracer: os.kill(tracer, 9)
        print(1)

        """)
      expect(checked, toSay: "'x' failed under the tracer on 'HEAD~1'")
    }

    @Test(.nightly) func `a program that reads more files than are kept is reported`() throws {
      let checked = try check(
        """
        import os
        traced = [line for line in open('/proc/self/status') if line.startswith('TracerPid:')]
        if int(traced[0].split()[1]):
            for number in range(100_001): os.access(f'/nothing/{number}', os.F_OK)
        print(1)

        """)
      expect(checked, toSay: "more than 100000 files were read")
    }

    @Test func `a file that another process writes meanwhile is reported`() throws {
      let busy = shell.folder.file("busy")
      try shell.folder.add("busy", "")
      let writer = try StartedProcess(
        ["/bin/sh", "-c", "while :; do echo 1 > '\(busy)'; done"], in: shell.folder.path)
      defer {
        writer.send(SIGKILL)
        _ = writer.completion()
      }
      let checked = try check("open('\(busy)').read(); print(1)\n")
      expect(checked, toSay: "\(busy) changed while it was read")
    }

    @Test func `a server that both sides share is reported`() throws {
      let server = try ListeningSocket()
      let checked = try check(
        "import socket\nsocket.create_connection(('127.0.0.1', \(server.port))).close()\nprint(1)\n"
      )
      expect(
        checked,
        toSay:
          "Both sides share what answers at 127.0.0.1:\(server.port), which is not a service of the scenario."
      )
    }
  }
}

/// A socket on the loopback that takes connections and never answers.
private final class ListeningSocket {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    let own = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(own >= 0)
    descriptor = own
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(own, $0, length) | listen(own, 64) | getsockname(own, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(status == 0)
  }

  deinit { close(descriptor) }
}
