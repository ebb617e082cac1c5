import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// What can't be done: one clear paragraph on standard error, nothing on standard output.
  @Suite struct RefusalTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.addScenario(stories: "{ login: \(Shell.counting) }")
    }

    private func expect(
      _ completion: Completion, status: Int32, says text: String,
      at location: SourceLocation = #_sourceLocation
    ) {
      #expect(completion.status == status, sourceLocation: location)
      #expect(completion.output == "", sourceLocation: location)
      #expect(
        completion.errors.hasPrefix("Error: \(text)\n"), "\(completion.errors)",
        sourceLocation: location)
    }

    @Test func `missing files and stores are reported`() throws {
      expect(
        try shell.rehearse("run", "missing.yml"), status: 1,
        says: "The file missing.yml does not exist.")
      for command in ["list", "show", "report", "export"] {
        expect(
          try shell.rehearse(command), status: 1,
          says: "There is no store at Results/rehearse.sqlite. 'rehearse run' and 'rehearse "
            + "import' make one; --store names another.")
      }
    }

    @Test func `unusable stores are refused`() throws {
      try shell.folder.add("file", "")
      let unwritable = try shell.rehearse("run", "s.yml", "--store", "file/store.sqlite")
      #expect(unwritable.status == 1 && unwritable.output == "")
      #expect(unwritable.errors.hasPrefix("Error: The store file/store.sqlite can't be used: "))
      try shell.folder.add("notes", String(repeating: "no database ", count: 100))
      expect(
        try shell.rehearse("list", "--store", "notes"), status: 1,
        says: "The store notes can't be used: file is not a database.")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      let store = "Results/rehearse.sqlite"
      try DatabaseQueue(path: shell.folder[store].string).write {
        try $0.execute(sql: "PRAGMA user_version = 99")
      }
      for arguments in [["list"], ["run", "s.yml"]] {
        expect(
          try Completion.of([BuiltProducts.rehearse] + arguments, in: shell.folder.path),
          status: 1,
          says: "The store \(store) was written by another version of Rehearse. Nothing was "
            + "changed in it; use that version, or another store (--store).")
      }
    }

    @Test func `unknown names are refused, with similar ones as a suggestion`() throws {
      expect(
        try shell.rehearse("run", "s.yml", "--story", "logn"), status: 64,
        says: "s.yml has no story 'logn'; it has login. Did you mean 'login'?")
      expect(
        try shell.rehearse("run", "s.yml", "--build", "x"), status: 64,
        says: "s.yml has no build 'x'; it has a.")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      expect(
        try shell.rehearse("show", "--story", "logni"), status: 64,
        says: "The experiment has no story 'logni'; it has login. Did you mean 'login'?")
      expect(
        try shell.rehearse("show", "--story", "login", "--run", "1", "--build", "b"), status: 64,
        says: "The experiment has no build 'b'; it has a.")
      expect(
        try shell.rehearse("show", "--story", "login", "--run", "9"), status: 64,
        says: "There is no run 9 of 'login' on 'a'.")
      expect(
        try shell.rehearse("show", "7"), status: 64,
        says: "There is no experiment '7'. The latest are 1 (sample).")
      expect(
        try shell.rehearse("show", "smaple"), status: 64,
        says: "There is no experiment 'smaple'. The latest are 1 (sample). Did you mean 'sample'?")
      let metric = try shell.rehearse("show", "--metric", "peak-memroy")
      #expect(metric.status == 64)
      #expect(metric.errors.contains(" Did you mean 'peak-memory'?\n"))
    }

    @Test func `impossible arguments are refused`() async throws {
      let named =
        "--name is 'latest'; allowed: text without '/' that does not begin with '.', but not 'latest', which "
        + "always means the latest experiment."
      for (words, text) in [
        (["run", "s.yml", "--runs", "0"], "--runs is 0; allowed: 1 to 10000."),
        (["show", "--run", "1"], "--run needs --story."),
        (["run"], "Missing expected argument '<scenario> ...'"),
        (["run", "s.yml", "--name", "latest"], named),
        (["run", "s.yml", "--name", "../up"], named.replacing("'latest';", with: "'../up';")),
        (["run", "s.yml", "--name", "a/b"], named.replacing("'latest';", with: "'a/b';")),
        (["run", "s.yml", "--name", ""], named.replacing("'latest';", with: "'';")),
        (["rnu"], "There is no command 'rnu'. Did you mean 'run'? 'rehearse --help' lists all."),
        (
          ["help", "rnu"],
          "There is no command 'rnu'. Did you mean 'run'? 'rehearse --help' lists all."
        ),
        (
          ["rnu", "--json"],
          "There is no command 'rnu'. Did you mean 'run'? 'rehearse --help' lists all."
        ),
        (
          ["baseline", "lst"],
          "There is no command 'lst'. Did you mean 'list'? 'rehearse baseline --help' lists all."
        ),
      ] {
        let refused = try await Shell.refusal(of: words)
        #expect(refused.status == 64 && refused.errors.hasPrefix("Error: \(text)\n"), "\(refused)")
      }
    }

    @Test(arguments: [
      ["run", "s.yml", "--runs", "0"], ["rnu"], ["measure", "--runns", "3", "ls"], ["check"],
    ])
    func `the program's errors match those of its parser in this process, and no file is made`(
      _ words: [String]
    ) async throws {
      let program = try shell.rehearse(words)
      let parser = try await Shell.refusal(of: words)
      #expect(program.output == "" && shell.folder.files == ["s.yml"])
      #expect(program.status == parser.status)
      #expect(program.errors == parser.errors)
    }

    @Test func `both options for the version print it`() throws {
      let version = try shell.rehearse("-V").output
      #expect(version.contains(/^\d+\.\d+\.\d+/))
      #expect(version == (try shell.rehearse("--version").output))
    }

    @Test func `without gnuplot nothing is replayed, unless --no-report is given`() throws {
      let run = try shell.rehearse("run", "s.yml", environment: ["PATH": "/nowhere"])
      #expect(run.status == 1)
      #expect(
        run.errors == """
          Error: No report could be written: gnuplot is not in PATH; install it (Debian: \
          apt-get install gnuplot-nox)
          '--no-report' replays without one.

          """)
      let bare = try shell.rehearse(
        "run", "s.yml", "--no-report", environment: ["PATH": "/nowhere"])
      #expect(bare.status == 0)
      #expect(try shell.latest()["runs"] as? Int == 2)
      expect(
        try shell.rehearse("report", environment: ["PATH": "/nowhere"]), status: 1,
        says: "gnuplot is not in PATH; install it (Debian: apt-get install gnuplot-nox)")
      #expect(!shell.folder.files.contains { $0.hasSuffix(".md") })
      #expect(try shell.rehearse("report").status == 0)
    }

    @Test func `a report folder with somebody else's file is refused before any run`() throws {
      try shell.folder.add("out/charts", "notes on charts")
      let run = try shell.rehearse("run", "s.yml", "--output", "out")
      #expect(run.status == 1 && run.output == "")
      #expect(
        run.errors.hasPrefix(
          "Error: No report could be written: The folder out holds 'charts', which no report of "
            + "Rehearse wrote"))
      #expect(!(try shell.rehearse("list").output.contains("sample")))
    }

    @Test func `if the report fails, the runs are kept, and the report can be written later`()
      throws
    {
      try shell.rehearse("run", "s.yml", "--output", "out")
      try FileManager.default.removeItem(atPath: shell.folder.file("out/charts"))
      try shell.folder.add("out/charts", "a file where a folder should be")
      let run = try shell.rehearse("run", "s.yml", "--output", "out")
      #expect(run.status == 1)
      #expect(run.output.hasPrefix("A sample (experiment 2, sample)\n"))
      #expect(
        run.errors.contains(
          "Error: The report could not be written: The file out/charts could not be written: make "
            + "folder: File exists.\nAll runs are stored; 'rehearse report 2' writes it later."),
        "\(run.errors)")
      #expect(try shell.latest()["runs"] as? Int == 2)
      #expect(try shell.rehearse("report").status == 0)
    }

    @Test func `without Swift a package is not built`() throws {
      try shell.folder.add(
        "p.yml",
        """
        scenario: sample
        driver: { product: app }
        builds: { fast: {} }
        stories: { s: \(Shell.counting) }
        """)
      expect(
        try shell.rehearse("run", "p.yml", "--no-report", environment: ["PATH": "/nowhere"]),
        status: 1,
        says: "The build 'fast' needs the program 'swift', which is not in PATH. Install Swift "
          + "6.2 or newer (swift.org/install), or name a ready executable with 'command'.")
    }

    @Test func `a missing anchor can't be compared with, and a taken name is wrong usage`() throws {
      let missing = try shell.rehearse("check", "s.yml", "--anchor", "v1")
      #expect(missing.status == 5 && missing.output == "")
      #expect(missing.errors.hasPrefix("Error: There is no anchor 'v1' in "), "\(missing.errors)")
      try shell.folder.add(
        "p.yml",
        """
        scenario: sample
        driver: { product: app }
        builds: { fast: {} }
        stories: { s: \(Shell.counting) }
        """)
      for file in ["json", "sha256"] { try shell.folder.add("Anchors/v1/entry.\(file)", "") }
      let taken = try shell.rehearse("anchor", "save", "v1", "p.yml")
      #expect(taken.status == 64 && taken.output == "")
      #expect(taken.errors.hasPrefix("Error: There is an anchor 'v1' in "), "\(taken.errors)")
    }

    @Test func `an export that can't be written is an error`() throws {
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      let full = try Completion.of(
        ["/bin/sh", "-c", "exec \(BuiltProducts.rehearse) export > /dev/full"],
        in: shell.folder.path)
      let text = "Error: The file standard output could not be written: write: No space left"
      #expect(full.status == 1 && full.errors.hasPrefix(text), "\(full.errors)")
      let shown = try Completion.of(
        ["/bin/sh", "-c", "exec \(BuiltProducts.rehearse) show > /dev/full"],
        in: shell.folder.path)
      #expect(shown.status == 1 && shown.errors.hasPrefix(text), "\(shown.errors)")
    }
  }
}
