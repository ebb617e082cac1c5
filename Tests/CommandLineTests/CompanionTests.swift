import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Verbs that other programs carry out.
  @Suite struct CompanionTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// A `rehearse` without companions, in `bin` of the test's folder.
    private func installed() throws -> String {
      let program = shell.folder.file("bin/rehearse")
      let made = try Completion.of(
        ["/usr/bin/install", "-D", "-m", "755", BuiltProducts.rehearse, program])
      try #require(made.status == 0, "\(made)")
      return program
    }

    private func call(
      _ program: String, _ words: String..., path: String = "/usr/bin:/bin"
    ) throws -> Completion {
      try Completion.of([program] + words, environment: ["PATH": path], in: shell.folder.path)
    }

    @Test(arguments: [
      ("serve", [], "rehearse-serve"), ("push", ["postgres:///team"], "rehearse-team"),
      ("pull", ["postgres:///team"], "rehearse-team"),
      ("scorecard", ["s.yml"], "rehearse-scorecard"),
    ])
    func `a companion that is not installed is explained in the help and reported when called`(
      _ verb: String, _ words: [String], _ companion: String
    ) throws {
      let rehearse = try installed()
      let called = try Completion.of(
        [rehearse, verb] + words, environment: ["PATH": "/usr/bin"], in: shell.folder.path)
      #expect(called.status == 1 && called.output == "")
      #expect(
        called.errors
          == "Error: 'rehearse \(verb)' needs \(companion), which is not installed. It is in the Debian "
          + "package \(companion) and in the tarball; from the sources 'make install' installs it.\n"
      )
      let help = try call(rehearse, verb, "--help")
      #expect(help.status == 0 && help.output.contains("USAGE: rehearse \(verb) "), "\(help)")
      #expect(try call(rehearse, "help", verb).output == help.output)
      let wrong = try Completion.of(
        [rehearse, verb] + words + ["--nothing"], in: shell.folder.path)
      #expect(wrong.status == 64 && wrong.errors.contains("'--nothing'"), "\(wrong)")
    }

    @Test func `companions that are not installed are in the list of commands`() throws {
      let listed = try call(installed(), "--help")
      #expect(listed.status == 0 && listed.output.contains("\n  serve  "), "\(listed)")
      #expect(try listed.output == shell.rehearse("--help").output)
    }

    @Test func `a companion is looked for first next to rehearse, then in libexec, then in PATH`()
      throws
    {
      let rehearse = try installed()
      let version = try shell.rehearse("--version").output.trimmingCharacters(in: .newlines)
      let path = "/usr/bin:\(shell.folder.file("elsewhere"))"
      for folder in ["elsewhere", "libexec/rehearse", "bin"] {
        try FileManager.default.createDirectory(
          atPath: shell.folder.file(folder), withIntermediateDirectories: true)
        try shell.folder.addScript("\(folder)/rehearse-serve", #"echo "$0" "$@""#)
        let called = try call(rehearse, "serve", "--port", "0", "--host", "a b", path: path)
        #expect(
          called.output
            == "\(shell.folder.file("\(folder)/rehearse-serve")) --called-by \(version) serve --port 0 "
            + "--host a b\n", "\(called)")
      }
    }

    @Test
    func `a companion takes over the streams and the process id, and its status is rehearse's`()
      throws
    {
      let rehearse = try installed()
      try shell.folder.addScript(
        "bin/rehearse-scorecard",
        #"tr a-z A-Z; echo "$$" >&2; [ "$4" = end ] || kill -TERM $$; exit 7"#)
      let ended = try StartedProcess(
        ["/bin/sh", "-c", #"echo words | exec "$@""#, "sh", rehearse, "scorecard", "end"])
      let completion = ended.completion()
      #expect(completion.output == "WORDS\n" && completion.status == 7, "\(completion)")
      let killed = try StartedProcess([rehearse, "scorecard", "killed"])
      let end = killed.completion()
      #expect(end.signal == SIGTERM && end.errors == "\(killed.pid)\n", "\(end)")
    }

    @Test func `a companion that can't be started is reported`() throws {
      let rehearse = try installed()
      try shell.folder.addScript("bin/rehearse-serve", "#!/nowhere/sh")
      let called = try call(rehearse, "serve")
      #expect(called.status == 1 && called.output == "")
      #expect(
        called.errors
          == "Error: The program \(shell.folder.file("bin/rehearse-serve")) can't be started: No such file "
          + "or directory.\n")
    }

    @Test(arguments: ["rehearse-serve", "rehearse-team", "rehearse-scorecard"])
    func `a companion of another version names both versions`(_ name: String) throws {
      let program = BuiltProducts.path(of: name).string
      let version = try shell.rehearse("--version").output
      #expect(try call(program, "--version").output == version)
      let called = try call(program, "--called-by", "9.9.9", "--version")
      #expect(called.status == 1 && called.output == "")
      #expect(
        called.errors
          == "Error: \(program) is version \(version.trimmingCharacters(in: .newlines)), but the rehearse "
          + "that called it is 9.9.9; install both in one version.\n")
    }
  }
}
