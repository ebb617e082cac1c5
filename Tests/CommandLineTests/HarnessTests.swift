import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// Comparisons of two revisions whose drivers differ, while the app is the same.
  @Suite struct HarnessTests {
    private let shell: Shell
    private let repository: GitFolder

    /// A driver that calls the app twice at the base and once in the change.
    init() throws {
      shell = try Shell()
      try shell.folder.add("r/.gitignore", ".build/\n__pycache__/\n")
      repository = try GitFolder(shell.folder["r"])
      try shell.folder.add(
        "r/perf/s.yml",
        """
        scenario: s
        builds: { p: { command: [python3, d.py] } }
        stories: { x: { steps: [ { go: {}, expect: { v: 19999900000 } } ] } }

        """)
      try shell.folder.add("r/perf/app.py", "def f():\n    return sum(range(200000))\n")
      try shell.folder.add("r/perf/rehearse_driver.py", "# first\n")
      try repository.commit(["perf/d.py": Self.driver("app.f(); return app.f()")])
      try repository.commit(["perf/d.py": Self.driver("return app.f()")])
    }

    private static func driver(_ body: String) -> String {
      """
      import json, sys, time, app
      def go(): \(body)
      for line in sys.stdin:
          q = json.loads(line); a = {"ok": True}
          if q["request"] == "hello": a.update(protocol=1, driver="d", verbs=["go"])
          elif q["request"] == "step":
              t, u = time.monotonic_ns(), time.process_time_ns()
              a["outcome"] = {"v": go()}
              c, w = time.process_time_ns() - u, time.monotonic_ns() - t
              a["cost"] = {"wall_ns": w, "cpu_ns": min(c, w)}
          print(json.dumps(a), flush=True)
          if q["request"] == "bye": break

      """
    }

    private func compare(_ arguments: String...) throws -> Completion {
      try Completion.of(
        [
          BuiltProducts.rehearse, "compare", "perf/s.yml", "--against", "HEAD~1", "--pairs", "3",
          "--quiet", "--no-control", "--memory-runs", "0", "--no-layout-check", "--store",
          shell.folder.file("s.sqlite"),
        ] + arguments,
        environment: ["GITHUB_ACTIONS": .none], in: shell.folder["r"])
    }

    private static let changed =
      "The driver changed (perf/d.py): the difference may be the harness's, not the app's. Run both sides "
      + "with one: --harness-from work-tree."

    @Test func `a changed driver is named next to the verdict in every output`() throws {
      let result = try compare(
        "--export", "junit=\(shell.folder.file("j.xml"))", "--export",
        "github-summary=\(shell.folder.file("g.md"))")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains(Self.changed))
      for name in ["j.xml", "g.md"] {
        #expect(
          try shell.folder.text(of: name).contains("The driver changed (perf/d.py)"), "\(name)")
      }
      let json = try compare("--json")
      let harness: [String: Any] = try shell.part("judgement", "harness", of: json)
      #expect(harness["differing"] as? [String] == ["perf/d.py"])
      #expect(harness["source"] == nil)
      // It is stored with the experiment.
      let shown = try Completion.of(
        [BuiltProducts.rehearse, "show", "1", "--store", shell.folder.file("s.sqlite")])
      #expect(shown.output.contains(Self.changed))
    }

    @Test(arguments: ["HEAD~1", "work-tree"])
    func `with --harness-from both sides run the driver of one revision, which is named`(
      _ source: String
    ) throws {
      let result = try compare("--harness-from", source)
      #expect(result.status == 0, "\(result.errors)")
      #expect(!result.output.contains("The driver changed"))
      #expect(result.output.contains("Both sides ran the driver of '\(source)' (perf/d.py)."))
      // Nothing else differs, so both sides have the same files.
      #expect(result.output.contains("Unchanged, proven"))
    }

    @Test func `changes of the app stay in effect if both sides run one driver`() throws {
      try shell.folder.add("r/perf/app.py", "def f():\n    return sum(list(range(200000)))\n")
      try shell.folder.add("r/perf/rehearse_driver.py", "# second\n")
      let result = try compare("--harness-from", "HEAD~1")
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.output.contains(
          "Both sides ran the driver of 'HEAD~1' (perf/d.py, perf/rehearse_driver.py)."))
      #expect(!result.output.contains("proven") && result.output.contains("CPU time"))
      let refused = try compare("--harness-from", "nowhere")
      #expect(refused.status == 64 && refused.errors.contains("There is no revision 'nowhere'"))
    }

    @Test func `--harness-from is refused without --against`() async throws {
      let refused = try await Shell.refusal(of: ["check", "s.yml", "--harness-from", "main"])
      #expect(refused.status == 64 && refused.errors.contains("--harness-from needs --against."))
    }

    @Test func `git's variables and settings change nothing`() throws {
      try shell.folder.add(
        "home/.gitconfig", "[color]\n ui = always\n[log]\n showSignature = true\n")
      let result = try Completion.of(
        [
          BuiltProducts.rehearse, "compare", "perf/s.yml", "--against", "HEAD~1", "--pairs", "3",
          "--quiet", "--no-control", "--memory-runs", "0", "--no-layout-check", "--store",
          shell.folder.file("s.sqlite"),
        ],
        environment: [
          "GITHUB_ACTIONS": .none, "GIT_DIFF_OPTS": "--unified=0", "GIT_EXTERNAL_DIFF": "false",
          "GIT_PAGER": "false", "GIT_LITERAL_PATHSPECS": "1", "GIT_NAMESPACE": "n",
          "GIT_TRACE": "1",
          "GIT_CONFIG_GLOBAL": shell.folder.file("home/.gitconfig"), "GIT_CONFIG_COUNT": "1",
          "GIT_CONFIG_KEY_0": "diff.external", "GIT_CONFIG_VALUE_0": "false",
        ], in: shell.folder["r"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains(Self.changed))
    }
  }
}
