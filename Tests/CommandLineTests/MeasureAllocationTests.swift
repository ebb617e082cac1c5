import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Commands whose allocations are counted, with a program of which each is known.
  @Suite struct MeasureAllocationTests {
    private let shell: Shell
    private let program: String

    init() throws {
      shell = try Shell()
      program = try Self.program()
    }

    private static func program(_ options: String...) throws -> String {
      try CompiledProgram(source, options: ["-w", "-fno-builtin"] + options).path.string
    }

    /// Every word is done in turn: blocks that are allocated and given back, children, and programs.
    private static let source = #"""
      #define _GNU_SOURCE
      #include <grp.h>
      #include <spawn.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/wait.h>
      #include <unistd.h>

      static void ten(void) {
        void *volatile blocks[10];
        for (int i = 0; i < 10; i++) blocks[i] = malloc(100);
        for (int i = 0; i < 10; i++) free(blocks[i]);
      }

      int main(int count, char **words) {
        for (int i = 1; i < count; i++) {
          pid_t child;
          if (strcmp(words[i], "ten") == 0) ten();
          if (strcmp(words[i], "fork") == 0) {
            if ((child = fork()) == 0) ten(), _exit(0);
            waitpid(child, NULL, 0);
          }
          char *next[] = {words[i + 1], "ten", NULL}, *none[] = {NULL};
          if (strcmp(words[i], "spawn") == 0) {
            if (posix_spawn(&child, words[i + 1], NULL, NULL, next, environ) != 0) return 1;
            waitpid(child, NULL, 0);
          }
          if (strcmp(words[i], "many") == 0)
            for (int j = 0; j < 1000; j++) {
              if (posix_spawn(&child, words[0], NULL, NULL, (char *[]){words[0], "ten", NULL}, environ)) return 1;
              waitpid(child, NULL, 0);
            }
          if (strcmp(words[i], "system") == 0 && system(words[i + 1]) != 0) return 1;
          if (strcmp(words[i], "popen") == 0) pclose(popen(words[i + 1], "r"));
          if (strcmp(words[i], "unset") == 0) unsetenv("LD_PRELOAD");
          if (strcmp(words[i], "nobody") == 0 && (setgroups(0, NULL) || setgid(65534) || setuid(65534))) return 1;
          if (strcmp(words[i], "execute") == 0) execl(words[i + 1], words[i + 1], "ten", NULL);
          if (strcmp(words[i], "drop") == 0) execve(words[i + 1], next, none);
        }
        return 0;
      }
      """#

    /// The measurements of the runs that counted, and what is said on standard error.
    private func counts(
      _ words: String..., status: Int32 = 0
    ) throws -> (values: [[String: Double]], errors: String) {
      let result = try shell.rehearse(
        ["measure", "--json", "--quiet", "--runs", "1", "--allocations=2"] + words)
      #expect(result.status == status, "\(result.errors)")
      let runs: [[String: Any]] = try shell.part("commands", "runs", of: result)
      let counted = runs.filter { $0["kind"] as? String == "allocations" }
      #expect(counted.count == 2)
      return (counted.compactMap { $0["measurements"] as? [String: Double] }, result.errors)
    }

    @Test func `a command's allocations are counted to the block and the byte in every run`() throws
    {
      let known = ["allocations": 10.0, "allocated-bytes": 1000, "peak-live-bytes": 1000]
      #expect(try counts(program, "ten").values == [known, known])
      let text = try shell.rehearse("measure", "--quiet", "--runs", "1", "--allocations", program)
      #expect(text.output.contains("Wall time") && text.output.contains("Allocations"))
      let shown = try shell.rehearse(
        "measure", "--quiet", "--runs", "1", "--allocations", program, "ten")
      #expect(shown.output.contains("Allocations") && shown.output.contains("Peak live memory"))
    }

    @Test func `the allocations of forked, spawned and executed programs are counted, too`() throws
    {
      let all = try counts(program, "ten", "fork", "spawn", program, "execute", program)
      #expect(all.values.map { $0["allocations"] } == [40, 40], "\(all.errors)")
      #expect(all.values.map { $0["peak-live-bytes"] } == [1000, 1000])
    }

    @Test(arguments: ["spawn", "execute"])
    func `a statically linked program that a command starts is named, and nothing is counted`(
      _ way: String
    )
      throws
    {
      let other = try Self.program("-static")
      let counts = try counts(program, "ten", way, other, status: 1)
      #expect(counts.values == [[:], [:]])
      #expect(
        counts.errors.contains(
          "The allocations of the command can't be counted: it starts \(other), which can't be counted: it "
            + "is linked statically, and so loads no counter."), "\(counts.errors)")
    }

    @Test func `a statically linked command is reported, and nothing is counted`() throws {
      let counts = try counts(Self.program("-static"), "ten", status: 1)
      #expect(counts.values == [[:], [:]])
      #expect(
        counts.errors.contains("it is linked statically, and so loads no counter"),
        "\(counts.errors)")
    }

    @Test(.enabled(if: getuid() == 0))
    func `a program with set-user-ID rights is named, and nothing is counted`() throws {
      let other = shell.folder.file("other")
      let installed = try Completion.of([
        "/usr/bin/install", "-o", "65534", "-g", "65534", "-m", "4755", program, other,
      ])
      try #require(installed.status == 0, "\(installed.errors)")
      let counts = try counts(program, "ten", "spawn", other, status: 1)
      #expect(counts.values == [[:], [:]])
      #expect(
        counts.errors.contains(
          "it starts \(other), which can't be counted: it did not load the counter, as happens with "
            + "programs that run as another user"), "\(counts.errors)")
    }

    @Test func `a command that allocates nothing has counts of 0`() throws {
      let none = ["allocations": 0.0, "allocated-bytes": 0, "peak-live-bytes": 0]
      #expect(try counts(program).values == [none, none])
    }

    @Test func `a thousand programs are counted, but one that can't be counted is reported`() throws
    {
      let all = try counts(program, "many")
      #expect(all.values.map { $0["allocations"] } == [10_000, 10_000], "\(all.errors)")
      let other = try Self.program("-static")
      let one = try counts(program, "many", "spawn", other, status: 1)
      #expect(one.values == [[:], [:]])
      #expect(one.errors.contains("linked statically") || one.errors.contains("did not load"))
    }

    @Test(arguments: ["system", "popen"])
    func `a shell is counted, or named if it can't be counted`(_ way: String) throws {
      let all = try counts(program, way, "\(program) ten")
      #expect(all.values.allSatisfy { $0["allocations"] ?? 0 >= 10 } && all.values.count == 2)
      let none = try counts(program, "unset", way, "\(program) ten", status: 1)
      #expect(none.values == [[:], [:]])
      #expect(
        none.errors.contains("it starts /bin/sh, which can't be counted"), "\(none.errors)")
    }

    @Test(.enabled(if: getuid() == 0), arguments: ["fork", "spawn", "system"])
    func `a program that switches to another user is named, however it is started`(_ way: String)
      throws
    {
      try #require(chmod(shell.folder.path.string, 0o755) == 0)
      let counts = try counts(program, "ten", "nobody", way, program, status: 1)
      #expect(counts.values == [[:], [:]])
      let words =
        way == "fork"
        ? "it starts \(program), which can't be counted: it could not make the file"
        : ", which can't be counted: it did not load the counter, or could not make its file"
      #expect(counts.errors.contains(words), "\(counts.errors)")
    }

    @Test(.enabled(if: getuid() == 0))
    func `a program with its own file systems is named`() throws {
      let counts = try counts(
        "unshare", "--mount", "/bin/sh", "-c",
        "mount -t tmpfs none ${REHEARSE_ALLOCATIONS%/*}; \(program) ten", status: 1)
      #expect(counts.values == [[:], [:]])
      #expect(
        counts.errors.contains("it starts \(program), which can't be counted: it did not load"),
        "\(counts.errors)")
    }

    @Test func `a limit on file sizes ends no program, and is reported`() throws {
      let counts = try counts(
        "/bin/bash", "-c", "ulimit -f 64; \(program) ten; echo $?", status: 1)
      #expect(counts.values == [[:], [:]])
      #expect(
        counts.errors.contains("which can't be counted: it could not make the file in which"),
        "\(counts.errors)")
      let own = try Completion.of(
        [
          "/bin/bash", "-c",
          "ulimit -f 64; exec \(BuiltProducts.rehearse) measure --store \(shell.folder.file("none")) --quiet --runs 1 --allocations true",
        ], in: shell.folder.path)
      #expect(own.signal == nil, "\(own)")
    }

    @Test(.enabled(if: MountedVolume.isAllowed))
    func `a full TMPDIR ends neither Rehearse nor the program, and is reported`() throws {
      // Room for the first processes, and not for those that they start.
      let volume = try MountedVolume(size: "600k")
      let result = try shell.rehearse(
        [
          "measure", "--quiet", "--runs", "1", "--allocations", program, "ten", "fork", "fork",
          "fork", "fork",
          "fork", "ten",
        ], environment: ["TMPDIR": volume.folder.path.string])
      #expect(result.status == 1 && result.signal == nil, "\(result)")
      #expect(result.errors.contains("it could not make the file in which it counts"), "\(result)")
      let none = try MountedVolume(size: "60k")
      let full = try shell.rehearse(
        ["measure", "--quiet", "--runs", "1", "--allocations", program, "ten"],
        environment: ["TMPDIR": none.folder.path.string])
      #expect(full.status == 1 && full.signal == nil, "\(full)")
      #expect(
        full.errors.contains(
          "Allocations can't be counted: each process counts in a file of 128 KiB"))
    }

    @Test func `a program that is executed without the counter is named`() throws {
      let counts = try counts(program, "ten", "drop", program, status: 1)
      #expect(counts.values == [[:], [:]])
      #expect(
        counts.errors.contains("it starts \(program), which can't be counted: it runs without"),
        "\(counts.errors)")
    }
  }
}
