import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct ReportTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func add(_ name: String, title: String) throws {
      let rows = (1...3).flatMap { run in
        ["a", "b"].map { "\($0),list,cpu-time,ms,\(run),\(Double(run) + 0.5)" }
      }
      try shell.folder.add(
        "long.csv", (["build,story,metric,unit,run,value"] + rows).joined(separator: "\n") + "\n")
      let imported = try shell.rehearse("import", "long.csv", "--name", name, "--title", title)
      #expect(imported.status == 0, "\(imported.errors)")
    }

    /// Carries out SQL, and then, before its transaction ends, a command. As with a run in progress
    /// there is a transaction before it that ended.
    private func change(
      _ statement: String, then command: [String] = ["true"], commits: Bool = true
    ) throws -> Completion {
      try requirePython()
      return try Completion.of(
        [
          "python3", "-c",
          """
          import sqlite3, subprocess, sys
          store = sqlite3.connect(sys.argv[1], isolation_level=None)
          store.execute("UPDATE experiment SET seed = seed + 1")
          store.execute("BEGIN IMMEDIATE")
          store.execute(sys.argv[2])
          status = subprocess.run(sys.argv[4:]).returncode
          store.execute("COMMIT" if sys.argv[3] == "true" else "ROLLBACK")
          sys.exit(status)
          """, shell.folder.file("Results/rehearse.sqlite"), statement, "\(commits)",
        ] + command, in: shell.folder.path)
    }

    @Test func `a report on several experiments has one folder for each and a common index page`()
      throws
    {
      try add("one", title: "The <first>")
      try add("two", title: "The second")
      let report = try shell.rehearse("report", "one", "2", "latest", "--output", "out")
      #expect(report.status == 0 && report.output == "out/index.html\n", "\(report.errors)")
      let index = try shell.folder.text(of: "out/index.html")
      let links = index.matches(of: /<h2><a href="([^"]*)">([^<]*)</)
      #expect(
        links.map { String($0.output.1) } == ["one-1/report.html", "two-2/report.html"])
      #expect(links.map { String($0.output.2) } == ["The &lt;first&gt;", "The second"])
      #expect(index.contains("6 runs, imported: Rehearse measured none of them."))
      #expect(
        try shell.folder.text(of: "out/index.md").hasPrefix(
          "# Experiments\n\n## [The &lt;first&gt;](one-1/report.md)\n\n- 6 runs, imported"))
      for folder in ["one-1", "two-2"] {
        #expect(shell.folder.files.contains("out/\(folder)/report.html"))
        #expect(shell.folder.files.contains("out/\(folder)/report.md"))
      }
      let beside = try shell.rehearse("report", "1", "2", "--format", "html")
      #expect(beside.output == "Results/reports-1-2/index.html\n", "\(beside.errors)")
    }

    @Test func `--format chooses what a report contains`() throws {
      try add("one", title: "The first")
      let report = try shell.rehearse(
        "report", "--format", "latex", "--format", "json", "--output", "out", "--json")
      #expect(report.status == 0, "\(report.errors)")
      #expect(try shell.json(report) as? [String: String] == ["report": "out"])
      let files = shell.folder.files.filter { $0.hasPrefix("out/") }
      #expect(
        files == [
          "out/measurements.csv", "out/rehearse-report.txt",
          "out/tables/builds.json", "out/tables/builds.tex",
          "out/tables/comparison-b-against-a.json", "out/tables/comparison-b-against-a.tex",
          "out/tables/cpu-time-a.json", "out/tables/cpu-time-a.tex",
          "out/tables/cpu-time-b.json", "out/tables/cpu-time-b.tex",
          "out/tables/runs-list.json", "out/tables/runs-list.tex",
        ])
      let wrong = try shell.rehearse("report", "--format", "pdf")
      #expect(wrong.status == 64 && wrong.errors.contains("'pdf'"), "\(wrong.errors)")
      let unknown = try shell.rehearse("report", "one", "9")
      #expect(unknown.status == 64 && unknown.errors.contains("'9'"), "\(unknown.errors)")
    }

    @Test func `a report can be written while another process writes to the store`() throws {
      try add("one", title: "The first")
      let report = try change(
        "UPDATE experiment SET title = 'not yet'",
        then: [BuiltProducts.rehearse, "report", "--format", "html"])
      #expect(report.status == 0, "\(report.errors)")
      let page = try shell.folder.text(of: "Results/one-1/report.html")
      #expect(page.contains("<h1>The first</h1>"))
    }

    /// Adds a gnuplot that tells of its first start, of several at once too: one makes the folder. Others would find no
    /// reader, and fail.
    private func addGnuplot(_ script: String, telling pipe: NamedPipe) throws {
      try shell.folder.addScript(
        "bin/gnuplot", "mkdir begun 2>/dev/null && echo $$ > \(pipe.path); \(script)")
    }

    private func watch(_ pipe: NamedPipe) throws -> StartedProcess {
      try addGnuplot(#"exec /usr/bin/gnuplot "$@""#, telling: pipe)
      return try StartedProcess(
        [BuiltProducts.rehearse, "report", "--watch", "--format", "html"],
        environment: ["PATH": "\(shell.folder["bin"]):/usr/bin:/bin"], in: shell.folder.path)
    }

    @Test func `a watched report ends when another process completes the experiment`() throws {
      try add("one", title: "The first")
      #expect(try change("UPDATE experiment SET completedAt = NULL").status == 0)
      let pipe = try NamedPipe(shell.folder["pid"])
      let watching = try watch(pipe)
      _ = try pipe.number()
      #expect(
        try change(
          "UPDATE experiment SET completedAt = startedAt, title = 'The last'"
        ).status == 0)
      let completion = watching.completion()
      #expect(completion.status == 0 && completion.output == "Results/one-1/report.html\n")
      let page = try shell.folder.text(of: "Results/one-1/report.html")
      #expect(page.contains("<h1>The last</h1>") && !page.contains("data-reload"))
    }

    @Test(arguments: [[], ["--watch"]] as [[String]])
    func `a signal while a report is drawn ends it at once and leaves nothing`(
      _ options: [String]
    ) throws {
      try add("one", title: "The first")
      let pipe = try NamedPipe(shell.folder["pid"])
      try addGnuplot("exec sleep 1000", telling: pipe)
      let report = try StartedProcess(
        [BuiltProducts.rehearse, "report", "--format", "html"] + options,
        environment: ["PATH": "\(shell.folder["bin"]):/usr/bin:/bin"], in: shell.folder.path)
      let gnuplot = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(gnuplot))
      report.send(SIGTERM)
      #expect(report.completion().status == 130)
      #expect(watch.hasEnded())
      #expect(!shell.folder.files.contains { $0.hasPrefix("Results/one-1") })
    }

    @Test func `a signal while the report is drawn stops run at once and keeps the runs`()
      throws
    {
      let pipe = try NamedPipe(shell.folder["pid"])
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      try addGnuplot("exec sleep 1000", telling: pipe)
      let run = try StartedProcess(
        [BuiltProducts.rehearse, "run", "s.yml"],
        environment: ["PATH": "\(shell.folder["bin"]):/usr/bin:/bin"], in: shell.folder.path)
      let gnuplot = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(gnuplot))
      run.send(SIGINT)
      let completion = run.completion()
      #expect(completion.status == 130)
      #expect(
        completion.errors.hasSuffix(
          "Interrupted: No report was written. All runs are stored; 'rehearse report 1' writes it "
            + "later.\n"), "\(completion.errors)")
      #expect(watch.hasEnded())
      let latest = try shell.latest()
      #expect(latest["runs"] as? Int == 2 && latest["completedAt"] != nil)
    }
  }
}
