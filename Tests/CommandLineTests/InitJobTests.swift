import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// The job that `init` writes, and when it doesn't.
  @Suite struct InitJobTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func git() throws -> Completion {
      try Completion.of(
        ["git", "init", "--quiet", "--initial-branch", "main"], in: shell.folder.path)
    }

    @Test func `a failing story gets no CI job until it passes`() throws {
      #expect(try git().status == 0)
      try shell.folder.addScript("read.sh", "cat words.txt")
      try shell.folder.add("words.txt", "b\na\n")
      let job = ".github/workflows/performance.yml"
      let failed = try shell.rehearse("init", "--command", "./read.sh")
      #expect(failed.status == 3, "\(failed)")
      #expect(!shell.folder.files.contains(job))
      #expect(!failed.errors.contains("replace OWNER"))
      #expect(
        failed.output.contains(
          "  rm Performance/read.yml Performance/.gitignore\n\(job) was not written. Once the story "
            + "passes, the same 'rehearse init' with --no-record writes it.\n"), "\(failed)")
      // The command's own words name the file, and it is there.
      #expect(
        failed.errors.contains(
          "'words.txt' is in the folder above the scenario, but commands work in a folder of their "
            + "own: 'files: [../words.txt]' in the scenario copies it there.\n"), "\(failed)")
      let scenario = try shell.folder.text(of: "Performance/read.yml")
        .replacing("scenario: read\n", with: "scenario: read\nfiles: [../words.txt]\n")
      try shell.folder.add("Performance/read.yml", scenario)
      // It is the user's now, so its outcomes are not written into it.
      let left = try shell.rehearse("init", "--command", "./read.sh")
      #expect(left.status == 1 && !left.output.contains("recorded  "), "\(left)")
      #expect(
        left.output.hasSuffix(
          """
          left      Performance/read.yml: it is not as init writes it, so nothing was recorded
          \(job) was not written. Once the story passes, the same 'rehearse init' with --no-record writes it.

          Next: cd Performance && rehearse record read.yml
          It replays the first story, and writes what its steps lead to.

          """), "\(left)")
      #expect(try shell.folder.text(of: "Performance/read.yml") == scenario)
      #expect(!shell.folder.files.contains(job))
      #expect(try shell.rehearse("record", "Performance/read.yml").status == 0)
      let again = try shell.rehearse("init", "--command", "./read.sh", "--no-record")
      #expect(again.status == 0, "\(again)")
      #expect(
        again.output.hasPrefix(
          """
          left      Performance/read.yml  (the scenario: the command, gates, builds)
          left      Performance/.gitignore  (keeps results and builds out of the repository)
          wrote     \(job)  (the job that checks pull requests)

          """), "\(again)")
      #expect(try shell.folder.text(of: job).contains("scenario: read.yml"))
      #expect(try shell.folder.text(of: "Performance/read.yml").contains("files: [../words.txt]\n"))
    }

    @Test func `a story that is recorded already gets its job, and an edit meanwhile is kept`()
      throws
    {
      #expect(try git().status == 0)
      let job = ".github/workflows/performance.yml"
      #expect(try shell.rehearse("init", "--command", "echo one").status == 0)
      let recorded = try shell.folder.text(of: "Performance/echo.yml")
      try FileManager.default.removeItem(atPath: shell.folder.file(job))
      let again = try shell.rehearse("init", "--command", "echo one")
      #expect(again.status == 0 && again.output.contains("wrote     \(job)"), "\(again)")
      #expect(try shell.folder.text(of: "Performance/echo.yml") == recorded)
      try shell.folder.addScript(
        "edit.sh", "echo '# mine' >> '\(shell.folder.file("Performance/edit.yml"))'; echo one")
      let edited = try shell.rehearse("init", "--command", "./edit.sh", "--name", "edit")
      #expect(edited.status == 1 && !edited.output.contains("recorded  "), "\(edited)")
      #expect(
        edited.output.contains(
          "left      Performance/edit.yml: it was changed meanwhile, so nothing was recorded\n"),
        "\(edited)")
      let text = try shell.folder.text(of: "Performance/edit.yml")
      #expect(text.hasSuffix("\n# mine\n") && !text.contains("digest: "))
    }

    @Test func `a CI job of another scenario stays, and its missing lines are printed`() throws {
      #expect(try git().status == 0)
      #expect(try shell.rehearse("init", "--command", "echo one").status == 0)
      let job = try shell.folder.text(of: ".github/workflows/performance.yml")
      let forced = try shell.rehearse(
        "init", "--force", "--command", "echo two", "--name", "two")
      #expect(forced.status == 0, "\(forced)")
      #expect(try shell.folder.text(of: ".github/workflows/performance.yml") == job)
      #expect(
        forced.output.contains(
          "\n.github/workflows/performance.yml does not check two.yml yet. Add to its steps:\n"
            + "      - uses: OWNER/rehearse@"), "\(forced)")
      #expect(
        forced.output.contains("scenario: two.yml, working-directory: Performance, name: two,"))
      let again = try shell.rehearse("init", "--force", "--command", "echo three", "--name", "echo")
      #expect(again.status == 0 && !again.output.contains("does not check"), "\(again)")
    }

    @Test func `a CI job of another folder's scenario stays, even if both have one name`() throws {
      #expect(try git().status == 0)
      for folder in ["services/a", "services/b"] { try shell.folder.add("\(folder)/words.txt", "") }
      let words = ["init", "--force", "--rehearse", "https://github.com/us/rehearse", "--command"]
      let first = try shell.rehearse(words + ["echo one", "services/a"])
      #expect(first.status == 0, "\(first)")
      let job = try shell.folder.text(of: ".github/workflows/performance.yml")
      #expect(job.contains("scenario: echo.yml, working-directory: services/a/Performance, "))
      let second = try shell.rehearse(words + ["echo one", "services/b"])
      #expect(second.status == 0, "\(second)")
      #expect(try shell.folder.text(of: ".github/workflows/performance.yml") == job)
      #expect(second.output.contains(".yml does not check echo.yml yet."), "\(second)")
      #expect(
        second.output.contains(
          "working-directory: services/b/Performance, name: services-b-echo, max-time: 15 min }"),
        "\(second)")
    }
  }
}
