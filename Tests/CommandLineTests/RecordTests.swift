import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Replays that nobody stores: `record`, and `validate --try`.
  @Suite struct RecordTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// A scenario of the test driver, its stories as lines.
    private func add(_ stories: String, builds: String = "{ a: { command: [DRIVER] } }") throws {
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample   # a comment
        builds: \(builds.replacing("DRIVER", with: "\"\(BuiltProducts.testDriver)\""))

        stories:
        \(stories)

        """)
    }

    @Test func `record writes outcomes into the file, which then passes`() throws {
      try add(
        "  s:\n    steps:\n      - count: { to: 3 }  # three\n      - answer: {}\n        repeat: 2"
      )
      let before = try shell.folder.text(of: "s.yml")
      let refused = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(
        refused.status == 1
          && refused.errors.contains("has no 'expect': add what it has to lead to"))
      let dry = try shell.rehearse("record", "s.yml", "--dry-run")
      #expect(dry.status == 0, "\(dry)")
      #expect(dry.output.contains("\n+        expect: { count: 3, digest: \""), "\(dry.output)")
      #expect(dry.output.hasPrefix("--- s.yml\n+++ s.yml\n@@ -6 +6 @@\n"))
      #expect(try shell.folder.text(of: "s.yml") == before)

      let record = try shell.rehearse("record", "s.yml")
      #expect(record.status == 0, "\(record)")
      #expect(
        record.output.hasPrefix(
          "s.yml: recorded what 2 steps lead to\n  s: count to=3 → { count: 3, digest: \""))
      let after = try shell.folder.text(of: "s.yml")
      let added = after.split(separator: "\n").filter { $0.contains("expect:") }
      #expect(added.count == 2 && added[1].contains("answered: true, digest: \""))
      #expect(
        after.replacing(added[0] + "\n", with: "").replacing(added[1] + "\n", with: "") == before)
      #expect(!FileManager.default.fileExists(atPath: shell.folder.file("Results")))
      #expect(shell.folder.files == ["s.yml"])

      let tried = try shell.rehearse("validate", "--try", "s.yml")
      #expect(tried.status == 0, "\(tried)")
      #expect(
        tried.output.contains(
          #/^s.yml: 1 story, 1 build, no mistake\n  s on a: passed, [0-9.]+ .?s\n$/#))
      #expect(
        try shell.rehearse("record", "s.yml").output
          == "s.yml: every step has an expected outcome; --force records them again\n")
    }

    @Test func `an expected outcome is replaced only with --force`() throws {
      try add(
        "  s:\n    steps:\n      - count: { to: 3 }\n        expect: { count: 4 } # why\n  t: \(Shell.counting)"
      )
      let tried = try shell.rehearse("validate", "--try", "s.yml")
      #expect(tried.status == 3)
      #expect(
        tried.output.contains("  s on a: failed: s.yml:7:9: Expected count 4, found 3.\n"))
      #expect(tried.output.contains("  t on a: passed, "))
      #expect(tried.errors.contains("'rehearse record s.yml --force'"))
      // Nothing is missing.
      #expect(try shell.rehearse("record", "s.yml").output.contains("--force"))
      let record = try shell.rehearse("record", "s.yml", "--story", "s")
      #expect(record.status == 0, "\(record)")
      #expect(
        try shell.folder.text(of: "s.yml").contains(
          #/        expect: { count: 3, digest: "[0-9a-f]+" } # why\n/#))
      #expect(try shell.rehearse("validate", "--try", "s.yml").status == 0)
      // The other story had no digest.
      #expect(
        try shell.rehearse("record", "s.yml", "--force").output.contains("what 1 step leads to"))
      #expect(
        try shell.rehearse("record", "s.yml", "--force").output
          == "s.yml: every step leads to what is expected\n")
    }

    @Test func `record says that it replays nothing where no step has an outcome to record`() throws
    {
      try add("  s: { steps: [{ refuse: { code: full }, expect: { error: full } }] }")
      let before = try shell.folder.text(of: "s.yml")
      for options in [["--force"], ["--story", "s"]] {
        let record = try shell.rehearse(["record", "s.yml"] + options)
        #expect(record.status == 0 && record.errors == "", "\(record)")
        #expect(
          record.output
            == "s.yml: nothing was replayed: an expected refusal stays, and many users do the steps of other stories\n"
        )
      }
      #expect(try shell.folder.text(of: "s.yml") == before)
    }

    @Test func `builds with different outcomes are named, and outcomes that agree are recorded`()
      throws
    {
      try add(
        "  s: { steps: [{ answer: {} }] }\n  t: { steps: [{ count: { to: 2 } }] }",
        builds: "{ a: { command: [DRIVER, x] }, b: { command: [DRIVER, y] } }")
      let record = try shell.rehearse("record", "s.yml")
      #expect(record.status == 1)
      #expect(
        record.errors.contains(
          "s.yml:5:16: not recorded: 'answer' has a different outcome each time: 'digest' is "))
      #expect(
        record.output.contains(
          "recorded what 1 step leads to\n  t: count to=2 → { count: 2, digest: \""))
      #expect(try shell.folder.text(of: "s.yml").contains("- count") == false)
      #expect(
        try shell.folder.text(of: "s.yml").contains(
          "{ count: { to: 2 }, expect: { count: 2, digest: \""))
      let one = try shell.rehearse("record", "s.yml", "--build", "a")
      #expect(one.status == 0 && one.output.contains("answered: true"), "\(one)")
    }

    @Test func `a missing digest of a cycle's last step is recorded`()
      throws
    {
      try add(
        "  s: { cycle: true, steps: [{ answer: {}, expect: { answered: true } }, "
          + "{ count: { to: 2 }, expect: { count: 2 } }] }",
        builds: "{ a: { command: [DRIVER, x] } }")
      let record = try shell.rehearse("record", "s.yml")
      #expect(record.status == 0, "\(record)")
      #expect(
        record.output.contains("what 1 step leads to\n  s: count to=2 → { count: 2, digest: \""),
        "\(record.output)")
      #expect(try shell.rehearse("validate", "s.yml").status == 0)
    }

    @Test func `a refusal, a crash and an unknown verb are reported and not recorded`() throws {
      try add(
        """
          r: { steps: [{ refuse: { code: no-room } }] }
          c: { steps: [{ complain: { bytes: 9 }, expect: { count: 9 } }, { crash: { signal: 11 } }] }
        """)
      let before = try shell.folder.text(of: "s.yml")
      let record = try shell.rehearse("record", "s.yml")
      #expect(record.status == 3 && record.output == "")
      // Once, though each was replayed twice.
      #expect(record.errors.split(separator: "\n").count == 3, "\(record.errors)")
      #expect(
        record.errors.contains("r on a: failed: s.yml:5:16: Led to the refusal 'no-room'"))
      #expect(
        record.errors.contains("c on a: failed: s.yml:6:66: The driver was ended by signal 11"))
      #expect(try shell.folder.text(of: "s.yml") == before)
      try add("  s: \(Shell.counting)\n  t: { steps: [{ cuont: {}, expect: { count: 3 } }] }")
      let tried = try shell.rehearse("validate", "--try", "s.yml", "--json")
      #expect(tried.status == 3)
      let replays: [[String: Any]] = try shell.part("replays", of: tried)
      #expect(replays.map { $0["ending"] as? String } == ["unknown-verb", "not-replayed"])
      let failure = try #require(replays[0]["failure"] as? [String: Any])
      #expect(failure["line"] as? Int == 6 && failure["column"] as? Int == 16)
      #expect((failure["message"] as? String)?.hasSuffix("Did you mean 'count'?") == true)
    }

    @Test func `what is written into the file while its stories are replayed is not lost`() throws {
      let file = shell.folder.file("n.yml")
      try shell.folder.add(
        "n.yml",
        """
        scenario: numbers
        builds: { one: {} }
        stories:
          s:
            steps:
              - shell: "echo '# mine' >> \(file); echo x"

        """)
      let record = try shell.rehearse("record", "n.yml")
      #expect(record.status == 1 && record.errors.contains("so nothing was recorded"), "\(record)")
      let text = try shell.folder.text(of: "n.yml")
      #expect(text.contains("\n# mine") && !text.contains("expect"))
    }

    @Test func `record writes down the output of commands and the files that they make`() throws {
      let steps = """
        scenario: numbers
        builds: { few: { variables: { n: "3" } }, many: { variables: { n: "3" } } }
        stories:
          s:
            steps:
              - shell: "seq ${n} | tee made"
                expect: { files: { made: {} } }
              - run: [cat, made]
        """
      try shell.folder.add("n.yml", steps + "\n")
      let record = try shell.rehearse("record", "n.yml", "--force")
      #expect(record.status == 0, "\(record)")
      // seq 3 | sha256sum
      let content =
        "lines: 3, digest: \"14c5e74c4b96ccef41cd94db73a9ec3348038ac094feca4fd897cecffa07cdae\""
      let text = try shell.folder.text(of: "n.yml")
      #expect(text.contains("expect: { files: { made: { \(content) } }, status: 0, \(content) }"))
      #expect(
        text.hasSuffix("      - run: [cat, made]\n        expect: { status: 0, \(content) }\n"))
      try shell.folder.add(
        "n.yml",
        steps.replacing("many: { variables: { n: \"3\"", with: "many: { variables: { n: \"4\""))
      let differing = try shell.rehearse("record", "n.yml")
      #expect(differing.status == 1 && differing.errors.contains("not recorded: 'cat made'"))
    }

    @Test func `a build that can't be made is a mistake of its own file only`() throws {
      try add("  s: \(Shell.counting)", builds: "{ a: { command: [./missing] } }")
      try shell.folder.add(
        "t.yml",
        try shell.folder.text(of: "s.yml").replacing("./missing", with: BuiltProducts.testDriver))
      let tried = try shell.rehearse("validate", "--try", "s.yml", "t.yml")
      #expect(tried.status == 1)
      #expect(
        tried.errors
          == "The build 'a' is the command './missing', which is not an executable file.\n")
      #expect(tried.output.contains("  s on a: passed, "))
    }
  }
}
