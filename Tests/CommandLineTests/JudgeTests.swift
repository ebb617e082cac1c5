import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `judge`: a script in a repository of its own, whose work is in a file that is not the driver's.
  @Suite struct JudgeTests {
    private let shell: Shell
    private let repository: GitFolder

    init() throws {
      shell = try Shell()
      repository = try GitFolder(shell.folder.path)
      try shell.folder.add([".gitignore": "Results/\n*.json\n", "rounds": "300000\n"])
      try shell.folder.add("count", "1\n")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { python: { command: [python3, driver.py] } }
        stories:
          s: { steps: [{ work: {}, expect: { count: 1 } }] }
          t: { steps: [{ work: {}, expect: { count: 1 } }] }
        gates: [{ metric: cpu-time }]
        """)
      try shell.folder.add(
        "driver.py",
        Shell.scriptDriver(
          working: "for number in range(int(open('rounds').read())): number += 1",
          counting: "int(open('count').read())"))
      try repository.commit("base")
    }

    private func judge(
      _ arguments: String..., recordingInputs recordsInputs: Bool = false
    ) throws -> Completion {
      try shell.rehearse(
        [
          "judge", "s.yml", "--against", "main", "--ledger", "l", "--pairs", "12", "--no-control",
          "--quiet", "--json",
        ] + (recordsInputs ? [] : ["--no-inputs"]) + arguments)
    }

    /// The document, which is kept for `expectDocumentsAsDescribed`.
    private func document(
      _ completion: Completion, _ schema: String = "judge"
    ) throws -> [String: Any] {
      let number = try documents.count
      try shell.folder.add("\(schema)-\(number).json", completion.output)
      return try #require(
        try shell.json(completion) as? [String: Any], "\(completion.output) \(completion.errors)")
    }

    private var documents: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: shell.folder.path.string)
          .filter { $0.hasSuffix(".json") }
      }
    }

    /// Holds all documents of a test against their schemas, by one start of the reader.
    private func expectDocumentsAsDescribed() throws {
      let names = try documents
      let problems = try PeerReaders.read(
        names.map { name -> PeerReaders.Request in
          let schema = name.prefix { $0 != "-" }
          return .document(
            shell.folder[name],
            schema: PeerReaders.package.appending("Docs/schemas/\(schema).schema.json"))
        })
      #expect(!names.isEmpty && problems.count == names.count)
      for (name, problem) in zip(names, problems) {
        #expect(problem as? [String] == [], "\(name): \(problem)")
      }
    }

    /// Leaves one story on main, where a second would only take time.
    private func leaveOneStory() throws {
      let both = try shell.folder.text(of: "s.yml")
      let second = "  t: { steps: [{ work: {}, expect: { count: 1 } }] }\n"
      try repository.commit(["s.yml": both.replacing(second, with: "")], "one story")
    }

    @Test func `an attempt is judged once, and its ledger says what is left`() throws {
      try leaveOneStory()
      try shell.folder.add("rounds", "20000\n")
      let first = try judge()
      #expect(first.status == 0, "\(first.errors)")
      let accepted = try document(first)
      #expect(accepted["verdict"] as? String == "accepted")
      #expect(accepted["repeated"] as? Bool == false)
      #expect(accepted["attempt"] as? Int == 1 && accepted["experiment"] as? Int == 1)
      let cells = try #require(accepted["cells"] as? [[String: Any]])
      #expect(cells.map { $0["verdict"] as? String } == ["improved"])
      let budget = try #require(accepted["budget"] as? [String: Any])
      #expect(budget["left"] as? Double == 0.01 && budget["accepted"] as? Int == 1)
      // The same files at a commit are the same attempt.
      try repository.git("checkout", "--quiet", "-b", "topic")
      try repository.commit("faster")
      let again = try judge("--at", "topic")
      #expect(again.status == 0, "\(again.errors)")
      let repeated = try document(again)
      #expect(repeated["repeated"] as? Bool == true && repeated["attempt"] as? Int == 1)
      #expect(repeated["reason"] as? String == accepted["reason"] as? String)
      #expect(try shell.latest()["number"] as? Int == 1)
      try shell.folder.add("rounds", "1500000\n")
      // A finished attempt that is resumed is told again, though the files are others by now.
      let resumed = try shell.rehearse("resume", "1")
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(resumed.errors.contains("is concluded again: "), "\(resumed.errors)")
      let told = try document(resumed)
      #expect(told["repeated"] as? Bool == true && told["attempt"] as? Int == 1)
      let slower = try judge()
      #expect(slower.status == 2, "\(slower.errors)")
      let rejected = try document(slower)
      #expect(rejected["verdict"] as? String == "rejected" && rejected["attempt"] as? Int == 2)
      // What an accepted attempt could have spent is the next one's.
      #expect(rejected["level"] as? Double == accepted["level"] as? Double)
      let left = (rejected["budget"] as? [String: Any])?["left"] as? Double
      #expect(try #require(left) < 0.01)
      let shown = try shell.rehearse("judge", "--ledger", "l", "--show", "--json")
      #expect(shown.status == 0, "\(shown.errors)")
      let ledger = try document(shown, "ledger")
      let attempts = try #require(ledger["attempts"] as? [[String: Any]])
      #expect(attempts.map { $0["verdict"] as? String } == ["accepted", "rejected"])
      let table = try shell.rehearse("judge", "--ledger", "l", "--show")
      #expect(table.output.contains("Attempts of l") && table.output.contains("rejected"))
      try expectDocumentsAsDescribed()
    }

    @Test func `what changes the measuring, or leads elsewhere, is refused or fails`() throws {
      try leaveOneStory()
      try shell.folder.add("rounds", "20000\n")
      let driver = try shell.folder.text(of: "driver.py")
      try shell.folder.add("driver.py", driver.replacing("range(int(", with: "range(0 * int("))
      let harness = try judge()
      #expect(harness.status == 5, "\(harness.errors)")
      let refused = try document(harness)
      #expect(refused["verdict"] as? String == "refused" && refused["level"] as? Double == 0)
      #expect((refused["reason"] as? String)?.contains("driver.py") == true)
      #expect(refused["experiment"] == nil && (refused["cells"] as? [Any])?.isEmpty == true)
      try shell.folder.add(["driver.py": driver, "count": "2\n"])
      let wrong = try judge()
      #expect(wrong.status == 3, "\(wrong.errors)")
      #expect(try document(wrong)["verdict"] as? String == "failed")
      try repository.git("checkout", "--quiet", "--", ".")
      let same = try judge()
      #expect(same.status == 4, "\(same.errors)")
      let undecided = try document(same)
      #expect(undecided["verdict"] as? String == "undecided" && undecided["level"] as? Double == 0)
      let scenario = try shell.folder.text(of: "s.yml")
      try shell.folder.add("s.yml", scenario + "\nruns: 3\n")
      let other = try judge()
      #expect(other.status == 64 && other.output == "")
      #expect(other.errors.contains("The scenario file is not the one"))
      try expectDocumentsAsDescribed()
    }

    @Test func `an attempt that changes the data of its stories is refused, and spends nothing`()
      throws
    {
      try shell.folder.add("words", "b\na\n")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { variables: { kind: plain } } }
        files: [words]
        stories: { s: { steps: [{ run: [sort, words] }] } }
        gates: [{ metric: cpu-time }]
        """)
      try repository.commit("data")
      try shell.folder.add("words", "a\n")
      let changed = try judge()
      #expect(changed.status == 5, "\(changed.errors)")
      let refused = try document(changed)
      #expect(refused["verdict"] as? String == "refused" && refused["level"] as? Double == 0)
      #expect(
        refused["reason"] as? String
          == "The attempt changes data that its stories work on: words. Restore them, or let the base have them, too: "
          + "both sides must be given the same work.")
      #expect(refused["experiment"] == nil && (refused["cells"] as? [Any])?.isEmpty == true)
      try expectDocumentsAsDescribed()
    }

    @Test func `a story that is held out is measured only by a final attempt`() throws {
      try shell.folder.add("rounds", "20000\n")
      let usual = try document(try judge("--hold-out", "t"))
      let shown = try #require(usual["cells"] as? [[String: Any]])
      #expect(shown.map { $0["story"] as? String } == ["s"] && usual["final"] as? Bool == false)
      let whole = try document(try judge("--final"))
      let all = try #require(whole["cells"] as? [[String: Any]])
      #expect(all.map { $0["story"] as? String } == ["s", "t"] && whole["final"] as? Bool == true)
      let other = try judge("--hold-out", "s")
      #expect(other.status == 64)
      #expect(other.errors.contains("The ledger 'l' holds out 't'"))
      try expectDocumentsAsDescribed()
    }

    @Test func `an attempt that reads the expected outcomes is refused, in stories held out, too`()
      throws
    {
      try shell.folder.add("driver.py", Shell.scriptDriver(counting: "__import__('app').count()"))
      try shell.folder.add(
        "app.py", "def count():\n    return len([1 for n in range(300000) if n == 0])\n")
      try repository.commit("an app beside the driver")
      func attempt(reading file: String) throws {
        try shell.folder.add(
          "app.py",
          "import re\ndef count():\n    return int(re.search('count: ([0-9]+)', open('\(file)').read())[1])\n"
        )
      }
      try attempt(reading: "s.yml")
      let usual = try judge("--hold-out", "t", recordingInputs: true)
      #expect(usual.status == 5, "\(usual.output) \(usual.errors)")
      let refused = try document(usual)
      #expect(refused["verdict"] as? String == "refused" && refused["level"] as? Double == 0)
      #expect(
        refused["reason"] as? String
          == "The attempt reads the scenario file or a copy of it, so it can look up the expected outcomes, and its "
          + "base doesn't: 's' reads s.yml. Let the app take what it needs from the steps' arguments or from files "
          + "of its own.")
      #expect(refused["experiment"] == nil && (refused["cells"] as? [Any])?.isEmpty == true)
      try shell.folder.add("copy", try shell.folder.text(of: "s.yml"))
      try attempt(reading: "copy")
      let whole = try judge("--final", recordingInputs: true)
      #expect(whole.status == 5, "\(whole.output) \(whole.errors)")
      let reason = try #require(try document(whole)["reason"] as? String)
      #expect(reason.contains("doesn't: 's' reads copy; 't' reads copy. Let"))
      try expectDocumentsAsDescribed()
    }

    @Test
    func
      `an attempt that lowers its priority is refused, and a check of it shares no CPU and says why`()
      throws
    {
      try shell.folder.add("driver.py", Shell.scriptDriver(counting: "__import__('app').count()"))
      let count = "def count():\n    return len([1 for n in range(100000) if n == 0])\n"
      try repository.commit(["app.py": count], "an app beside the driver")
      try shell.folder.add("app.py", "import os\nos.setpriority(os.PRIO_PROCESS, 0, 19)\n" + count)
      let judged = try judge(recordingInputs: true)
      #expect(judged.status == 5, "\(judged.output) \(judged.errors)")
      let refused = try document(judged)
      #expect(refused["verdict"] as? String == "refused" && refused["level"] as? Double == 0)
      #expect(
        refused["reason"] as? String
          == "The attempt changes how the kernel schedules it, and its base doesn't: 's' calls setpriority 19; 't' "
          + "calls setpriority 19. Then it no longer shares a CPU equally with its base, and may take less CPU time "
          + "without doing less. Take the calls out, or let the base make them, too.")
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "main", "--pairs", "2", "--no-control", "--quiet")
      #expect(
        check.errors.contains(
          "because the two sides schedule themselves differently ('main': no call; 'work-tree': setpriority 19), and "
            + "would not share a CPU equally"),
        "\(check.output) \(check.errors)")
      try expectDocumentsAsDescribed()
    }

    @Test func `a time that is too short to decide is refused, and spends nothing`() throws {
      try shell.folder.add("rounds", "20000\n")
      func refusal(recordingInputs recordsInputs: Bool = false) throws -> String {
        let refused = try judge("--max-time", "1 ms", recordingInputs: recordsInputs)
        #expect(refused.status == 5 && refused.output == "", "\(refused)")
        return refused.errors
      }
      let unrecorded = try refusal(recordingInputs: true)
      #expect(unrecorded.contains("left no time to record what all stories read"), "\(unrecorded)")
      for reason in ["ended after it", "nothing was measured"] {
        let short = try refusal()
        #expect(short.contains("which is too short") && short.contains(reason), "\(short)")
        #expect(short.contains("' would do."), "\(short)")
      }
      let resumed = try shell.rehearse("resume", "1")
      #expect(resumed.status == 5, "\(resumed)")
      #expect(resumed.errors.contains("The attempt was withdrawn"), "\(resumed.errors)")
      let ledger = try document(
        try shell.rehearse("judge", "--ledger", "l", "--show", "--json"), "ledger")
      #expect((ledger["attempts"] as? [Any])?.isEmpty == true)
      #expect((ledger["budget"] as? [String: Any])?["left"] as? Double == 0.01)
      let accepted = try document(try judge())
      #expect(accepted["verdict"] as? String == "accepted")
      #expect(accepted["attempt"] as? Int == 1 && accepted["experiment"] as? Int == 2)
      try expectDocumentsAsDescribed()
    }

    @Test func `wrong usage is refused before anything is made`() throws {
      for (arguments, text) in [
        (["judge", "s.yml", "--ledger", "l"], "--against is missing"),
        (
          ["judge", "--against", "main", "--ledger", "l"], "Missing expected argument '<scenario>'"
        ),
        (
          ["judge", "s.yml", "--against", "main", "--ledger", "l", "--hold-out", "x"],
          "s.yml has no story 'x'"
        ),
        (
          [
            "judge", "s.yml", "--against", "main", "--ledger", "l", "--hold-out", "s", "--hold-out",
            "t",
          ], "--hold-out names every story"
        ),
      ] {
        let completion = try shell.rehearse(arguments)
        #expect(completion.status == 64 && completion.output == "", "\(arguments)")
        #expect(completion.errors.contains(text), "\(completion.errors)")
      }
      let unknown = try shell.rehearse("judge", "--show", "--ledger", "k")
      #expect(unknown.status == 64 && unknown.errors.contains("There is no ledger 'k'"))
    }

    @Test func `with --show, whatever is about an attempt is refused`() async throws {
      for words in [
        ["--against", "main"], ["--at", "main"], ["--hold-out", "s"], ["--final"],
        ["--build", "a"], ["--pairs", "9"], ["--max-time", "1min"], ["--harness-from", "main"],
        ["--allow-shared", "f"], ["--no-inputs"], ["--no-control"], ["--seed", "1"],
        ["--name", "n"], ["s.yml"],
      ] {
        let refused = try await Shell.refusal(of: ["judge", "--show", "--ledger", "l"] + words)
        let subject = words[0].hasPrefix("-") ? words[0] : "A scenario"
        let sentence = "\(subject) is about an attempt; --show only shows a ledger."
        #expect(refused.status == 64 && refused.errors.contains(sentence), "\(refused)")
      }
    }
  }
}
