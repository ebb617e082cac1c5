import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Parts by real drivers, merged and judged; what does not belong is tested on recorded runs.
  @Suite struct PartTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)", "--handicap", "900%"] } }
          """,
        stories:
          "{ s: { steps: [{ compute: { rounds: 200000 }, repeat: 10, expect: { count: 200000 } }] } }"
      )
    }

    private func part(_ number: Int) throws -> Completion {
      try shell.rehearse(
        "check", "s.yml", "--part", "\(number)/3", "--pairs", "24", "--machine", "n\(number)",
        "--store", "part-\(number)")
    }

    /// By three machines: two that are busy differ too much for their mean to show anything.
    @Test func `a regression is found only once all parts are merged`() throws {
      let first = try part(1)
      #expect(first.status == 0, "\(first)")
      #expect(
        first.output.contains("Part 1 of 3 of sample-check, made on 'n1': 16 runs in part-1."),
        "\(first)")
      #expect(try part(2).status == 0)
      let some = try shell.rehearse("merge", "part-1", "part-2", "--into", "all")
      #expect(some.status == 0 && some.output.contains("2 of 3 parts, of 2 machines. Missing: 3."))
      let early = try shell.rehearse("check", "--merged", "all")
      #expect(early.status == 5 && early.output.isEmpty, "\(early)")
      #expect(early.errors.contains("part 3 of 3 is missing, so nothing is decided"))
      let shown = try shell.rehearse("show", "--store", "all")
      #expect(
        shown.status == 5 && shown.output.contains("Nothing is decided: part 3 of 3 is missing."),
        "\(shown)")
      #expect(try shell.rehearse("show", "--store", "all", "--json").status == 5)
      let listed = try shell.rehearse("list", "--store", "all")
      #expect(listed.output.contains("parts missing"), "\(listed)")
      #expect(try part(3).status == 0)
      let every = try shell.rehearse(
        "merge", "part-1", "part-2", "part-3", "nothing", "--into", "all")
      #expect(every.status == 1 && every.output.contains("It is complete."), "\(every)")
      #expect(every.errors.contains("nothing: There is no store at nothing."))
      let decided = try shell.rehearse("check", "--merged", "all")
      #expect(decided.status == 2, "\(decided)")
      #expect(decided.output.contains("Regressed: s: CPU time"))
      #expect(decided.errors.contains("on 3 of 3 machines"), "\(decided.errors)")
      #expect(
        try shell.rehearse("show", "--store", "all").output.contains("Regressed: s: CPU time"))
    }

    @Test func `a part of a run says what it is, and neither passes nor fails in JUnit`() throws {
      let part = try shell.rehearse(
        "run", "s.yml", "--part", "1/2", "--machine", "n1", "--store", "part")
      #expect(part.status == 0, "\(part)")
      #expect(
        part.output.contains("Part 1 of 2 of sample, made on 'n1': 2 runs in part."), "\(part)")
      #expect(!part.errors.contains("The report is"), "\(part)")
      let junit = try shell.rehearse("export", "--format", "junit", "--store", "part")
      #expect(junit.output.contains(#"failures="0" errors="0" skipped="1""#), "\(junit)")
      #expect(try shell.rehearse("show", "--store", "part").status == 5)
    }

    @Test(
      arguments: [
        (["check", "s.yml", "--part", "3/2"], "--part is '3/2'; allowed: K/N with K from 1 to N"),
        (["check", "s.yml", "--machine", "n"], "--machine needs --part."),
        (
          ["check", "s.yml", "--part", "1/2", "--max-time", "5s"],
          "--max-time can't be combined with --part: all parts"
        ),
        (
          ["run", "s.yml", "--part", "1/2", "--export", "junit=x.xml"],
          "--export can't be combined with --part: a part"
        ),
        (
          ["run", "s.yml", "--part", "1/2", "--output", "page"],
          "--output can't be combined with --part: 'rehearse report'"
        ),
        (["check", "s.yml", "--interim", "2"], "--interim needs --part."),
        (
          ["check", "s.yml", "--part", "1/2", "--interim", "2"],
          "--interim is 2 with --part 1/2; allowed: 1 up to one less than the number of parts."
        ),
        (
          ["run", "s.yml", "--part", "1/3", "--interim", "1"],
          "--interim is for 'compare' and 'check'"
        ),
        (["check", "s.yml", "--merged", "all"], "--merged judges what is stored"),
        (["check", "--merged", "all", "--candidate", "b"], "--merged judges what is stored"),
        (["check", "--merged", "all", "--story", "s"], "--story is about measuring"),
        (["check"], "Missing expected argument '<scenario>'"),
      ])
    func `options that don't go with parts are refused`(_ words: [String], _ said: String)
      async throws
    {
      let completion = try await Shell.refusal(of: words)
      #expect(completion.status == 64 && completion.errors.contains(said), "\(completion)")
    }
  }
}
