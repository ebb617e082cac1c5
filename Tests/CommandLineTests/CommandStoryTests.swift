import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Stories without a driver, as a user has them.
  @Suite struct CommandStoryTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func addScenario(_ steps: String, head: String = "") throws {
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        \(head)
        builds: { a: { variables: { n: 3 } }, b: { variables: { n: 5 } } }
        runs: 2
        stories: { s: { steps: [\(steps)] } }
        """)
    }

    @Test func `the repository's example can be replayed, shown and compared`() throws {
      let example = try String(
        contentsOfFile: Repository.path("Scenarios/packing.yml"), encoding: .utf8)
      try shell.folder.add("packing.yml", example)
      let run = try shell.rehearse("run", "packing.yml", "--runs", "1", "--no-report")
      #expect(run.status == 0, "\(run.errors)")
      let steps = try shell.rehearse("show", "1", "--story", "pack", "--run", "1")
      #expect(steps.output.contains("\n(text) seq 1 40000 > numbers "))
      #expect(steps.output.contains("\ngzip ${level} -k -f numbers ×3 "))
      let compare = try shell.rehearse(
        "compare", "packing.yml", "--story", "count", "--pairs", "2", "--no-layout-check",
        "--no-control", "--no-inputs")
      #expect(compare.status == 0, "\(compare.errors)")
      #expect(compare.output.contains("Peak memory") && !compare.output.contains("Anonymous peak"))
    }

    @Test func `a wrong outcome has status 3, and quotes standard error`() throws {
      try addScenario(#"{ shell: "echo oops >&2; exit ${n}", expect: { status: 3 } }"#)
      let run = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(run.status == 3)
      let told = run.output + run.errors
      #expect(told.contains("Expected status 3, found 5.") && told.contains("oops"))
    }

    /// Of the right outcome the scenario has a digest; the other side wrote it, traced before or in the same pair.
    @Test(arguments: [[], ["--no-inputs"]])
    func `a wrong outcome is reported with what the other side wrote`(_ options: [String]) throws {
      let digest = "6f473260db53b4abeb84baf7cff4c78d17f680d61975a4643cba7995d27393bb"
      try addScenario(#"{ shell: "printf 'one\\n%s\\n' ${n}", expect: { digest: \#(digest) } }"#)
      let check = try shell.rehearse(["compare", "s.yml", "--pairs", "2"] + options)
      #expect(check.status == 3, "\(check.errors)")
      let last = try #require(check.output.split(separator: "\n").last)
      #expect(last.hasPrefix("Wrong outcome: s, printf 'one"), "\(check.output)")
      let difference =
        "expected another outcome: standard output, line 2: '5' instead of '3', as on 'a'"
      #expect(last.contains(difference), "\(check.output)")
      // One row, not another for the twin that was ended by it.
      #expect(check.output.components(separatedBy: "wrong-outcome").count <= 3, "\(check.output)")
      #expect(!check.output.contains("twin-failed") && !check.output.contains(digest))
    }

    @Test func `a missing program or file is an error before anything is measured`() throws {
      try addScenario("{ run: [no-such-program] }")
      let program = try shell.rehearse("run", "s.yml")
      #expect(program.status == 1)
      #expect(
        program.errors.contains(
          "A step of the build 'a' runs 'no-such-program', which is not a program in PATH."))
      try addScenario("{ run: [./made] }")
      #expect(
        try shell.rehearse("run", "s.yml").errors.contains(
          "runs './made', which is not a file beside the scenario. If it has to be built, give the build a "
            + "'make:'. If an earlier step makes it in the run's folder, run it with 'shell: ./made'."
        ))
      try addScenario("{ run: [cat, in] }", head: "files: [in]")
      let file = try shell.rehearse("run", "s.yml")
      #expect(file.status == 1)
      #expect(
        file.errors
          == "Error: s.yml: 'files' names 'in', which does not exist. Paths begin at the scenario's "
          + "folder.\n")
    }

    @Test(arguments: [
      ("false | cat", "in 'false | cat' a pipe hides the exit status of what comes before"),
      (
        "./b; true",
        "in './b; true' 'true' behind a pipeline hides the exit status of what comes before"
      ),
    ])
    func `validate reports a pipe or a later command that hides a crash from the exit status`(
      _ text: String, _ told: String
    ) throws {
      try addScenario("{ shell: '\(text)' }")
      #expect(try shell.rehearse("validate", "s.yml").errors.contains(told))
    }

    @Test(arguments: ["false || cat in", "echo \"a | b\"", "set -o pipefail; false | cat", "true"])
    func `validate reports no hidden crash if the status covers all programs of the command`(
      _ text: String
    ) throws {
      try addScenario("{ shell: '\(text)' }")
      #expect(!(try shell.rehearse("validate", "s.yml").errors.contains("hides")))
    }

    @Test func `validate reports files that commands don't see, unused variables and idle steps`()
      throws
    {
      try addScenario("{ run: [cat, in] }")
      try shell.folder.add("in", "x")
      let validate = try shell.rehearse("validate", "s.yml")
      #expect(validate.status == 0)
      #expect(
        validate.errors == """
          s.yml: 'in' is beside the scenario, but commands work in a folder of their own, which is \
          empty at first. To get a copy there, write 'files: [in]'; to use it in place, write \
          '${scenario}/in'.
          s.yml: the builds differ in the variable 'n', but nothing names it, so it makes no \
          difference. Write '${n}' where its value belongs.
          s.yml: nothing but the exit status of 'cat in' is expected, so doing less work would pass. \
          'expect' takes digest, lines, bytes and text of standard output, and files.

          """)
      let document = try #require(
        try shell.json(shell.rehearse("validate", "s.yml", "--json")) as? [[String: Any]])
      #expect((document[0]["notes"] as? [String])?.count == 3)
      try addScenario(
        "{ run: [cat, in], expect: { text: x } }, { run: [echo, '${n}'], expect: { lines: 1 } }",
        head: "files: [in]")
      #expect(try shell.rehearse("validate", "s.yml").errors == "")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
    }
  }
}
