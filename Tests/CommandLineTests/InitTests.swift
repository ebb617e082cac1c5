import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `init` in folders as strangers have them.
  @Suite struct InitTests {
    private let shell: Shell

    init() throws {
      try requirePython()
      shell = try Shell()
    }

    private func run(_ words: String...) throws -> Completion {
      try Completion.of(
        [
          "/bin/sh", "-c",
          words.joined(separator: " && ").replacing(
            "rehearse ", with: "\(BuiltProducts.rehearse) "),
        ],
        environment: ["GITHUB_ACTIONS": .none, "REHEARSE": .none], in: shell.folder.path)
    }

    private func addPython() throws {
      try shell.folder.add("shop/__init__.py", "orders = list(range(10))\n")
    }

    @Test func `init writes a Python story that runs, and records its outcome`() throws {
      try addPython()
      try shell.folder.addScript("run-tests", "true")
      #expect(try run("git init --quiet --initial-branch main").status == 0)
      let made = try shell.rehearse("init")
      #expect(made.status == 0, "\(made)")
      #expect(
        shell.folder.files.filter { !$0.hasPrefix(".git/") && !$0.contains("__pycache__") } == [
          ".github/workflows/performance.yml", "Performance/.gitignore", "Performance/driver.py",
          "Performance/rehearse_driver.py", "Performance/shop.yml", "run-tests", "run-tests.text",
          "shop/__init__.py",
        ])
      #expect(
        made.output.contains(
          "wrote     Performance/shop.yml  (the scenario: stories, gates, builds)\n"))
      #expect(made.output.contains("recorded  start: import → { module: shop, digest: \""))
      // Nobody asks for a command in a Python project that has a script.
      #expect(!made.errors.contains("note: This is for"))
      #expect(
        made.output.contains(
          "\nNext: in Performance/driver.py let 'example' call your code, and remove 'placeholder' from "
            + "Performance/shop.yml: until then a check says nothing about shop.\n"
            + "Then: cd Performance && rehearse record --force shop.yml\n"))
      #expect(
        made.errors.contains(
          "note: In .github/workflows/performance.yml replace OWNER by the GitHub "
            + "account whose copy of Rehearse the job is to install."))
      let tried = try run("cd Performance", "rehearse validate --try shop.yml")
      #expect(tried.status == 0, "\(tried)")
      let run = try run("cd Performance", "rehearse run shop.yml --runs 2 --no-report")
      #expect(run.status == 0, "\(run)")
      #expect(
        run.errors.contains("Story 'example' is still the placeholder that 'rehearse init' wrote"))
      #expect(!run.errors.contains("Story 'start'"))
      // What runs leave is not for the repository.
      let status = try self.run("git add --all", "git status --porcelain")
      #expect(
        !status.output.contains("Results") && !status.output.contains("Performance/__pycache__"))
    }

    @Test func `an environment that other revisions lack is named in the last lines`() throws {
      try addPython()
      try shell.folder.add(".gitignore", "/.venv/\n")
      #expect(
        try run(
          "git init --quiet --initial-branch main", "mkdir -p .venv/bin",
          "ln -s \(debianPython) .venv/bin/python"
        ).status == 0)
      let made = try shell.rehearse("init")
      #expect(made.status == 0, "\(made)")
      #expect(
        made.output.contains(
          "\ngit does not have .venv/bin/python, so no other revision has it. Before 'rehearse check shop.yml "
            + "--against main' write python3 in its place in shop.yml, and call Rehearse with the "
            + "environment activated.\n"), "\(made)")
    }

    @Test(.nightly)
    func `init adds a driver to a Swift package, and changes nothing else`() throws {
      let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Words", products: [.library(name: "Words", targets: ["Words"])],
          targets: [.target(name: "Words")])

        """
      try shell.folder.add("Package.swift", manifest)
      try shell.folder.add("Sources/Words/Words.swift", "public let words = 7\n")
      let made = try shell.rehearse(
        "init", "--rehearse", PeerReaders.package.string, "--name", "first words")
      #expect(made.status == 0, "\(made)")
      // As Python has it: len(" ".join(str(n * 7919 % 10007) for n in range(20000))).
      #expect(
        made.output.contains("recorded  example: example ×20 → { count: 97795, digest: \""),
        "\(made)")
      #expect(try shell.folder.text(of: "Package.swift") == manifest)
      #expect(
        shell.folder.files.filter { !$0.contains(".build/") && !$0.hasPrefix("Sources/") } == [
          "Package.swift", "Performance/.gitignore",
          "Performance/Package.swift",
          "Performance/Sources/first-words-driver/FirstWordsDriver.swift",
          "Performance/first-words.yml",
        ])
    }

    @Test func `init replaces only its own unchanged files, and only with --force`() throws {
      try addPython()
      #expect(try shell.rehearse("init").status == 0)
      let first = try shell.folder.text(of: "Performance/shop.yml")
      try shell.folder.add("Performance/.gitignore", "mine\n")
      let again = try shell.rehearse("init")
      #expect(again.status == 1)
      #expect(
        again.errors.hasPrefix(
          "Error: Nothing was written, because \(shell.folder.path) already holds these files:\n  Performance/shop.yml: made by init, unchanged\n"
        ))
      #expect(again.errors.contains("--force replaces those that are unchanged"))
      let driver = try shell.folder.text(of: "Performance/driver.py")
      try shell.folder.add("Performance/driver.py", "# mine\n" + driver)
      let forced = try shell.rehearse("init", "--force")
      #expect(forced.status == 0, "\(forced)")
      #expect(forced.output.contains("wrote     Performance/shop.yml"))
      #expect(forced.output.contains("left      Performance/driver.py"))
      #expect(forced.output.contains("left      Performance/.gitignore"))
      #expect(try shell.folder.text(of: "Performance/shop.yml") == first)
      #expect(try shell.folder.text(of: "Performance/driver.py") == "# mine\n" + driver)
      try shell.folder.add("Performance/shop.yml", "# mine\n" + first)
      let mine = try shell.rehearse("init", "--force")
      #expect(mine.status == 1)
      #expect(
        mine.errors.contains(
          "  Performance/shop.yml: made by init, and changed since\nMove it away"))
      #expect(try shell.folder.text(of: "Performance/shop.yml") == "# mine\n" + first)
    }

    @Test func `init replays a command on copies of its inputs, and records its output`() throws {
      try shell.folder.add("big.txt", "b\na\nb\n")
      try shell.folder.addScript("count.sh", "sort \"$1\" | uniq -c | wc -l")
      let made = try shell.rehearse("init", "--command", "sh count.sh big.txt")
      #expect(made.status == 0, "\(made)")
      // printf '2\\n' | sha256sum
      let digest = "53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3"
      #expect(
        made.output.contains(
          "recorded  count: sh ${scenario}/../count.sh big.txt → "
            + "{ status: 0, lines: 1, digest: \"\(digest)\" }\n"), "\(made)")
      let scenario = try shell.folder.text(of: "Performance/count.yml")
      #expect(scenario.contains("\nfiles: [../big.txt]\n"))
      let tried = try run("cd Performance", "rehearse validate --try count.yml")
      #expect(tried.status == 0 && tried.output.contains("  count on now: passed, "), "\(tried)")
      // Copies are packed, not what lies there.
      // A second scenario beside the first.
      let packed = try shell.rehearse("init", "--command", "gzip big.txt", "--name", "pack")
      #expect(packed.status == 0, "\(packed)")
      #expect(packed.output.contains("left      Performance/.gitignore"))
      #expect(packed.errors.contains("'gzip big.txt' writes nothing to standard output"))
      #expect(try shell.folder.text(of: "big.txt") == "b\na\nb\n")
    }

    @Test func `a failing command is reported with its own error output`() throws {
      try shell.folder.addScript("fail.sh", "echo no such order >&2; exit 7")
      let made = try shell.rehearse("init", "--command", "./fail.sh")
      #expect(made.status == 3)
      #expect(made.errors.contains("Expected status 0, found 7"), "\(made.errors)")
      #expect(made.errors.contains("    | no such order\n"))
      #expect(
        made.output.contains(
          "The first replay failed; the files were kept. Fix what the error above names, or "
            + "Performance/fail.yml, then record as below. To start over, remove the files:\n"
            + "  rm Performance/fail.yml Performance/.gitignore\n"))
    }

    @Test func `lines are as wide as the terminal, except for commands to type`() throws {
      #expect(try run("git init --quiet --initial-branch main", "cp /bin/cat tool").status == 0)
      let made = try shell.rehearse(
        "init", "--command", "./tool tool", environment: ["COLUMNS": "50"])
      #expect(made.status == 0, "\(made)")
      #expect(
        made.output.hasPrefix(
          """
          wrote     Performance/tool.yml (the scenario: the
                    command, gates, builds)
          wrote     Performance/.gitignore (keeps results
                    and builds out of the repository)

          """), "\(made)")
      let lines = (made.output + made.errors).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 50 || $0.contains(" && ") }, "\(made)")
      #expect(made.output.contains("\nNext: cd Performance && rehearse run tool.yml\n"))
      #expect(
        made.errors.hasSuffix(
          """
          note: In .github/workflows/performance.yml replace
          OWNER by the GitHub account whose copy of Rehearse
          the job is to install.

          """), "\(made)")
    }

    @Test func `init --dry-run prints the files without writing them`() throws {
      try addPython()
      let dry = try shell.rehearse("init", "--dry-run")
      #expect(dry.status == 0)
      #expect(dry.output.hasPrefix("--- Performance/shop.yml\n# What shop costs"))
      #expect(shell.folder.files == ["shop/__init__.py"])
      let file = try shell.rehearse("init", "--no-record")
      #expect(
        file.status == 0 && file.output.contains("Next: cd Performance && rehearse record shop.yml")
          && file.output.contains("\nThen in Performance/driver.py let 'example' call your code, ")
      )
      #expect(try run("cd Performance", "rehearse record shop.yml").status == 0)
    }

    @Test func `a module that can't be imported is reported with its own error output`() throws {
      try shell.folder.add("shop/__init__.py", "import no_such_module_anywhere\n")
      let made = try shell.rehearse("init")
      #expect(made.status == 3, "\(made)")
      #expect(made.errors.contains("start on now: failed: Performance/shop.yml:"))
      #expect(made.errors.contains("ModuleNotFoundError"))
      #expect(made.output.contains("Next: cd Performance && rehearse record shop.yml"))
    }

    @Test func `a pipe, a module and variables are replayed as typed`() throws {
      try addPython()
      try shell.folder.add(
        "shop/__main__.py", "import os, sys\nprint(os.environ['WHO'], sys.argv)\n")
      try shell.folder.addScript("list.sh", "cat words/* | sort")
      try shell.folder.add("words/a.txt", "b\na\n")
      let module = try shell.rehearse("init", "--command", "WHO=me python3 -m shop order")
      #expect(module.status == 0, "\(module)")
      #expect(
        module.errors.contains(
          "note: This is for a program; without --command, init writes a driver for the Python project."
        ))
      #expect(
        try shell.folder.text(of: "Performance/shop.yml").contains(
          """
                - run: [python3, -m, shop, order]
                  environment: { WHO: me, PYTHONPATH: "${scenario}/.." }
                  expect: { status: 0, lines: 1, digest: "

          """.trimmingCharacters(in: .newlines)))
      let pipe = try shell.rehearse("init", "--command", "cat words/*.txt | sort | head -n 1")
      #expect(pipe.status == 0, "\(pipe)")
      // printf 'a\\n' | sha256sum
      let digest = "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7"
      #expect(try shell.folder.text(of: "Performance/cat.yml").contains("digest: \"\(digest)\""))
    }

    @Test func `a program that git ignores is built at another revision, too`() throws {
      try shell.folder.add(["Makefile": "tool:\n\tcp /bin/cat tool\n", ".gitignore": "/tool\n"])
      try shell.folder.add("words.txt", "b\na\n")
      let commit = "git add . && git -c user.name=n -c user.email=n@localhost commit --quiet -m c"
      #expect(try run("git init --quiet --initial-branch main", commit).status == 0)
      let made = try shell.rehearse("init", "--command", "./tool words.txt")
      #expect(made.status == 0, "\(made)")
      #expect(
        made.errors.contains(
          "./tool is not in git, so 'make:' in Performance/tool.yml builds it as Makefile says"))
      #expect(
        try shell.folder.text(of: "Performance/tool.yml").contains("now: { make: [make, -C, ..] }"))
      let check =
        "rehearse check tool.yml --against main --max-time 60s --quick-look --no-layout-check"
      let checked = try run(commit, "cd Performance", check)
      #expect(checked.status == 0, "\(checked)")
      // Without 'make' nobody can have it there.
      let scenario = try shell.folder.text(of: "Performance/tool.yml")
      try shell.folder.add(
        "Performance/tool.yml", scenario.replacing("{ make: [make, -C, ..] }", with: "{}"))
      // It ends before anything is measured.
      let missing = try run("cd Performance", check.replacing("60s", with: "10min"))
      #expect(missing.status == 3, "\(missing)")
      #expect(
        missing.errors.contains(
          "If the program has to be built, give the build a 'make:', such as [[cmake, -S, .., -B, ../build], "
        ),
        "\(missing)")
    }

    @Test func `a program without a known build command is named in the last lines`() throws {
      try shell.folder.add(".gitignore", "/tool\n")
      #expect(try run("git init --quiet --initial-branch main", "cp /bin/cat tool").status == 0)
      let made = try shell.rehearse("init", "--command", "./tool .gitignore")
      #expect(made.status == 0, "\(made)")
      #expect(
        made.output.hasSuffix(
          "\ngit does not have ./tool, so no other revision of it can be measured. Before 'rehearse check "
            + "tool.yml --against main' add 'make:' to the build in tool.yml, with the command that "
            + "makes it.\n"), "\(made)")
    }

    @Test func `a long text is not in the expected outcome: the digest covers it`() throws {
      try addPython()
      #expect(try shell.rehearse("init", "--no-record").status == 0)
      let driver = try shell.folder.text(of: "Performance/driver.py")
      try shell.folder.add(
        "Performance/driver.py",
        driver.replacing(
          "return {\"count\": len(sorted(numbers))}",
          with: "return {\"page\": \"x\" * 31000, \"title\": \"x\" * 190}"))
      let recorded = try shell.rehearse("record", "Performance/shop.yml")
      #expect(recorded.status == 0 && recorded.output.utf8.count < 1000, "\(recorded)")
      #expect(
        try shell.folder.text(of: "Performance/shop.yml")
          .contains("expect: { title: \(String(repeating: "x", count: 190)), digest: \""))
      #expect(try shell.rehearse("validate", "--try", "Performance/shop.yml").status == 0)
    }

    @Test func `a folder for which init can make nothing is reported and stays unchanged`() throws {
      let empty = try shell.rehearse("init")
      #expect(empty.status == 1)
      #expect(empty.errors.hasPrefix("Error: Which command is to be measured? Name it"))
      #expect(
        try shell.rehearse("init", "nowhere").errors == "Error: There is no folder nowhere.\n")
      try shell.folder.addScript("configure", "exit 0")
      try shell.folder.addScript("bench", "exit 0")
      let several = try shell.rehearse("init")
      #expect(
        several.errors.hasSuffix(
          "rehearse init --command './bench input.txt'. Others there: ./configure.\n"), "\(several)"
      )
      try shell.folder.add("program", "")
      #expect(
        try shell.rehearse("init", "program").errors
          == "Error: program is a file, not a folder. To measure it as a program: rehearse init "
          + "--command ./program\n")
      let quote = try shell.rehearse("init", "--command", "a 'b")
      #expect(
        quote.status == 64 && quote.errors.contains("the quote ' at character 3 is not closed"))
      #expect(
        try shell.rehearse("init", "--kind", "swift").errors.contains("There is no Package.swift"))
      try shell.folder.add(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"tool\", targets: [.executableTarget(name: \"tool\")])\n"
      )
      try shell.folder.add("Sources/tool/main.swift", "print(1)\n")
      let nowhere = try shell.rehearse("init", "--rehearse", "nowhere")
      #expect(nowhere.status == 1)
      #expect(
        nowhere.errors.contains("There are no sources of Rehearse in \(shell.folder.path)/nowhere"))
      let tool = try shell.rehearse("init", "--rehearse", Repository.path(""))
      #expect(tool.status == 1 && tool.errors.contains("The package 'tool' has no library product"))
      try addPython()
      try shell.folder.add("Performance", "a file in the way")
      let blocked = try shell.rehearse("init", "--kind", "python")
      #expect(blocked.status == 1, "\(blocked)")
      #expect(blocked.errors.contains("Performance could not be written: create folder"))
      #expect(!shell.folder.files.contains { $0.hasSuffix(".yml") })
    }
  }
}
