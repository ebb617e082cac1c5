import TestSupport
import Testing

extension EndToEndTests {
  /// Regressions that checks found, and how they stand.
  @Suite struct RegressionsTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func check(
      holding megabytes: Int = 128, atMost budget: String = "64 MB"
    ) throws -> Completion {
      try shell.addScenario(
        builds: "{ a: { command: [python3, driver.py] }, b: { command: [python3, driver.py] } }",
        stories: """
          { s: { steps: [{ work: {}, expect: { count: 1 } }] } }
          gates: [{ metric: peak-memory, at-most: \(budget) }]
          """)
      try shell.folder.add(
        "driver.py",
        Shell.scriptDriver(working: "held = b'x' * (\(megabytes) << 20)", counting: "1"))
      return try shell.rehearse(
        "check", "s.yml", "--pairs", "4", "--memory-runs", "2", "--no-control", "--no-inputs")
    }

    private func states(_ words: String...) throws -> [String] {
      let completion = try Completion.of(
        [BuiltProducts.rehearse, "regressions", "--json"] + words, in: shell.folder.path)
      let list = try #require(try shell.json(completion) as? [[String: Any]])
      return list.map { "\($0["name"] ?? "") \($0["state"] ?? "") \($0["until"] ?? "")" }
    }

    @Test func `a regression is found, accepted, and then fixed by a later check`() throws {
      let found = try check()
      #expect(found.status == 2, "\(found)")
      #expect(try states() == ["1/s/peak-memory new "])

      let name = "1/s/peak-memory"
      let set = try shell.rehearse(
        "regressions", name, "--set", "accepted", "--until", "9999-12-31")
      #expect(set.status == 0 && set.output.contains("accepted until 9999-12-31"), "\(set)")
      #expect(try states().isEmpty)
      let open = try shell.rehearse("regressions")
      #expect(open.output.hasPrefix("No regression is open, except for 1 accepted one"), "\(open)")
      #expect(try states("--all") == ["\(name) accepted 9999-12-31"])

      let looser = try check(atMost: "1 GB")
      #expect(looser.status == 0, "\(looser)")
      #expect(try states("--all") == ["\(name) accepted 9999-12-31"])
      let fixed = try check(holding: 1)
      #expect(fixed.status == 0, "\(fixed)")
      #expect(try states("--all") == ["\(name) fixed "])
      let late = try shell.rehearse("regressions", name, "--set", "investigating")
      #expect(
        late.status == 64 && late.errors.contains("is fixed, as experiment 3 shows"), "\(late)")
    }

    @Test func `a check that can't be judged any more does not count as one without regressions`()
      throws
    {
      #expect(try check().status == 2)
      try requirePython()
      let changed = try Completion.of(
        [
          "python3", "-c",
          """
          import sqlite3
          s = sqlite3.connect("Results/rehearse.sqlite")
          s.execute("UPDATE experiment SET scenario = replace(scenario, 'peak-memory', 'peak')")
          s.commit()
          """,
        ], in: shell.folder.path)
      try #require(changed.status == 0, "\(changed.errors)")
      let listed = try shell.rehearse("regressions")
      #expect(listed.status == 1, "\(listed)")
      #expect(listed.output == "In the checks that can be judged, no regression is open.\n")
      #expect(
        listed.errors.hasPrefix("note: Experiment 1 (")
          && listed.errors.contains("this version refuses the scenario that is stored with it")
          && listed.errors.hasSuffix("Experiment 1 is left out.\n"), "\(listed.errors)")
      let document = try shell.rehearse("regressions", "--json")
      #expect(document.status == 1)
      #expect(try (shell.json(document) as? [Any])?.isEmpty == true)
      let named = try shell.rehearse("regressions", "1/s/peak-memory")
      #expect(named.status == 64 && named.errors.contains("no check that can be judged found any"))
    }

    @Test(arguments: [
      (["--set", "new"], "--set needs the name of a regression."),
      (["x", "--set", "fixed"], "only a check against the same baseline finds that"),
      (["x", "--set", "gone"], "--set is 'gone'; allowed: new, investigating, accepted."),
      (["x", "--set", "accepted"], "--set accepted needs --until, a day such as 2027-01-31."),
      (["x", "--set", "accepted", "--until", "2027-02-30"], "--until is '2027-02-30'; allowed:"),
      (
        ["x", "--set", "accepted", "--until", "2001-02-03"], "--until is 2001-02-03, which is over."
      ),
      (["x", "--until", "2027-01-31"], "--until needs --set accepted."),
    ])
    func `impossible options are refused`(_ words: [String], _ reason: String)
      async throws
    {
      let completion = try await Shell.refusal(of: ["regressions"] + words)
      #expect(completion.status == 64)
      let errors = completion.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(errors.contains(reason), "\(completion)")
    }
  }
}
