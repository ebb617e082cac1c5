import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// What checks against a revision say by the files that both sides read: real repositories, real
  /// compilers, the real strace.
  @Suite struct InputTests {
    let shell: Shell
    let repository: GitFolder

    init() throws {
      shell = try Shell()
      try shell.folder.add("r/.gitignore", ".build/\napp\nlib/\n.cache\n")
      repository = try GitFolder(shell.folder["r"])
    }

    /// A scenario with one step, and a build that is made by a command, or by none.
    func scenario(_ step: String, make: String? = nil) throws {
      let build = make.map { "{ make: \"\($0)\" }" } ?? "{}"
      try shell.folder.add(
        "r/s.yml",
        "scenario: s\nbuilds: { b: \(build) }\nstories: { x: { steps: [ { \(step) } ] } }\n")
    }

    func check(_ arguments: String..., environment: [String: String?] = [:]) throws -> Completion {
      try Completion.of(
        [
          BuiltProducts.rehearse, "check", "s.yml", "--against", "HEAD~1", "--pairs", "3",
          "--quiet", "--memory-runs", "0", "--no-control", "--store", shell.folder.file("s.sqlite"),
        ] + arguments,
        environment: ["GITHUB_ACTIONS": .none].merging(environment) { $1 }, in: shell.folder["r"])
    }

    private func inputs() throws -> String {
      let store = shell.folder.file("s.sqlite")
      let words = [BuiltProducts.rehearse, "show", "latest", "--inputs", "--store", store]
      return try Completion.of(words).output
    }

    @Test
    func `a changed page that no run reads proves the sides unchanged, unlike one that is read`()
      throws
    {
      try scenario("run: [cat, '${scenario}/docs/a.md'], expect: { lines: 1 }")
      try repository.commit(["docs/a.md": "1\n", "README.md": "1\n"])
      try repository.commit(["README.md": "2\n"])
      let unread = try check()
      #expect(unread.status == 0)
      #expect(
        unread.output.contains(
          "Unchanged, proven: 'HEAD~1' and 'work-tree' read the same files, and none of those that differ: README.md."
        ))
      try repository.commit(["docs/a.md": "2\n"])
      let read = try check()
      #expect(!read.output.contains("proven") && read.output.contains("CPU time"))
    }

    @Test func `a file of data that requests use is an input, and belongs to the harness`() throws {
      try shell.folder.add(
        "r/s.yml",
        """
        scenario: s
        builds: { b: {} }
        services:
          server:
            command: [python3, -m, http.server, "${port}", --bind, 127.0.0.1, --directory, "${scenario}/www"]
        stories:
          x:
            steps:
              - http: GET /page?user=${user}
                data: users.csv
                changing: all
                expect: { status: 200 }
        """)
      try repository.commit(["users.csv": "user\na\n", "www/page": "1\n", "README.md": "1\n"])
      try repository.commit(["README.md": "2\n"])
      #expect(try check().output.contains("none of those that differ: README.md."))
      try repository.commit(["users.csv": "user\nb\n"])
      let read = try check()
      #expect(!read.output.contains("proven"), "\(read.output)")
      #expect(read.output.contains("The driver changed (users.csv)"), "\(read.output)")
    }

    @Test func `a program that looks for settings in all parent folders is proven unchanged`()
      throws
    {
      try scenario("run: [python3, '${scenario}/a.py'], expect: { lines: 1 }")
      try shell.folder.add(
        "r/a.py",
        """
        import os
        place = os.path.realpath(__file__)
        while place != "/":
            place = os.path.dirname(place)
            os.path.exists(place + "/settings.json")
        print(1)
        """)
      try repository.commit(["README.md": "1\n"])
      try repository.commit(["README.md": "2\n"])
      let unread = try check()
      #expect(unread.output.contains("Unchanged, proven"), Comment(rawValue: unread.output))
    }

    @Test func `a changed comment in a source leaves the program proven unchanged`() throws {
      try scenario("run: [./app]", make: "cc -g -O1 -o app app.c")
      try repository.commit(["app.c": "int main(void) { return 0; }\n"])
      try repository.commit(["app.c": "/* Ends. */\nint main(void) { return 0; }\n"])
      let checked = try check()
      #expect(checked.status == 0)
      #expect(checked.output.contains("Unchanged, proven"))
      #expect(checked.output.contains("though files differ: app.c"))
    }

    @Test func `changed code that no story runs is named, and makes a strict check fail`() throws {
      try scenario("run: [python3, '${scenario}/t.py'], expect: { lines: 1 }")
      try repository.commit(["t.py": "print(1)\n", "export.py": "print(1)\n"])
      try repository.commit(["export.py": "print(2)\n"])
      let checked = try check()
      #expect(checked.status == 0)
      #expect(checked.output.contains("No story runs what changed in export.py."))
      #expect(try check("--strict").status == 4)
    }

    @Test func `a changed function is named only if no story runs it`() throws {
      try scenario("run: [./app], expect: { lines: 1 }", make: "cc -g -O1 -o app app.c export.c")
      let app = """
        #include <stdio.h>
        int export_rows(int);
        int main(int count, char **words) { return count > 1 ? export_rows(count) : printf("1\\n") - 2; }

        """
      try shell.folder.add("r/app.c", app)
      try repository.commit(["export.c": "int export_rows(int n) { return n * 3; }\n"])
      // All that lies behind it lies elsewhere now.
      try shell.folder.add("r/export.c", "int export_rows(int n) { return n * 3 / (n % 7 + 9); }\n")
      try repository.commit()
      let unrun = try check()
      let said = "Same work, proven: no story runs what differs: export_rows. Nothing was measured;"
      #expect(unrun.status == 0 && unrun.output.contains(said), "\(unrun.output)")
      let measured = try check("--no-proof")
      #expect(measured.output.contains("No story runs what changed in export.c: export_rows."))
      #expect(try check("--strict").status == 4)
      #expect(try inputs().contains("Functions that differ, and that no story runs: export_rows."))
      try repository.commit(["app.c": app.replacing("count > 1", with: "count > 2")])
      let run = try check().output
      #expect(!run.contains("No story runs") && !run.contains("work, proven"), "\(run)")
    }

    @Test func `no function is named if data differ that one may read through a pointer`() throws {
      try scenario("run: [./app], expect: { lines: 1 }", make: "cc -g -O0 -o app app.c export.c")
      let app = """
        #include <stdio.h>
        int export_rows(int);
        static const int small[] = { 1, 2, 3 };
        const struct { const int *values; int count; } tables[] = { { small, 3 } };
        int main(int count, char **words) {
          int sum = count > 1 ? export_rows(count) : 0;
          for (int i = 0; i < count; i++)
            for (int j = 0; j < tables[i].count; j++) sum += tables[i].values[j];
          return printf("%d\\n", sum) < 0;
        }

        """
      try shell.folder.add("r/app.c", app)
      try repository.commit(["export.c": "int export_rows(int n) { return n * 3; }\n"])
      try shell.folder.add("r/app.c", app.replacing("{ 1, 2, 3 }", with: "{ 77, 2, 3 }"))
      try shell.folder.add("r/export.c", "int export_rows(int n) { return n * 3 / (n % 7 + 9); }\n")
      try repository.commit()
      #expect(!(try check().output.contains("No story runs")))
      #expect(try inputs().contains("'app' differs in more than functions"))
    }

    @Test func `a file that only the user's home folder has is reported once`() throws {
      try scenario("shell: 'cat ~/.settings 2> /dev/null; echo 1', expect: { lines: 1 }")
      try shell.folder.add("home/.settings", "2\n")
      try repository.commit()
      try repository.commit()
      let home = ["HOME": shell.folder.file("home")]
      let checked = try check("--no-proof", environment: home)
      #expect(checked.status == 0)
      let told =
        "~/.settings of yours is not found there. 'home: shared' in the scenario lets runs use yours."
      #expect(checked.errors.ranges(of: told).count == 1)
      #expect(!(try check("--no-proof").errors.contains("not found there")))
    }

    @Test func `a module that Python compiles does not count as a file left by a run`() throws {
      try scenario("run: [python3, '${scenario}/t.py'], expect: { lines: 1 }")
      try repository.commit(["t.py": "import m\nprint(m.n)\n", "m.py": "n = 1\n"])
      try repository.commit(["m.py": "n = 2\n"])
      #expect(try check().status == 0)
    }

    @Test func `each run has an empty home folder, unless the scenario shares the user's`() throws {
      let home = shell.folder.file("home")
      try shell.folder.add("home/note", "")
      try scenario("shell: 'ls -A ~ | wc -l', expect: { text: '0' }")
      try repository.commit()
      try repository.commit(["other.txt": "1\n"])
      #expect(try check("--no-proof", environment: ["HOME": home]).status == 0)
      try shell.folder.add(
        "r/s.yml",
        "home: shared\n" + (try shell.folder.text(of: "r/s.yml")).replacing("'0'", with: "'1'"))
      try repository.commit()
      #expect(try check("--no-proof", environment: ["HOME": home]).status == 0)
    }

    @Test func `without a tracer nothing is proven, which is reported once`() throws {
      try scenario("run: [echo], expect: { lines: 1 }")
      try repository.commit()
      try repository.commit(["README.md": "2\n"])
      try shell.folder.addScript("tools/git", "PATH=$REAL exec git \"$@\"")
      try shell.folder.addScript("tools/echo", "exec /bin/echo")
      let checked = try check(environment: [
        "PATH": shell.folder.file("tools"), "REAL": ProcessInfo.processInfo.environment["PATH"],
      ])
      #expect(checked.status == 0 && !checked.output.contains("proven:"))
      let said = (checked.output + checked.errors).ranges(of: "strace is not installed")
      #expect(said.count == 1)
    }

    @Test func `the recorded inputs can be shown and match their schema`() throws {
      try scenario("run: [cat, '${scenario}/data.txt'], expect: { lines: 1 }")
      try repository.commit(["data.txt": "1\n"])
      try repository.commit(["data.txt": "2\n"])
      _ = try check()
      let store = ["--store", shell.folder.file("s.sqlite")]
      #expect(try inputs().contains("${tree}/data.txt  x        both, different"))
      let json = try Completion.of(
        [BuiltProducts.rehearse, "show", "latest", "--inputs", "--json"] + store)
      let sides = try JSONDecoder().decode([RecordedSide].self, from: Data(json.output.utf8))
      #expect(sides.map(\.build) == ["HEAD~1", "work-tree"])
      let places = sides.map { $0.replayed.files.firstIndex { $0.path == "${tree}/data.txt" } }
      #expect(places.allSatisfy { $0 != nil })
      #expect(zip(sides, places).allSatisfy { $0.stories["x"]?.contains($1 ?? -1) == true })
    }

    @Test func `bisect skips commits that change nothing that its ends read`() throws {
      try scenario("run: [python3, '${scenario}/t.py'], expect: { lines: 1 }")
      try repository.commit(["t.py": "print(sum(i * i for i in range(100000)) > 0)\n"])
      try repository.commit(["README.md": "1\n"])
      try shell.folder.add("r/t.py", "print(sum(i * i for i in range(1000000)) > 0)\n")
      try repository.git("commit", "--quiet", "--all", "--message", "slow")
      for page in ["2", "3"] {
        try repository.commit(["README.md": "\(page)\n"])
      }
      let found = try Completion.of(
        [
          BuiltProducts.rehearse, "bisect", "HEAD~4", "HEAD", "s.yml", "--store",
          shell.folder.file("b.sqlite"),
        ], in: shell.folder["r"])
      #expect(found.status == 0, "\(found.errors)")
      #expect(
        found.errors.contains("3 of 4 commits change no file that the stories or their makes read"))
      #expect(found.output.contains(" 'slow' "))
    }

    @Test func `bisect does not measure a commit with the same program as an end`() throws {
      try scenario("run: [./app]", make: "cc -O1 -o app app.c")
      let program = "int main(void) { for (volatile int i = 0; i < N; i++) ; return 0; }\n"
      func write(_ remark: Int, rounds: Int) throws {
        try shell.folder.add(
          "r/app.c", "/* \(remark) */\n\(program.replacing("N", with: "\(rounds)"))")
      }
      for commit in 0...5 {
        try write(commit, rounds: 2_000_000)
        try repository.commit("comment \(commit)")
      }
      try write(6, rounds: 20_000_000)
      try repository.commit("slow")
      for commit in 7...12 {
        try write(commit, rounds: 20_000_000)
        try repository.commit("comment \(commit)")
      }
      let found = try Completion.of(
        [
          BuiltProducts.rehearse, "bisect", "HEAD~12", "HEAD", "s.yml", "--store",
          shell.folder.file("b.sqlite"),
        ], in: shell.folder["r"])
      #expect(found.status == 0, "\(found.errors)")
      #expect(found.output.contains(" 'slow' "))
      // The ends alone: of all others the program shows on which side they are.
      let same = "it reads the same as an end of the search, so it is not measured"
      #expect(found.errors.ranges(of: same).count >= 2, "\(found.errors)")
      #expect(!found.errors.contains(" pairs; "))
    }

    private struct RecordedSide: Decodable {
      let build: String
      let replayed: Record
      let stories: [String: [Int]]

      struct Record: Decodable {
        let files: [File]

        struct File: Decodable {
          let path: String
        }
      }
    }
  }
}
