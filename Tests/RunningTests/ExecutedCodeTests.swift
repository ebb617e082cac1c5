import Foundation
import Profiling
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// What real programs run under Valgrind, and what its log says.
struct ExecutedCodeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The functions that differ if a text is replaced in a program, which becomes `app`.
  private func changes(
    _ old: String, _ new: String, in source: String, _ options: String...
  ) throws -> [String: ChangedFunctions] {
    let codes = try [source.replacing(old, with: new), source].map { source in
      try folder.add("app.c", source)
      let made = try Completion.of(
        ["cc", "-O1"] + options + ["-o", "app", "app.c"], in: folder.path)
      try #require(made.status == 0, "\(made.errors)")
      return try ProgramCode([UInt8](Data(contentsOf: URL(filePath: folder.file("app")))))
    }
    let functions = ChangedFunctions(
      from: try #require(codes[0]), to: try #require(codes[1]))
    return ["app": try #require(functions)]
  }

  /// What a command runs.
  private func executed(_ words: String...) throws -> ExecutedCode {
    let log = try CodeLog(at: folder["\(UUID().uuidString).log"])
    let run = try Completion.of(
      CodeTracer().command(words, writing: log.path), in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    return log.executedCode
  }

  @Test(.enabled(if: CountingStage.hasValgrind, "there is no Valgrind"))
  func `what a process ran before it executed another program counts`() throws {
    let source = """
      #include <sys/wait.h>
      #include <unistd.h>
      #define APART __attribute__((noinline, noclone, noipa))
      APART int own(int n) { return n * 3; }
      APART int child(int n) { return n * 5; }
      int main(int count, char **words) {
        if (count == 1) return 0;
        if (words[1][0] == 'o') { own(count); return execl(words[0], words[0], (char *)0); }
        if (fork() == 0) { child(count); return execl(words[0], words[0], (char *)0); }
        return wait(0) < 0;
      }

      """
    let child = try changes("n * 5", "n * 7", in: source)
    let own = try changes("n * 3", "n * 7", in: source)
    let app = folder.file("app")
    #expect(try executed(app, "o").contains(anyOf: own))
    #expect(try !executed(app, "o").contains(anyOf: child))
    #expect(try executed(app, "c").contains(anyOf: child))
    #expect(try !executed(app, "c").contains(anyOf: own))
  }

  private func code(_ lines: String...) -> ExecutedCode {
    var code = ExecutedCode()
    for line in lines { code.add(Array(line.utf8)[...]) }
    return code
  }

  @Test func `lines into which another process wrote may hide anything`() throws {
    let whole = "==== SB 2186 (evchecks 10255) [tid 1] 0x1090b0 (below main) /tmp/my app/a+0x10b0"
    #expect(!code("==32593== Command: ./a", whole).contains(anyOf: [:]))
    #expect(!code(whole).isEmpty)
    let begun = "==== SB 7 (evchecks 9) [tid 1] 0x401010 _ZN1a1b"
    #expect(code(begun + whole, "1cEv /tmp/a+0x10b1").contains(anyOf: [:]))
    #expect(code(begun + "==1995== Command: ./a 2").contains(anyOf: [:]))
    #expect(code("==1995== Command: " + whole).contains(anyOf: [:]))
  }

  @Test(.enabled(if: CountingStage.hasValgrind, "there is no Valgrind"))
  func `code in another section counts, and so does a copy`() throws {
    let source = """
      #include <stdio.h>
      #include <string.h>
      #include <sys/mman.h>
      #define APART __attribute__((noinline, noclone, noipa))
      APART __attribute__((section("elsewhere"))) int hot(int n) { return n * 3; }
      APART int idle(int n) { return n * 5; }
      APART int copied(int n) { return n * 9; }
      int main(int count, char **words) {
        if (count == 1) return puts("nothing") < 0;
        if (words[1][0] == 'h') return hot(0);
        void *copy = mmap(0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return ((int (*)(int))memcpy(copy, (void *)copied, 4))(0);
      }

      """
    let idle = try changes("n * 5", "n * 7", in: source)
    let hot = try changes("n * 3", "n * 7", in: source)
    let app = folder.file("app")
    let nothing = try executed(app)
    #expect(!nothing.contains(anyOf: hot, in: ["app"]))
    #expect(!nothing.contains(anyOf: idle, in: ["app", "libc.so.6"]))
    // It was only read, or Valgrind does not know it.
    #expect(nothing.contains(anyOf: idle, in: ["app", "libother.so"]))
    let other = try executed(app, "h")
    #expect(other.contains(anyOf: hot))
    #expect(!other.contains(anyOf: idle))
    #expect(try executed(app, "c").contains(anyOf: idle))
  }

  @Test func `code that is chosen by the processor may run on a newer one`() throws {
    let source = """
      int idle(int n) { return n * 3; }
      int main(void) { return __builtin_cpu_supports("avx2") ? 1 : 2; }

      """
    let idle = try changes("n * 3", "n * 7", in: source)
    let run = code("==== SB 7 (evchecks 9) [tid 1] 0x109130 main /tmp/app+0x1")
    let haswell = "flags\t\t: fpu sse4_2 aes avx f16c rdrand fma bmi1 avx2 bmi2 adx\n"
    #expect(!run.contains(anyOf: idle, on: haswell))
    for flag in ["avx512f", "sha_ni", "gfni", "vaes", "vpclmulqdq"] {
      #expect(run.contains(anyOf: idle, on: haswell + "flags : sse2 \(flag)\n"))
    }
    #expect(run.contains(anyOf: idle, on: nil))
  }
}
