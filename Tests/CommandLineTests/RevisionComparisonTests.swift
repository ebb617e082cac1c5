import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `--against`: a driver of two dozen lines in a repository of its own, compiled at two revisions. Most tests have
  /// it in C, which compiles in a fraction of the time.
  @Suite struct RevisionComparisonTests {
    private let shell: Shell
    private let repository: GitFolder

    init() throws {
      shell = try Shell()
      repository = try GitFolder(shell.folder.path)
      try shell.folder.add([".gitignore": ".build/\n*.xml\n", "README.md": "A package.\n"])
      try shell.folder.add(
        "Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "tiny", targets: [.executableTarget(name: "tiny")])
        """)
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        driver: { package: ., product: tiny }
        builds: { release: { configuration: release } }
        stories: { s: { steps: [{ work: {}, repeat: 1, expect: { count: 1 } }] } }
        gates: [{ metric: cpu-time }]
        """)
      try write(rounds: 2_000_000)
      try repository.commit("first")
    }

    private func write(rounds: Int) throws {
      try shell.folder.add(
        "Sources/tiny/main.swift",
        ##"""
        import Glibc

        func now(_ clock: clockid_t) -> Int {
          var time = timespec()
          clock_gettime(clock, &time)
          return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }

        func work() {
          var state: UInt64 = 1
          for round in 0..<ROUNDS { state = state &* 6364136223846793005 &+ UInt64(round) }
          if state == 0 { print("never") }
        }

        while let line = readLine() {
          if line.contains("\"hello\"") {
            print(#"{"ok":true,"protocol":1,"verbs":["work"]}"#)
          } else if line.contains("\"step\"") {
            let (wall, cpu) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
            work()
            let cost = (now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - cpu)
            print(#"{"ok":true,"cost":{"wall_ns":\#(cost.0),"cpu_ns":\#(cost.1)},"outcome":{"count":1}}"#)
          } else {
            print(#"{"ok":true}"#)
            if line.contains("\"bye\"") { break }
          }
          fflush(nil)
        }
        """##.replacing("ROUNDS", with: "\(rounds)"))
    }

    /// Has the driver be written in C from the next commit on, which this makes.
    private func turnIntoC() throws {
      try shell.folder.add(".gitignore", ".build/\n*.xml\n/app\n")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { c: { make: "cc -O1 -o app app.c", command: [./app] } }
        stories: { s: { steps: [{ work: {}, repeat: 1, expect: { count: 1 } }] } }
        gates: [{ metric: cpu-time }]
        """)
      try writeC(rounds: 2_000_000)
      try repository.commit("in C")
    }

    private func writeC(rounds: Int) throws {
      try shell.folder.add(
        "app.c",
        #"""
        #include <stdio.h>
        #include <string.h>
        #include <time.h>

        static long now(clockid_t clock) {
          struct timespec time;
          clock_gettime(clock, &time);
          return time.tv_sec * 1000000000 + time.tv_nsec;
        }

        int main(void) {
          static char line[65536];
          while (fgets(line, sizeof line, stdin)) {
            if (strstr(line, "\"hello\"")) {
              puts("{\"ok\":true,\"protocol\":1,\"verbs\":[\"work\"]}");
            } else if (strstr(line, "\"step\"")) {
              long wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
              for (volatile long round = 0; round < ROUNDS; round++) {}
              cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
              wall = now(CLOCK_MONOTONIC) - wall;
              printf("{\"ok\":true,\"cost\":{\"wall_ns\":%ld,\"cpu_ns\":%ld},", wall, cpu);
              puts("\"outcome\":{\"count\":1}}");
            } else {
              puts("{\"ok\":true}");
            }
            fflush(stdout);
            if (strstr(line, "\"bye\"")) break;
          }
        }

        """#.replacing("ROUNDS", with: "\(rounds)"))
    }

    @Test(arguments: Nightly.isOn ? [true, false] : [true])
    func `an uncommitted change is found against the branch`(_ isInC: Bool) throws {
      if isInC {
        try turnIntoC()
        try writeC(rounds: 20_000_000)
      } else {
        try write(rounds: 20_000_000)
      }
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "main", "--pairs", "10", "--no-control", "--json")
      #expect(check.status == 2, "\(check.errors)")
      let builds: [[String: Any]] = try shell.part("experiment", "builds", of: check)
      #expect(builds.map { $0["name"] as? String } == ["main", "work-tree"])
      let dirty = builds.map { ($0["revision"] as? [String: Any])?["isDirty"] as? Bool }
      #expect(dirty == [false, true])
    }

    @Test
    func `unchanged files are proven to be the same, and come from the cache the second time`()
      throws
    {
      let swift = try Completion.of(["sh", "-c", "command -v swift"]).output
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let tools = try ScratchFolder()
      // It only writes: what it would look for would be an input of the build.
      try tools.addScript(
        "swift",
        "[ \"$1\" = --version ] || echo $1 >> \(tools.file("log")); exec \(swift) \"$@\"")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let environment = ["PATH": "\(tools.path):\(path)"]
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "main", "--export", "junit=\(shell.folder.file("j.xml"))",
        environment: environment)
      #expect(check.status == 0, "\(check.errors)")
      #expect(
        check.output.contains("Unchanged, proven: 'main' and 'work-tree' have the same files"))
      let junit = try shell.folder.text(of: "j.xml")
      #expect(junit.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\""))
      let head = try Completion.of(["git", "-C", shell.folder.path.string, "rev-parse", "HEAD"])
      let commit = head.output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(junit.contains("<property name=\"commit\" value=\"\(commit)\"/>"))
      #expect(junit.contains("<property name=\"baseline-commit\" value=\"\(commit)\"/>"))
      // No compiler reads it, so none is called.
      try shell.folder.add("README.md", "A driver.")
      func compilations() throws -> Int {
        try tools.text(of: "log").split(separator: "\n").count { $0 == "build" }
      }
      let compiled = try compilations()
      let again = try shell.rehearse(
        "check", "s.yml", "--against", "main", environment: environment)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try compilations() == compiled)
      #expect(
        again.output.contains("read the same files, and none of those that differ: README.md"))
      let history = try shell.rehearse("history")
      #expect(history.output.contains("CPU time in 2 comparisons"))
      #expect(history.output.contains("unchanged, proven"))
      // Both stand among the ratios, too, and are drawn.
      let drawn = try shell.rehearse("history", "--json", "--ratios", "ratios.svg")
      #expect(drawn.status == 0, "\(drawn.errors)")
      #expect(try shell.folder.text(of: "ratios.svg").contains("<svg"))
      let anchored: [String: Any] = try shell.part("anchored", of: drawn)
      let series = try #require((anchored["series"] as? [[String: Any]])?.first)
      let points = try #require(series["points"] as? [[String: Any]])
      #expect(points.map { ($0["ratio"] as? [String: Double])?["point"] } == [1, 1])
      #expect(
        points.map { ($0["proof"] as? [String: Any])?["kind"] as? String } == ["files", "inputs"])
    }

    @Test func `--no-proof measures unchanged files, too`() throws {
      try turnIntoC()
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "main", "--pairs", "2", "--no-proof", "--no-control")
      #expect([0, 2].contains(check.status), "\(check.errors)")
      #expect(check.errors.contains("are the same program"))
    }

    @Test func `a script is checked against a branch, each side with its own files`() throws {
      try shell.folder.add("words", "1\n")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { python: { command: [python3, driver.py] } }
        stories: { s: { steps: [{ work: {}, expect: { count: 1 } }] } }
        gates: [{ metric: cpu-time }]
        """)
      try shell.folder.add(
        "driver.py", Shell.scriptDriver(counting: "int(open('words').read())"))
      try repository.commit("script")
      let same = try shell.rehearse("check", "s.yml", "--against", "main")
      #expect(same.status == 0, "\(same.errors)")
      #expect(same.output.contains("have the same files"))
      try shell.folder.add("words", "2\n")
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "main", "--pairs", "2", "--memory-runs", "0")
      #expect(check.status == 3, "\(check.errors)")
      #expect(check.output.contains("on 'work-tree'"))
      #expect(!check.output.contains("on 'main'"))
      let trees = try Completion.of(["git", "-C", shell.folder.path.string, "worktree", "list"])
      #expect(trees.output.split(separator: "\n").count == 1)
    }

    @Test(arguments: [0, 1])
    func `a scenario that the revision lacks is new, and fails if it is broken`(
      _ status: Int
    ) throws {
      try shell.folder.add(
        "New/s.yml",
        """
        scenario: new
        builds: { usual: {} }
        stories: { s: { steps: [{ run: [sh, -c, "exit \(status)"], expect: { status: 0 } }] } }
        """)
      let summary = shell.folder.file("summary.xml")
      let check = try shell.rehearse(
        "check", "New/s.yml", "--against", "main", "--export",
        "junit=\(shell.folder.file("j.xml"))",
        environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
      #expect(check.status == (status == 0 ? 0 : 3), "\(check.errors)")
      let reason = "the revision 'main' has no folder 'New'"
      let sentence = "New, so there is nothing to compare with: \(reason)."
      let words = check.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(sentence), "\(check.output)")
      let text = try shell.folder.text(of: "summary.xml")
      #expect(text.contains("New, so there is nothing to compare with"))
      let junit = try shell.folder.text(of: "j.xml")
      if status == 0 {
        #expect(junit.contains("<skipped message=\"New: s: CPU time (the revision"))
        #expect(check.errors.contains("::warning "))
      } else {
        #expect(junit.contains("<error type=\"app-failed\""))
        #expect(check.errors.contains("::error "))
      }
      #expect(!check.errors.contains("could not be executed"))
    }

    @Test func `a revision that does not build counts as a failed app, with the end of the log`()
      throws
    {
      try turnIntoC()
      try shell.folder.add("app.c", "nonsense\n")
      let check = try shell.rehearse("check", "s.yml", "--against", "main")
      #expect(check.status == 3)
      #expect(check.errors.contains("The files as they are now ('work-tree') do not build. "))
      #expect(check.errors.contains("app.c:1:"), "\(check.errors)")
      #expect(!shell.folder.files.contains { $0.contains("revisions/tree") })
    }

    @Test func `check refuses a revision that does not exist`() throws {
      let check = try shell.rehearse("check", "s.yml", "--against", "gone")
      #expect(check.status == 64)
      #expect(check.errors.contains("There is no revision 'gone'"))
    }

    @Test func `a branch named work-tree gets a different name from the files as they are now`()
      throws
    {
      try turnIntoC()
      try repository.git("branch", "work-tree")
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "work-tree", "--pairs", "2", "--no-control", "--json")
      #expect([0, 2].contains(check.status), "\(check.errors)")
      let builds: [[String: Any]] = try shell.part("experiment", "builds", of: check)
      #expect(builds.map { $0["name"] as? String } == ["revision work-tree", "work-tree"])
    }

    @Test(arguments: [true, false])
    func `git's variables of a hook change nothing`(_ isHook: Bool) throws {
      // Builds nothing: it is the work trees that count here.
      let tools = try ScratchFolder()
      try tools.addScript("swift", "exit 1")
      try write(rounds: 1)
      try shell.folder.add("new", "of the user")
      var environment: [String: String?] = [
        "PATH": "\(tools.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      ]
      if isHook {
        environment["GIT_DIR"] = shell.folder.file(".git")
        environment["GIT_WORK_TREE"] = shell.folder.path.string
        environment["GIT_INDEX_FILE"] = shell.folder.file(".git/index")
      } else {
        let names = try Completion.of(["git", "rev-parse", "--local-env-vars"]).output
        for name in names.split(separator: "\n") { environment[String(name)] = "/nonsense" }
      }
      let index = try shell.folder.bytes(of: ".git/index")
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "main", environment: environment)
      #expect(check.status == 3, "\(check.errors)")
      #expect(try shell.folder.bytes(of: ".git/index") == index)
      #expect(try shell.folder.text(of: ".git/HEAD") == "ref: refs/heads/main\n")
      #expect(try shell.folder.text(of: "new") == "of the user")
      #expect(try shell.folder.text(of: "Sources/tiny/main.swift").contains("0..<1 "))
    }
  }
}
