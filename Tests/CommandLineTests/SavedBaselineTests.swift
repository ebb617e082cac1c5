import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// `baseline`, and `check --saved`.
  @Suite struct SavedBaselineTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private static let canFixAddresses: Bool =
      (try? Completion.of(["setarch", "-R", "true"]).status) == 0

    private static let builds = """
      { a: { command: ["\(BuiltProducts.testDriver)"] }, \
      b: { command: ["\(BuiltProducts.testDriver)", --answer, "2"] } }
      """
    private static let story = """
      { steps: [{ touch: { megabytes: 4 }, expect: { count: 4194304 } }] }
      """

    private static let stories = "{ s: \(story) }"

    /// The usual scenario with its baseline, which is saved once.
    private static let saved = Result { () throws -> Shell in
      let tests = try SavedBaselineTests()
      try tests.save(stories, gates: nil)
      return tests.shell
    }

    /// Begins with the usual scenario and its baseline.
    private func save() throws {
      try shell.take("Baselines", "Results", "s.yml", of: Self.saved.get())
    }

    private func save(_ stories: String = stories, gates: String?) throws {
      try addScenario(stories, gates: gates)
      let saved = try shell.rehearse("baseline", "save", "main", "s.yml")
      try #require(saved.status == 0, "\(saved.errors)")
      #expect(saved.output == "")
      #expect(saved.errors.contains("The baseline is Baselines/main.json.\n"))
    }

    private func addScenario(
      _ stories: String, gates: String? = nil, builds: String = builds
    ) throws {
      try shell.addScenario(
        builds: builds, stories: stories + (gates.map { "\ngates: \($0)" } ?? ""))
    }

    private func edit(_ old: Regex<Substring>, _ new: String) throws {
      let text = try shell.folder.text(of: "Baselines/main.json")
      #expect(text.contains(old))
      try shell.folder.add("Baselines/main.json", text.replacing(old, with: new))
    }

    @Test func `resume writes the missing file of a baseline that is measured, without new runs`()
      throws
    {
      try save(gates: nil)
      let file = "Baselines/main.json"
      func measured() throws -> NSArray {
        let text = try JSONSerialization.jsonObject(with: Data(shell.folder.bytes(of: file)))
        return try #require((text as? [String: Any])?["stories"] as? [Any]) as NSArray
      }
      let runs = try #require(try shell.latest()["runs"] as? Int)
      let stories = try measured()
      try FileManager.default.removeItem(atPath: shell.folder.file(file))
      let resumed = try shell.rehearse("resume", "1")
      #expect(resumed.status == 0 && resumed.output == "", "\(resumed)")
      #expect(resumed.errors.contains("is concluded again: \(runs) runs are stored already."))
      #expect(resumed.errors.contains("The baseline is \(file).\n"))
      #expect(try measured() == stories)
      // A second time it is there, and 'resume' has no '--replace'.
      let again = try shell.rehearse("resume", "1")
      #expect(again.status == 64, "\(again)")
      #expect(
        again.errors.hasSuffix(
          "Error: There is a baseline 'main' already; 'rehearse baseline save main 1 --replace' replaces it.\n"
        ), "\(again.errors)")
      try shell.folder.add(file, "{}")
      #expect(try shell.rehearse("baseline", "save", "main", "1", "--replace").status == 0)
      #expect(try measured() == stories)
      #expect(try shell.latest()["runs"] as? Int == runs)
    }

    @Test(.enabled(if: canFixAddresses, "addresses can't be fixed here"))
    func `an unchanged build passes, and more memory is a regression`() throws {
      try save()
      let same = try shell.rehearse(
        "check", "s.yml", "--saved", "main",
        environment: ["REHEARSE_MAX_TIME": "1 ms", "REHEARSE_PAIRS": "9"])
      #expect(same.status == 0, "\(same.errors)")
      for setting in ["max-time", "pairs"] {
        let note = "note: The setting '\(setting)' is not used: --saved measures one build alone.\n"
        #expect(same.errors.contains(note), "\(same.errors)")
      }
      #expect(same.output.contains("a against saved main\n"))
      #expect(same.output.hasSuffix("No regression: 1 of 1 cell unchanged.\n"))
      let grown = try shell.rehearse("check", "s.yml", "--saved", "main", "--build", "b", "--json")
      #expect(grown.status == 2, "\(grown.errors)")
      let results = try #require(try shell.json(grown) as? [[String: Any]])
      #expect(results[0]["status"] as? String == "regression")
      let summary = try #require(results[0]["summary"] as? String)
      #expect(summary.hasPrefix("Regressed: s: "), "\(summary)")
      // The verdict is the result of 'compare', no failure; and can be made from the store.
      let compared = try shell.rehearse("compare", "latest", "--saved", "main")
      #expect(compared.status == 0, "\(compared.errors)")
      #expect(compared.output.hasSuffix("\n\(summary)\n"))
    }

    @Test(.enabled(if: canFixAddresses, "addresses can't be fixed here"))
    func `show repeats a check's result, even if the baseline was changed since`() throws {
      try save("{ s: \(Self.story), t: \(Self.story) }", gates: nil)
      let check = try shell.rehearse(
        "check", "s.yml", "--saved", "main", "--build", "b", "--story", "s")
      let sentence = check.output.split(separator: "\n").last.map(String.init) ?? ""
      #expect(check.status == 2 && sentence.hasPrefix("Regressed: s: "), "\(check.output)")
      try shell.folder.add("Baselines/main.json", "{}")
      let show = try shell.rehearse("show")
      #expect(show.status == 0 && show.output == check.output && show.errors == check.errors)
      let document = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      #expect(document["status"] as? String == "regression")
      let junit = try shell.rehearse("export", "--format", "junit")
      #expect(junit.output.contains("failures=\"1\""), "\(junit.output)")
      let report = try shell.rehearse("report", "--format", "html", "--output", "out")
      #expect(report.status == 0, "\(report.errors)")
      let page = try shell.folder.text(of: "out/report.html")
      #expect(page.contains("<p>\(sentence)</p>"))
      #expect(
        page.contains("rehearse check scenario.yml --saved main --build b --story s --seed "))
      // It is one build's cost, so it is part of the history, which pairs are not.
      let history = try shell.rehearse(
        "history", "--build", "b", "--metric", "peak-anonymous-memory")
      #expect(history.status == 0 && history.output.contains("over 2 experiments"), "\(history)")
    }

    @Test(.enabled(if: canFixAddresses, "addresses can't be fixed here"))
    func `a stored experiment can be saved, listed, shown and replaced`() throws {
      try save()
      let refused = try shell.rehearse("baseline", "save", "main", "latest")
      #expect(refused.status == 64)
      #expect(
        refused.errors == "Error: There is a baseline 'main' already; --replace replaces it.\n")
      let before = try shell.folder.text(of: "Baselines/main.json")
      #expect(try shell.rehearse("baseline", "save", "main", "latest", "--replace").status == 0)
      #expect(try shell.folder.text(of: "Baselines/main.json") == before)
      let list = try #require(
        try shell.json(shell.rehearse("baseline", "list", "--json")) as? [[String: Any]])
      #expect(list.map { $0["name"] as? String } == ["main"])
      #expect(list[0]["scenario"] as? String == "sample" && list[0]["build"] as? String == "a")
      #expect(try shell.rehearse("baseline", "list").output.contains("main  sample    a"))
      let show = try shell.rehearse("baseline", "show", "main")
      #expect(show.status == 0 && show.output.contains("fixed-addresses  5"))
      let json = try shell.rehearse("baseline", "show", "main", "--json")
      #expect(try shell.json(json) as? NSObject == shell.json(of: "Baselines/main.json"))
    }

    @Test func `a build has to be named if there are several`() throws {
      try addScenario("{ s: \(Self.story) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      let vague = try shell.rehearse("baseline", "save", "main")
      #expect(vague.status == 1)
      #expect(
        vague.errors
          == "Error: sample can't be a baseline: it has the builds a, b; --build says which.\n")
      let named = try shell.rehearse("baseline", "save", "main", "--build", "b")
      #expect(named.status == 0)
      #expect(named.errors.contains("note: It has no measurements that are the same in every run"))
    }

    @Test func `a baseline that is missing or of another scenario is refused`() throws {
      try save()
      for arguments in [["check", "s.yml", "--saved", "mian"], ["baseline", "show", "mian"]] {
        let missing = try Completion.of(
          [BuiltProducts.rehearse] + arguments, in: shell.folder.path)
        #expect(missing.status == 5 && missing.output == "")
        #expect(
          missing.errors == """
            Error: There is no baseline 'mian' in Baselines; known: main. Did you mean 'main'? \
            'rehearse baseline save mian' saves one.

            """)
      }
      try edit(/"scenario" : "sample"/, "\"scenario\" : \"other\"")
      let other = try shell.rehearse("check", "s.yml", "--saved", "main")
      #expect(other.status == 5 && other.output == "")
      #expect(
        other.errors
          == "Error: The baseline 'main' is of the scenario other, not of sample.\n")
    }

    @Test func `a damaged baseline is a failure and does not hide the others`() throws {
      try save()
      try shell.folder.add("Baselines/bad.json", "{\n\"format\": NaN\n}")
      let check = try shell.rehearse("check", "s.yml", "--saved", "bad")
      #expect(check.status == 1 && check.output == "")
      #expect(check.errors.hasPrefix("Error: Baselines/bad.json:2:11: "))
      let list = try shell.rehearse("baseline", "list")
      #expect(list.status == 1 && list.output.contains("main  sample    a"))
      #expect(list.errors == check.errors)
    }

    @Test(.enabled(if: canFixAddresses, "addresses can't be fixed here"))
    func `a crash is the app's failure, both in a check and while saving a baseline`() throws {
      try save()
      let crash = "{ s: { steps: [{ crash: { signal: 11 }, expect: { count: 1 } }] } }"
      try addScenario(crash)
      #expect(try shell.rehearse("check", "s.yml", "--saved", "main").status == 3)
      let saved = try shell.rehearse("baseline", "save", "main", "s.yml", "--replace")
      #expect(saved.status == 3)
      #expect(saved.errors.contains("runs of s failed on 'a'.\n"))
      #expect(try shell.folder.text(of: "Baselines/main.json").contains("touch megabytes=4"))
    }

    @Test(.enabled(if: canFixAddresses, "addresses can't be fixed here"))
    func `a baseline of another machine is not comparable, unless --force is given`() throws {
      try save()
      try edit(/"processors" : [0-9]+/, "\"processors\" : 4096")
      let refused = try shell.rehearse("check", "s.yml", "--saved", "main")
      #expect(refused.status == 5 && refused.output == "")
      #expect(
        refused.errors.hasPrefix(
          "Error: The baseline 'main' is not comparable: the number of CPUs was 4096, and is "))
      let forced = try shell.rehearse("check", "s.yml", "--saved", "main", "--force")
      #expect(forced.status == 0, "\(forced.errors)")
      #expect(
        forced.errors.contains("note: Compared although the number of CPUs was 4096, and is "))
    }

    @Test(.enabled(if: canFixAddresses, "addresses can't be fixed here"))
    func `renamed, added or changed stories can't pass`() throws {
      try save()
      try addScenario("{ t: \(Self.story) }")
      let renamed = try shell.rehearse("check", "s.yml", "--saved", "main", "--force")
      #expect(renamed.status == 5)
      #expect(
        renamed.errors.contains(
          "peak-anonymous-memory of t: missing (no measurements on 'saved main')."))
      #expect(
        renamed.errors.contains(
          "peak-anonymous-memory of s: missing (no measurements on 'a')."))
      try addScenario(
        "{ s: { steps: [{ touch: { megabytes: 5 }, expect: { count: 5242880 } }] } }")
      let changed = try shell.rehearse("check", "s.yml", "--saved", "main")
      #expect(changed.status == 5)
      #expect(
        changed.errors.contains(
          "peak-anonymous-memory of s: missing (its steps, expected outcomes, files, fixture or services are not those of "
            + "the saved baseline)."
        ))
    }

    @Test func `a gate on a time is not decided, unless --force is given`() throws {
      try save(gates: "[{ metric: cpu-time, at-most: +1000% }]")
      let refused = try shell.rehearse("check", "s.yml", "--saved", "main")
      #expect(refused.status == 5)
      #expect(
        refused.errors.contains(
          "cpu-time of s: missing (the baseline was measured at another time, when the machine may "
            + "have been in another state)."))
      let forced = try shell.rehearse("check", "s.yml", "--saved", "main", "--force", "--json")
      let results = try #require(try shell.json(forced) as? [[String: Any]])
      let judgement = try #require(results[0]["judgement"] as? [String: Any])
      let gated = try #require(judgement["gated"] as? [[String: Any]])
      #expect(gated[0]["evidence"] as? String == "across-times")
      #expect(
        (results[0]["warnings"] as? [String])?.first
          == "cpu-time of s: baseline and candidate were not measured together, so a change of the "
          + "machine looks like one of the program.")
    }

    @Test(.nightly, .enabled(if: InstructionTests.hasValgrind, "there is no Valgrind"))
    func `more instructions are a regression`() throws {
      try save(gates: "[{ metric: instructions }]")
      #expect(try shell.rehearse("check", "s.yml", "--saved", "main").status == 0)
      let more = try shell.rehearse("check", "s.yml", "--saved", "main", "--build", "b")
      #expect(more.status == 2, "\(more.errors)")
    }

    @Test(arguments: [
      (["check", "s.yml", "--force"], "--force needs --saved."),
      (["compare", "s.yml", "--force"], "--force needs --saved or two stored experiments."),
      (
        ["compare", "1", "2", "--saved", "main"],
        "--saved takes one thing to compare: a scenario file, or a stored experiment."
      ),
      (
        ["check", "s.yml", "--saved", "main", "--pairs", "10"],
        "--pairs needs two builds that are measured together; --saved measures one alone."
      ),
      (
        ["check", "s.yml", "--saved", "main", "--no-control"],
        "--no-control needs two builds that are measured together; --saved measures one alone."
      ),
      (
        ["compare", "latest", "--saved", "main", "--story", "s"],
        "--story is about measuring; what is stored is judged as it is."
      ),
      (
        ["baseline", "save", "main", "7", "--instructions"],
        "--instructions is about measuring; a stored experiment is saved as it was measured."
      ),
      (
        ["baseline", "save", "main", "--allocations", "5"],
        "--allocations is about measuring; a stored experiment is saved as it was measured."
      ),
      (
        ["check", "s.yml", "--saved", "../main"],
        "The baseline's name is '../main'; allowed: text without '/' that does not begin with '.'."
      ),
    ])
    func `contradicting options are refused`(
      _ arguments: [String], _ words: String
    ) async throws {
      let refused = try await Shell.refusal(of: arguments)
      #expect(refused.status == 64)
      #expect(refused.errors.hasPrefix("Error: \(words)\n"), "\(refused.errors)")
    }
  }
}

extension Shell {
  /// Parses a file.
  fileprivate func json(of file: String) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(folder.bytes(of: file))) as? NSObject
  }
}
