import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `watch`: checks on each save, in a real repository.
  @Suite struct WatchTests {
    private let shell: Shell
    private let repository: GitFolder

    init() throws {
      shell = try Shell()
      try shell.folder.add("r/.gitignore", ".build/\n")
      repository = try GitFolder(shell.folder["r"])
      try write("run: [cat, '${scenario}/words'], expect: { lines: 1 }")
      try repository.commit(["words": "1\n"])
    }

    private func write(_ step: String) throws {
      try shell.folder.add(
        "r/s.yml",
        "scenario: s\nbuilds: { b: {} }\nstories: { x: { steps: [ { \(step) } ] } }\n")
    }

    /// Starts it, with what it says in a pipe.
    private func start(_ words: String...) throws -> (process: StartedProcess, pipe: FileDescriptor)
    {
      let pipe = try NamedPipe(shell.folder["errors"])
      let script = ["sh", "-c", "exec \"$@\" 2> '\(pipe.path)'", "sh"]
      let process = try StartedProcess(
        script + [BuiltProducts.rehearse, "watch", "s.yml"] + words,
        environment: ["GITHUB_ACTIONS": .none, "REHEARSE_PROGRESS": .none], in: shell.folder["r"])
      return (process, try FileDescriptor.open(pipe.path, .readOnly, options: .closeOnExec))
    }

    /// Reads until one of the words comes, or the end, or nothing more.
    private func read(_ pipe: FileDescriptor, until words: String...) throws -> String {
      var bytes: [UInt8] = []
      var text: String { String(decoding: bytes, as: UTF8.self) }
      var chunk = [UInt8](repeating: 0, count: 4096)
      while !words.contains(where: { text.contains($0) }), pipe.becomesReadable(),
        case let count = try chunk.withUnsafeMutableBytes({ try pipe.read(into: $0) }), count > 0
      {
        bytes += chunk[..<count]
      }
      return text
    }

    private static let waiting = "Waiting for the next save; Ctrl-C ends.\n"

    @Test func `each save is checked, until a signal`() throws {
      let (watch, pipe) = try start("--max-time", "10s")
      defer { try? pipe.close() }
      let first = try read(pipe, until: Self.waiting)
      #expect(first.hasSuffix(Self.waiting), "\(first)")
      #expect(watch.output.contains("Unchanged, proven: 'HEAD' and 'work-tree'"))
      try shell.folder.add("r/words", "2\n")
      let second = try read(pipe, until: Self.waiting)
      #expect(second.hasSuffix(Self.waiting), "\(second)")
      #expect(watch.output.contains("CPU time"), "\(watch.output)")
      watch.send(SIGINT)
      #expect(watch.completion().status == 130)
      #expect(!shell.folder.files.contains { $0.hasSuffix(".sqlite") })
    }

    @Test func `nothing that is told of a check needs its store, which is removed with it`() throws
    {
      try shell.folder.add("r/words", String(repeating: "2", count: 1 << 23) + "\n")
      let (watch, pipe) = try start("--max-time", "10s")
      defer { try? pipe.close() }
      let told = try read(pipe, until: Self.waiting)
      #expect(told.hasSuffix(Self.waiting) && watch.output.contains("CPU time"), "\(told)")
      // In the project's store experiment 1 is another one, and the machine may be qualified.
      let all = (told + watch.output).replacing("\n", with: " ")
      for words in ["rehearse explain", "rehearse qualify"] {
        #expect(!all.contains(words), "\(all)")
      }
      watch.send(SIGINT)
      #expect(watch.completion().status == 130)
    }

    @Test func `what is known so far is told while a check goes on, and not that it was stopped`()
      throws
    {
      try shell.folder.add("r/words", "2\n")
      let (watch, pipe) = try start("--max-time", "10min")
      defer { try? pipe.close() }
      let told = try read(pipe, until: "So far, ", Self.waiting)
      #expect(told.contains("\nSo far, ") && told.contains("x: CPU time "), "\(told)")
      watch.send(SIGINT)
      let rest = try read(pipe, until: "Interrupted")
      #expect(!rest.contains("Interrupted"), "\(rest)")
      #expect(watch.completion().status == 130)
    }

    @Test func `on a terminal the line of progress is that of the check`() throws {
      try shell.folder.add("r/words", "2\n")
      let script = """
        import os, pty, signal, sys
        watch, terminal = pty.fork()
        if watch == 0:
            os.execv(sys.argv[1], sys.argv[1:])
        text = b""
        while b"So far, " not in text and b"Waiting" not in text:
            text += os.read(terminal, 4096)
        os.kill(watch, signal.SIGINT)
        try:
            while chunk := os.read(terminal, 4096):
                text += chunk
        except OSError:
            pass  # Nobody has the terminal open any more.
        sys.stdout.buffer.write(text)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(watch, 0)[1]))
        """
      let watch = try Completion.of(
        [
          "/usr/bin/env", "python3", "-c", script, BuiltProducts.rehearse, "watch", "s.yml",
          "--max-time", "10min",
        ], environment: ["GITHUB_ACTIONS": .none, "CI": .none, "TERM": "xterm"],
        in: shell.folder["r"])
      #expect(watch.status == 130, "\(watch)")
      // A bar, and what is left.
      #expect(watch.output.contains("\r\u{1B}[K█") && watch.output.contains(" of 5 pairs, "))
      #expect(watch.output.contains("\r\u{1B}[KSo far, ") && watch.output.contains("x: CPU time "))
    }

    @Test func `a mistake in the scenario is shown, and the next save is checked`() throws {
      try shell.folder.add("r/s.yml", "scenario: [")
      let (watch, pipe) = try start()
      defer { try? pipe.close() }
      #expect(try read(pipe, until: Self.waiting).contains("s.yml:2:1: this is not YAML"))
      try write("run: [cat, '${scenario}/words'], expect: { lines: 1 }")
      _ = try read(pipe, until: Self.waiting)
      #expect(watch.output.contains("Unchanged, proven"), "\(watch.output)")
      watch.send(SIGTERM)
      #expect(watch.completion().status == 130)
    }

    @Test func `a save stops a check that has not ended, and so does a signal`() throws {
      let started = try NamedPipe(shell.folder["started"])
      try write("shell: 'echo $$ > \(started.path); exec sleep 1000', expect: { status: 0 }")
      let (watch, pipe) = try start("--max-time", "10min")
      defer { try? pipe.close() }
      let first = try ProcessWatch(#require(try started.number()))
      try shell.folder.add("r/words", "2\n")
      #expect(first?.hasEnded() == true)
      let second = try ProcessWatch(#require(try started.number()))
      watch.send(SIGINT)
      #expect(watch.completion().status == 130 && second?.hasEnded() == true)
      #expect(watch.output == "")
    }

    @Test func `without a revision in the settings each save is compared with HEAD`() async throws {
      try repository.commit(["rehearse.yml": "against: never\n"])
      let (watch, pipe) = try start()
      defer { try? pipe.close() }
      _ = try read(pipe, until: Self.waiting)
      #expect(watch.output.contains("Unchanged, proven: 'HEAD' and 'work-tree'"))
      watch.send(SIGINT)
      #expect(watch.completion().status == 130)
      let refused = try await Shell.refusal(of: ["watch", "s.yml", "--against", "never"])
      #expect(refused.status == 64)
      #expect(
        refused.errors.hasPrefix(
          "Error: --against is 'never'; allowed: a branch, tag or commit.\n"), "\(refused.errors)")
    }

    @Test func `a folder without a repository is refused`() throws {
      try shell.folder.add("alone/s.yml", "scenario: s\n")
      let refused = try shell.rehearse("watch", "alone/s.yml")
      #expect(refused.status == 1 && refused.output == "", "\(refused)")
    }
  }
}
