import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Every command that cleans or replaces files, with a folder of others in the place of its own.
  @Suite struct ForeignFolderTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.folder.add(".gitignore", ".build/\nResults/\nout/\ntheirs/\n")
      try shell.folder.add("app.sh", "echo one")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { b: { make: "mkdir -p out && cp app.sh out/app" } }
        stories: { s: { steps: [{ run: [/bin/sh, -c, "true"], expect: { lines: 0 } }] } }
        gates: [{ metric: cpu-time }]
        """)
      try GitFolder(shell.folder.path).commit()
      try shell.folder.add("app.sh", "echo two")
      let name = String(repeating: "a", count: 64)
      for file in [
        "new-feature/main.swift", "new-notes.txt", "\(name)/file", "scenario.yml", "index.html",
        "decision.json", "tables/mine.csv", "tree/file", "kept/file", "rehearse-run-aB3xYz/file",
        "rehearse-count-01/file", "rehearse-alloc-01/file", "rehearse-strip-01/file",
      ] {
        try shell.folder.add("theirs/\(file)", "mine: \(file)")
      }
      for folder in ["run-aB3xYz", "count-01", "alloc-01", "strip-01"] {
        chmod(shell.folder.file("theirs/rehearse-\(folder)"), 0o700)
      }
      try shell.folder.add("theirs/.gitignore", "mine\n")
    }

    private func theirs() throws -> [String: String] {
      try shell.folder.files.filter { $0.hasPrefix("theirs/") }
        .reduce(into: [:]) { $0[$1] = try shell.folder.text(of: $1) }
    }

    private static let quick = ["--pairs", "2", "--memory-runs", "0", "--no-layout-check"]

    @Test(arguments: [
      (["check", "s.yml", "--against", "main"] + quick, ["REHEARSE_CACHE": "theirs"]),
      (["compare", "s.yml", "--against", "main"] + quick, ["REHEARSE_CACHE": "theirs"]),
      (["check", "s.yml", "--against", "main", "--trust"] + quick, ["cache": "theirs"]),
      (["anchor", "save", "v1", "s.yml", "--anchors", "theirs"], [:]),
      (["anchor", "save", "v1", "s.yml", "--anchors", "theirs", "--replace"], [:]),
      (["run", "s.yml", "--runs", "1", "--output", "theirs"], [:]),
      (["report", "--output", "theirs"], [:]), (["report", "1", "2", "--output", "theirs"], [:]),
      (["check", "s.yml", "--against", "main"] + quick, ["cache": "theirs"]),
    ])
    func `a command that is pointed at somebody else's folder refuses it and leaves it unchanged`(
      _ arguments: [String], _ settings: [String: String]
    ) throws {
      if arguments[0] == "report" {
        for _ in 1...2 {
          #expect(try shell.rehearse("run", "s.yml", "--runs", "1", "--no-report").status == 0)
        }
      }
      if let cache = settings["cache"] { try shell.folder.add("rehearse.yml", "cache: \(cache)\n") }
      let before = try theirs()
      let refused = try shell.rehearse(
        arguments, environment: settings.filter { $0.key != "cache" })
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.errors.contains("theirs"), "\(refused.errors)")
      #expect(try theirs() == before)
    }

    @Test(arguments: [[], ["--instructions", "1"], ["--allocations", "1"]])
    func `a run removes nothing of others from the folder for temporary files`(_ more: [String])
      throws
    {
      let before = try theirs()
      let run = try shell.rehearse(
        ["run", "s.yml", "--runs", "1", "--no-report"] + more,
        environment: ["TMPDIR": shell.folder.file("theirs")])
      #expect(run.status == 0, "\(run)")
      #expect(try theirs() == before)
    }

    @Test func `a TMPDIR that is no absolute path is refused, and an empty one is ignored`()
      throws
    {
      let relative = try shell.rehearse(
        "run", "s.yml", "--runs", "1", environment: ["TMPDIR": "theirs"])
      #expect(relative.status == 64)
      #expect(
        relative.errors
          == "Error: The environment variable TMPDIR is 'theirs'; allowed: an absolute path.\n")
      let empty = try shell.rehearse(
        "run", "s.yml", "--runs", "1", "--no-report", environment: ["TMPDIR": ""])
      #expect(empty.status == 0, "\(empty)")
      #expect(!shell.folder.files.contains { $0.hasPrefix("rehearse-") })
    }

    @Test func `an experiment's name from a foreign store can't lead a report out of its folder`()
      throws
    {
      try shell.folder.add("long.csv", "build,story,metric,unit,run,value\na,s,cpu-time,ms,1,2\n")
      #expect(try shell.rehearse("import", "long.csv", "--name", "n").status == 0)
      try requirePython()
      let changed = try Completion.of(
        [
          "python3", "-c",
          "import sqlite3; s = sqlite3.connect('Results/rehearse.sqlite'); "
            + "s.execute(\"UPDATE experiment SET name = '../../theirs/up'\"); s.commit()",
        ], in: shell.folder.path)
      try #require(changed.status == 0, "\(changed.errors)")
      let before = try theirs()
      let report = try shell.rehearse("report", "latest")
      #expect(
        report.status == 0 && report.output == "Results/_._.._theirs_up-1/report.html\n",
        "\(report)")
      #expect(try theirs() == before)
    }
  }
}
