import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import RehearseTesting

struct RehearsalTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.add("package/Package.swift", "// a package")
    try folder.add("package/Tests/WordsTests/Deep/CountTests.swift", "// tests")
  }

  /// A check by a program that notes how it was called, and answers as it is given.
  private func rehearsal(
    _ call: CheckCall, check: String, status: Int32 = 0, report: String = "exit 1"
  ) throws -> Rehearsal {
    try folder.add("answer.json", check)
    let program = try folder.addScript(
      "rehearse",
      """
      echo "$PWD $*" >> '\(folder.file("calls"))'
      if [ "$1" = check ]; then cat '\(folder.file("answer.json"))'; exit \(status); fi
      \(report)
      """)
    var rehearsal = Rehearsal(
      check: call, testFile: folder.file("package/Tests/WordsTests/Deep/CountTests.swift"),
      sourceLocation: #_sourceLocation)
    rehearsal.search = ExecutableSearch(environment: ["REHEARSE_EXECUTABLE": program.string])
    rehearsal.turn = MeasuringTurn(file: folder.file("lock"))
    return rehearsal
  }

  private static func answer(_ status: String, _ summary: String) -> String {
    """
    [{"status": "\(status)", "summary": "\(summary)", "warnings": [],
      "judgement": {"outcome": "\(status)"}, "experiment": {"number": 7}}]
    """
  }

  @Test func `a check is called in the package's folder with the requested options`() async throws {
    let call = CheckCall(
      scenario: "Scenarios/words.yml", stories: ["count", "sort it"], revision: "main", pairs: 20,
      maxTime: .milliseconds(1500), isStrict: true, store: "s.sqlite", options: ["--force"])
    let rehearsal = try rehearsal(call, check: Self.answer("passed", "No regression."))
    let verdict = try await rehearsal.carryOut()
    #expect(verdict.passed)
    #expect(
      try folder.text(of: "calls")
        == "\(folder.file("package")) check Scenarios/words.yml --json --quiet --story count "
        + "--story sort it --against main --pairs 20 --max-time 1500ms --strict --store s.sqlite "
        + "--force\n")
  }

  @Test func `options that were not requested are left to the program, but no revision means none`()
  {
    #expect(
      CheckCall(scenario: "w.yml").arguments
        == ["check", "w.yml", "--json", "--quiet", "--against", "never"])
    #expect(
      CheckCall(scenario: "w.yml", baseline: "main").arguments
        == ["check", "w.yml", "--json", "--quiet", "--saved", "main"])
  }

  @Test func `a page of the regressed experiment is drawn from the same store`() async throws {
    let rehearsal = try rehearsal(
      CheckCall(scenario: "w.yml", store: "s.sqlite"),
      check: Self.answer("regression", "Regressed: count."), status: 2,
      report: #"echo '{"report": "Results/words-7/report.html"}'"#)
    let verdict = try await rehearsal.carryOut()
    #expect(!verdict.passed)
    #expect(verdict.text == "w.yml: Regressed: count.")
    #expect(verdict.pages == [folder.file("package/Results/words-7/report.html")])
    #expect(
      try folder.text(of: "calls").hasSuffix(
        "package report 7 --format html --json --store s.sqlite\n"))
  }

  @Test func `a program ended by a signal is reported with the signal`() async throws {
    let rehearsal = try rehearsal(CheckCall(scenario: "w.yml"), check: "")
    let program = try folder.addScript("killed", "echo last words >&2; kill -9 $$")
    var other = rehearsal
    other.search = ExecutableSearch(environment: ["REHEARSE_EXECUTABLE": program.string])
    let verdict = try await other.carryOut()
    #expect(verdict.text == "w.yml: Rehearse was ended by signal 9.\nlast words")
  }

  @Test func `a folder that is not there is a failure and no regression`() async throws {
    let end = try await ExecutableCall(["/bin/true"], in: folder.file("nowhere")).end()
    #expect(end.way == .exited(1))
  }

  @Test func `a cancelled test interrupts the program and waits for its end`() async throws {
    let rehearsal = try rehearsal(CheckCall(scenario: "w.yml"), check: "")
    let started = try NamedPipe(folder["started"])
    var other = rehearsal
    other.search = ExecutableSearch(
      environment: [
        "REHEARSE_EXECUTABLE": try waitingProgram(
          started: "echo $$ > '\(started.path)'", interrupted: "echo interrupted >&2"
        ).string
      ])
    let task = Task { [other] in try await other.carryOut() }
    #expect(try await started.number() != nil)
    task.cancel()
    #expect(
      try await task.value.text == "w.yml: Interrupted (status 130).\ninterrupted")
  }

  @Test func `a program is ended with the tests, even if they are killed`() async throws {
    let ended = try NamedPipe(folder["ended"])
    let program = try waitingProgram(
      started: "kill -9 $PPID", interrupted: "echo $$ > '\(ended.path)'")
    async let end = ended.number()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [program = program.string as String, folder = folder.path.string as String] in
      _ = try await ExecutableCall([program], in: folder).end()
    }
    #expect(try await end != nil)
  }

  /// A program that waits for SIGINT.
  private func waitingProgram(started: String, interrupted: String) throws -> FilePath {
    try folder.addScript(
      "waiting",
      """
      sleep 1000 &
      trap "kill $!; \(interrupted); exit 130" INT
      \(started)
      wait
      """)
  }

  @Test func `only one measurement is made at a time`() async throws {
    let rehearsal = try rehearsal(
      CheckCall(scenario: "w.yml"), check: Self.answer("passed", "No regression."))
    // Whoever finds the folder there measures beside another.
    let program = try folder.addScript(
      "alone",
      """
      mkdir '\(folder.file("measuring"))' || exit 9
      cat '\(folder.file("answer.json"))'
      rmdir '\(folder.file("measuring"))'
      """)
    var alone = rehearsal
    alone.search = ExecutableSearch(environment: ["REHEARSE_EXECUTABLE": program.string])
    let verdicts = try await withThrowingTaskGroup(of: CheckVerdict.self) { group in
      for _ in 0..<8 { group.addTask { [alone] in try await alone.carryOut() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts.map(\.text) == Array(repeating: "w.yml: No regression.", count: 8))
  }

  @Test func `the program is the one named in the environment, or the first in PATH`() throws {
    let program = try folder.addScript("bin/rehearse", "exit 0")
    try folder.add("text/rehearse", "no program")
    let path = "\(folder.file("text")):\(folder.file("bin"))"
    #expect(try ExecutableSearch(environment: ["PATH": path]).path() == program.string)
    #expect(
      try ExecutableSearch(environment: ["PATH": "/", "REHEARSE_EXECUTABLE": program.string]).path()
        == program.string)
    #expect(throws: RehearsalError.notInstalled) {
      try ExecutableSearch(environment: ["PATH": folder.file("text")]).path()
    }
    let text = folder.file("text/rehearse")
    #expect(throws: RehearsalError.notExecutable(text)) {
      try ExecutableSearch(environment: ["PATH": path, "REHEARSE_EXECUTABLE": text]).path()
    }
  }

  @Test func `tests are skipped where no program is named or found, and not by a wrong name`()
    throws
  {
    let program = try folder.addScript("bin/rehearse", "exit 0")
    let (there, none) = (folder.file("bin"), folder.file("none"))
    let searches = [
      ["PATH": there], ["PATH": none], ["PATH": none, "REHEARSE_EXECUTABLE": program.string],
      ["PATH": there, "REHEARSE_EXECUTABLE": none], ["PATH": none, "REHEARSE_EXECUTABLE": ""],
    ].map { ExecutableSearch(environment: $0) }
    #expect(searches.map(\.isInstalled) == [true, false, true, true, false])
  }

  @Test func `the package is the nearest parent folder with a Package.swift`() throws {
    let file = folder.file("package/Tests/WordsTests/Deep/CountTests.swift")
    #expect(try PackageFolder.holding(file) == folder.file("package"))
    try folder.add("package/Tests/Package.swift", "// a package within")
    #expect(try PackageFolder.holding(file) == folder.file("package/Tests"))
    let outside = folder.file("elsewhere/CountTests.swift")
    #expect(throws: RehearsalError.noPackage(above: outside)) {
      try PackageFolder.holding(outside)
    }
  }

  @Test func `errors that prevent a check say what to do`() {
    #expect(
      RehearsalError.notInstalled.description
        == "'rehearse' was not found: REHEARSE_EXECUTABLE is not set, and no folder of PATH has it. "
        + "To install it: 'make build install PREFIX=~/.local' in a clone of Rehearse, then add "
        + "~/.local/bin to PATH. To skip this test where it is missing: "
        + ".enabled(if: RehearseExecutable.isInstalled).")
    #expect(
      RehearsalError.notExecutable("x").description
        == "REHEARSE_EXECUTABLE is 'x', which is not an executable program.")
    #expect(
      RehearsalError.noPackage(above: "/a/T.swift").description
        == "No folder above /a/T.swift has a Package.swift. Paths of scenarios are relative to it; "
        + "run the tests where they were compiled.")
    #expect(
      RehearsalError.noTurn(file: "/l", reason: "Permission denied").description
        == "The lock /l, which keeps measurements apart, can't be used: Permission denied.")
  }

  @Test func `a lock that can't be opened is reported`() async throws {
    let turn = MeasuringTurn(file: folder.file("nowhere/lock"))
    await #expect(
      throws: RehearsalError.noTurn(
        file: folder.file("nowhere/lock"), reason: "No such file or directory")
    ) {
      try await turn.taken {}
    }
  }
}
