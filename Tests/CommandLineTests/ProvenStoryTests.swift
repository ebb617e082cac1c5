import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Checks of which only some stories are measured: a real repository, Python, and the real strace.
  @Suite struct ProvenStoryTests {
    private let shell: Shell
    private let repository: GitFolder

    init() throws {
      shell = try Shell()
      try shell.folder.add("r/.gitignore", ".build/\n")
      repository = try GitFolder(shell.folder["r"])
    }

    private func check(_ arguments: String..., in scenario: String = "s.yml") throws -> Completion {
      try Completion.of(
        [
          BuiltProducts.rehearse, "check", scenario, "--against", "HEAD~1", "--pairs", "3",
          "--memory-runs", "0", "--no-layout-check", "--no-control", "--quiet", "--store",
          shell.folder.file("s.sqlite"),
        ] + arguments, environment: ["GITHUB_ACTIONS": .none], in: shell.folder["r"])
    }

    /// Expects that the latest check measured one of two stories, and that another proves the other.
    private func expect(measured story: String, proven: String) throws {
      let measured = try Completion.of([
        BuiltProducts.rehearse, "export", "latest", "--format", "csv", "--store",
        shell.folder.file("s.sqlite"),
      ])
      let stories = measured.output.matches(of: /(?m)^[^,]*,[^,]*,(one|two|list|export),/)
        .map { "\($0.output.1)" }
      #expect(Set(stories) == [story], "\(measured.output.prefix(2000))")
      let json = try check("--json").output
      let kinds = json.matches(of: /"storyProofs" : \{\s*"(\w+)" : \{[^}]*"kind" : "(\w+)"/)
      #expect(kinds.map { "\($0.output.1) \($0.output.2)" } == [proven], "\(json)")
    }

    @Test
    func `a story with the same modules on both sides is proven, and only the other is measured`()
      throws
    {
      try shell.folder.add(
        "r/s.yml",
        """
        scenario: s
        builds: { b: { command: [python3, driver.py] } }
        stories:
          one: { steps: [{ work: { module: one }, expect: { count: 1 } }] }
          two: { steps: [{ work: { module: two }, expect: { count: 1 } }] }
        gates: [{ metric: cpu-time }]
        """)
      try shell.folder.add(
        "r/driver.py",
        Shell.scriptDriver(
          working: "import importlib; m = importlib.import_module(request['arguments']['module'])",
          counting: "m.work()"))
      // Both import it, so the second finds the bytecode of the first, with the time of another checkout.
      try shell.folder.add("r/shared.py", "count = 1\n")
      for module in ["one", "two"] {
        try shell.folder.add(
          "r/\(module).py", "import shared\ndef work():\n    return shared.count\n")
      }
      try repository.commit()
      try shell.folder.add(
        "r/two.py", "import shared\ndef work():\n    return 2 * shared.count - 1\n")
      try repository.commit()
      let checked = try check()
      let said = "Unchanged, proven: one, which reads the same on both sides. It was not measured."
      #expect(checked.status == 0 && checked.output.contains(said), "\(checked.output)")
      #expect(checked.output.contains(/\none +CPU time.* unchanged, proven/), "\(checked.output)")
      try expect(measured: "two", proven: "one inputs")
      let all = try check("--no-proof")
      #expect(all.status == 0 && !all.output.contains("nchanged, proven"), "\(all.output)")
    }

    /// A program in C with two stories, of which one runs a function that changed.
    private func addProgram() throws {
      try addScenario(gate: "metric: cpu-time")
      try shell.folder.add("r/.gitignore", ".build/\napp\n")
      try shell.folder.add(
        "r/app.c",
        """
        #include <stdio.h>
        int export_rows(int);
        int main(int count, char **words) {
          return printf("%d\\n", count > 1 ? export_rows(count) : 1) < 0;
        }

        """)
      try repository.commit(["export.c": "int export_rows(int n) { return n * 3; }\n"])
      try shell.folder.add("r/export.c", "int export_rows(int n) { return n * 3 / (n % 7 + 9); }\n")
      try repository.commit()
    }

    private func addScenario(gate: String) throws {
      try shell.folder.add(
        "r/s.yml",
        """
        scenario: s
        builds: { b: { make: "cc -g -O1 -o app app.c export.c" } }
        stories:
          list: { steps: [{ run: [./app], expect: { lines: 1 } }] }
          export: { steps: [{ run: [./app, all], expect: { lines: 1 } }] }
        gates: [{ \(gate) }]
        """)
    }

    @Test func `a story that runs no changed function does the same work, and is not measured`()
      throws
    {
      try addProgram()
      let checked = try check()
      let said = "Same work, proven: list, which runs nothing that differs. It was not measured."
      #expect(checked.status == 0 && checked.output.contains(said), "\(checked.output)")
      #expect(checked.output.contains(/\nlist +CPU time.* same work, proven/), "\(checked.output)")
      #expect(!checked.output.contains("nchanged, proven"), "\(checked.output)")
      try expect(measured: "export", proven: "list work")
      let all = try check("--no-proof")
      #expect(!all.output.contains("work, proven"), "\(all.output)")
    }

    @Test func `a file that is copied into the run's folder is an input, and is not proven away`()
      throws
    {
      try shell.folder.add(
        "r/bench/s.yml",
        """
        scenario: s
        builds: { b: {} }
        files: [../big.log]
        stories:
          size: { steps: [{ run: wc -c big.log, expect: { lines: 1 } }] }
          one: { files: [one.txt], steps: [{ run: wc -c one.txt, expect: { lines: 1 } }] }
        gates: [{ metric: cpu-time }]
        """)
      try repository.commit(["bench/one.txt": "1", "big.log": "1"])
      try repository.commit(["bench/one.txt": "2"])
      let one = try check(in: "bench/s.yml")
      let said = "Unchanged, proven: size, which reads the same on both sides. It was not measured."
      #expect(one.output.contains(said), "\(one.output)")
      try repository.commit(["big.log": String(repeating: "1", count: 100)])
      let both = try check(in: "bench/s.yml")
      #expect(
        both.output.contains("size") && !both.output.contains("nchanged, proven"),
        "\(both.output)")
    }

    @Test(arguments: ["metric: cpu-time, at-most: +50%", "metric: wall-time"])
    func `a gate that asks for more than work is measured`(_ gate: String) throws {
      try addProgram()
      try addScenario(gate: gate)
      let checked = try check()
      #expect(!checked.output.contains("work, proven"), "\(checked.output)")
    }
  }
}
