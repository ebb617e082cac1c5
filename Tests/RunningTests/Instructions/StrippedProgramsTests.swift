import Foundation
import Metrics
import Programs
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Programs with debug information that Valgrind can't read, compiled by the Clang that comes with
/// Swift.
@Suite struct StrippedProgramsTests {
  private let folder: ScratchFolder
  private let programs = StrippedPrograms()

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: String...) throws {
    let result = try Completion.of(words, in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
  }

  /// `bin/tool`, which needs `lib/libnear.so` by its own place and `far/libfar.so` by that folder's
  /// path, and says where it is, what lies beside it, and what its libraries say.
  private func addTool() throws {
    try folder.add("near.c", "int near_value(int x) { return x * 3; }")
    try folder.add("far.c", "int far_value(int x) { return x * 5; }")
    try folder.add(
      "tool.c",
      """
      #include <limits.h>
      #include <stdio.h>
      #include <string.h>
      #include <unistd.h>
      int near_value(int), far_value(int);
      static void show(const char *folder, const char *name) {
        char path[2 * PATH_MAX], line[100] = "missing";
        snprintf(path, sizeof path, "%s/%s", folder, name);
        FILE *file = fopen(path, "r");
        if (file) { if (!fgets(line, sizeof line, file)) strcpy(line, "empty"); fclose(file); }
        printf("%s: %s\\n", name, line);
      }
      int main(int count, char **words) {
        char path[PATH_MAX] = "";
        if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) return 1;
        char *name = strrchr(path, '/');
        *name = 0;
        show(path, "beside.txt");
        show(path, "../share/parent.txt");
        show(path, "tool.resources/inner.txt");
        printf("%s, %s, %d, %d\\n", name + 1, strrchr(words[0], '/') + 1, near_value(count),
               far_value(count));
        return 0;
      }
      """)
    for name in ["bin/beside.txt", "share/parent.txt", "bin/tool.resources/inner.txt"] {
      try folder.add(name, "content of \(name)")
    }
    try folder.add(["lib/x": "", "far/x": ""])
    // As Clang 21 writes it, version 3.19 ends at it.
    let options = ["-O2", "-gdwarf-5", "-gsplit-dwarf", "-fPIC"]
    for name in ["near", "far"] {
      let place = name == "near" ? "lib" : "far"
      let result = try Completion.of(
        ["clang"] + options + ["-shared", "\(name).c", "-o", "\(place)/lib\(name).so"],
        in: folder.path)
      try #require(result.status == 0, "\(result.errors)")
    }
    let result = try Completion.of(
      ["clang"] + options + [
        "tool.c", "-o", "bin/tool", "-Llib", "-lnear", "-Lfar", "-lfar",
        "-Wl,-rpath,$ORIGIN/../lib", "-Wl,-rpath,\(folder["far"])",
      ], in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func output(of start: StrippedPrograms.Start) throws -> String {
    let environment = start.environment(["LD_LIBRARY_PATH": ""]).mapValues { Optional($0) }
    let result = try Completion.of(start.words, environment: environment, in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test func `a stripped copy finds everything that the original finds next to itself`() throws {
    try addTool()
    let original = StrippedPrograms.Start(words: [folder.file("bin/tool")])
    let stripped = programs.start(original.words, in: "/")
    #expect(stripped.refusal == nil)
    #expect(stripped.words != original.words)
    let expected = """
      beside.txt: content of bin/beside.txt
      ../share/parent.txt: content of share/parent.txt
      tool.resources/inner.txt: content of bin/tool.resources/inner.txt
      tool, tool, 3, 5

      """
    #expect(try output(of: original) == expected)
    #expect(try output(of: stripped) == expected)
  }

  @Test func `neither the copy nor the libraries that it loads have debug information`() throws {
    try addTool()
    let stripped = programs.start(["bin/tool"], in: folder.path)
    let tools = try #require(BinaryTools(searching: "/usr/bin"))
    let facts = try tools.facts(of: FilePath(stripped.words[0]))
    #expect(!facts.hasDebugInformation)
    #expect(try tools.facts(of: folder["bin/tool"]).hasDebugInformation)
    let list = try Completion.of(
      [try #require(facts.loader).string, "--list", stripped.words[0]],
      environment: stripped.environment([:]).mapValues { Optional($0) })
    let own = BinaryTools.paths(in: list.output).filter {
      ["libnear.so", "libfar.so"].contains($0.lastComponent?.string)
    }
    #expect(own.count == 2)
    for library in own {
      #expect(!(try tools.facts(of: library).hasDebugInformation), "\(library)")
    }
    #expect(stripped.libraries != nil)
    #expect(programs.start(["bin/tool"], in: folder.path) == stripped)
  }

  @Test func `the copy of a library behind a link keeps the name of its file`() throws {
    try addTool()
    for name in ["lib/libnear.so", "far/libfar.so"] {
      try FileManager.default.moveItem(
        atPath: folder.file(name), toPath: folder.file("\(name).1.2.3"))
      let file = try #require(folder["\(name).1.2.3"].lastComponent)
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: file.string)
    }
    let stripped = programs.start(["bin/tool"], in: folder.path)
    #expect(try output(of: stripped).hasSuffix("tool, tool, 3, 5\n"))
    let tools = try #require(BinaryTools(searching: "/usr/bin"))
    let loader = try #require(try tools.facts(of: FilePath(stripped.words[0])).loader)
    let list = try Completion.of(
      [loader.string, "--list", stripped.words[0]],
      environment: stripped.environment([:]).mapValues { Optional($0) })
    let own = BinaryTools.paths(in: list.output).compactMap(\.existing).filter {
      ["libnear.so.1.2.3", "libfar.so.1.2.3"].contains($0.lastComponent?.string)
    }
    #expect(own.count == 2)
    for library in own {
      #expect(!(try tools.facts(of: library).hasDebugInformation), "\(library)")
    }
  }

  @Test func `a program started through a link keeps the link's name`() throws {
    try addTool()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("called"), withDestinationPath: "bin/tool")
    let text = try output(of: programs.start(["./called", "x"], in: folder.path))
    #expect(text.hasSuffix("tool, called, 6, 10\n"))
  }

  @Test func `scripts and programs without debug information stay as they are`() throws {
    let script = try folder.addScript("script", "echo")
    for words in [
      [script.string, "a"], ["/bin/sh", "-c", "true"], ["sh"], ["/nowhere/x"], ["nowhere"], [],
    ] {
      let start = programs.start(words, in: folder.path)
      #expect(start.words.dropFirst() == words.dropFirst())
      #expect(start.libraries == nil && start.refusal == nil)
      #expect(start.words.first.map { !$0.contains("rehearse-strip") } ?? true)
    }
  }

  @Test func `without binutils a program stays as it is, and the reason is reported`() throws {
    let start = StrippedPrograms(searching: "/nowhere").start(["/bin/sh", "-c", ":"], in: "/")
    #expect(start.words.dropFirst() == ["-c", ":"])
    #expect(start.refusal == "there is no 'objcopy' or no 'readelf' in PATH (binutils)")
  }

  @Test func `the copies are removed with their maker`() throws {
    try addTool()
    var maker: StrippedPrograms? = StrippedPrograms()
    let copy = try #require(maker?.start(["bin/tool"], in: folder.path).words.first)
    #expect(FileManager.default.fileExists(atPath: copy))
    maker = nil
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(FileManager.default.fileExists(atPath: folder.file("bin/beside.txt")))
  }

  @Test(.enabled(if: CountingStage.hasValgrind, "there is no Valgrind"))
  func `a command with debug information that Valgrind can't read is counted`() throws {
    try addTool()
    let interruption = try Interruption()
    let launcher = Launcher(path: BuiltProducts.launcher)
    let commands = [MeasuredCommand(name: "c", words: [folder.file("bin/tool")])]
    let executor = try CommandCountingExecutor(
      commands, conditions: CommandConditions(), counting: .callgrind(Callgrind()),
      allocations: AllocationCounter(beside: launcher), launcher: launcher,
      interruption: interruption,
      others: CommandExecutor(
        commands, conditions: CommandConditions(), launcher: launcher, interruption: interruption,
        machineMemory: 1 << 30))
    let runs = RunPlan(
      stories: [MeasuredCommand.story], builds: ["c"], rounds: 1, countedRounds: 2, seed: 1
    ).runs.filter { $0.kind == .counted }.map(executor.execute)
    #expect(runs.map(\.ending) == [.passed, .passed])
    #expect(runs[0].measurements[.instructions] == runs[1].measurements[.instructions])
  }

  /// A copy of the test driver whose debug information no reader understands.
  private func addGarbledDriver() throws {
    try folder.add("garbage", String(repeating: "no debug information ", count: 50))
    try run("objcopy", "--strip-debug", BuiltProducts.testDriver, "driver")
    try run(
      "objcopy", "--add-section", ".debug_info=garbage", "--add-section",
      ".debug_abbrev=garbage", "--add-section", ".debug_line=garbage", "driver")
  }

  @Test(.enabled(if: CountingStage.hasValgrind, "there is no Valgrind"))
  func `a driver that Valgrind can't read has the same count as one that it can`() throws {
    try addGarbledDriver()
    let stage = try CountingStage(
      [CountingStage.compute(100_000)],
      commands: [
        "plain": [BuiltProducts.testDriver], "garbled": [folder.file("driver")],
      ])
    let plain = try #require(stage.runs(on: "plain")[0].measurements[.instructions])
    #expect(stage.runs(on: "garbled")[0].measurements[.instructions] == plain)
  }
}

/// Failures of counted runs; what Valgrind 3.19 of Debian 12 wrote.
@Suite struct CallgrindFailureTests {
  private static let corrupted = """
    ==16439== Valgrind: debuginfo reader: ensure_valid failed:
    ==16439== Valgrind:   during call to ML_(img_get_UChar)
    ==16439== Valgrind:   request for range [8977, +1) exceeds
    ==16439== Valgrind:   valid image size of 8976 for image:
    ==16439== Valgrind:   "/tmp/a"
    ==16439== 
    ==16439== Valgrind: debuginfo reader: Possibly corrupted debuginfo file.
    ==16439== Valgrind: I can't recover.  Giving up.  Sorry.
    ==16439== 
    """

  private func failure(
    _ reason: RunFailure.Reason, _ message: String, _ errors: String = ""
  ) -> RunFailure {
    RunFailure(
      reason: reason, message: message, step: StepName("s: x"), standardError: errors)
  }

  @Test func `a failure of Valgrind is not a failure of the app`() {
    let failure = failure(.exited, "The driver exited with status 1.", Self.corrupted)
      .underCallgrind(refusal: nil)
    #expect(failure.reason == .notMeasured)
    #expect(
      failure.message
        == "Valgrind gave up on the debug information of \"/tmp/a\", which could not be left out.")
    #expect(failure.standardError.hasPrefix("Valgrind: debuginfo reader: ensure_valid failed:\nV"))
    #expect(!failure.standardError.contains("=="))
    #expect(
      self.failure(.exited, "", Self.corrupted).underCallgrind(refusal: "no objcopy").message
        .hasSuffix(", which could not be left out: no objcopy."))
  }

  @Test func `a failure under callgrind is reported as one under callgrind`() {
    let crash = failure(
      .crashed, "The driver was ended by SIGILL before it answered.",
      "==7== \n==7== Process terminating\nown words\n"
    ).underCallgrind(refusal: nil)
    #expect(
      crash.message == "Under callgrind the driver was ended by SIGILL before it answered.")
    #expect(crash.standardError == "Process terminating\nown words")
    #expect(crash.reason == .crashed && crash.step == StepName("s: x"))
    #expect(
      failure(.wrongOutcome, "expected 3").underCallgrind(refusal: nil).message
        == "Under callgrind: expected 3")
  }

  @Test(arguments: [RunFailure.Reason.notMeasured, .protocolBroken, .notStarted, .interrupted])
  func `a failure that is not the program's end stays as it was reported`(
    _ reason: RunFailure.Reason
  ) {
    let failure = failure(reason, "The driver had no instructions counted.")
    #expect(failure.underCallgrind(refusal: "x") == failure)
  }
}
