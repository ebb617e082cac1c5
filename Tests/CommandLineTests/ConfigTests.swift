import Foundation
import GRDB
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import CommandSupport

extension EndToEndTests {
  /// Settings of a file and of the environment.
  @Suite struct ConfigTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func settings(
      _ environment: [String: String?] = [:], trusting isTrusted: Bool = false
    ) throws -> [String: [String: Any]] {
      let config = try shell.rehearse(
        ["config", "--json"] + (isTrusted ? ["--trust"] : []), environment: environment)
      #expect(config.status == 0, "\(config.errors)")
      let list = try #require(try shell.json(config) as? [[String: Any]])
      return Dictionary(
        list.compactMap { one in (one["key"] as? String).map { ($0, one) } },
        uniquingKeysWith: { first, _ in first })
    }

    @Test func `without a settings file every setting has its default`() throws {
      let settings = try settings()
      #expect(settings["store"]?["value"] as? String == "Results/rehearse.sqlite")
      let given = settings.filter { $0.value["from"] as? String != "default" }
      #expect(Array(given.keys) == ["progress"], "tests themselves give it")
      #expect(settings["cache-size"]?["value"] as? String == "2 GB")
      #expect(settings["pairs"]?["value"] == nil)
    }

    @Test func `the environment overrides the settings file, and an option overrides both`() throws
    {
      try shell.folder.add("rehearse.yml", "# ours\nstore: Results/kept.sqlite\npairs: 12\n")
      let some = try settings(["REHEARSE_PAIRS": "15", "REHEARSE_COLOR": ""])
      #expect(some["store"]?["value"] as? String == "Results/kept.sqlite")
      #expect(some["store"]?["file"] as? String == "rehearse.yml")
      #expect(some["store"]?["line"] as? Int == 2 && some["store"]?["from"] as? String == "file")
      #expect(some["pairs"]?["value"] as? String == "15")
      #expect(some["pairs"]?["from"] as? String == "environment")
      #expect(some["color"]?["from"] as? String == "default")
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      #expect(try shell.rehearse("run", "s.yml", "--no-report", "--store", "o.sqlite").status == 0)
      #expect(
        try shell.rehearse(
          "run", "s.yml", "--no-report", environment: ["REHEARSE_STORE": "e.sqlite"]
        ).status == 0)
      for name in ["Results/kept", "o", "e"] {
        #expect(shell.folder.files.contains("\(name).sqlite"))
        let list = try shell.rehearse("list", "--json", "--store", "\(name).sqlite")
        #expect((try shell.json(list) as? [Any])?.count == 1)
      }
      let colour = try shell.rehearse("list", environment: ["REHEARSE_COLOR": "always"])
      #expect(colour.output.contains("\u{1B}[1m"))
      let plain = try shell.rehearse(
        "list", "--color", "never", environment: ["REHEARSE_COLOR": "always"])
      #expect(!plain.output.contains("\u{1B}"))
    }

    @Test func `the number of pairs comes from the settings, and stays the same after a resume`()
      throws
    {
      try shell.addScenario(builds: Shell.twoBuilds, stories: "{ s: \(Shell.counting) }")
      try shell.folder.add("rehearse.yml", "pairs: 3\n")
      let compare = try shell.rehearse(
        "compare", "s.yml", "--json", "--memory-runs", "0", "--no-layout-check", "--no-control",
        "--no-inputs")
      #expect(compare.status == 0, "\(compare.errors)")
      let result = try #require((try shell.json(compare) as? [[String: Any]])?.first)
      let experiment = try #require(result["experiment"] as? [String: Any])
      #expect(experiment["rounds"] as? Int == 3 && experiment["runs"] as? Int == 6)
      // What is resumed is this call, whatever the settings are then.
      let stored = try DatabaseQueue(path: shell.folder.file("Results/rehearse.sqlite")).read {
        try String.fetchOne($0, sql: "SELECT invocation FROM experiment")
      }
      let call = try JSONDecoder().decode(
        Invocation.self, from: Data(try #require(stored).utf8)
      ).arguments
      #expect(
        zip(call, call.dropFirst()).contains { $0.0 == "--pairs" && $0.1 == "3" }, "\(call)")
    }

    @Test func `a call can compare builds though the settings name a revision`() throws {
      try shell.addScenario(builds: Shell.twoBuilds, stories: "{ s: \(Shell.counting) }")
      try shell.folder.add("rehearse.yml", "against: main\n")
      let words = [
        "compare", "s.yml", "--pairs", "2", "--memory-runs", "0", "--no-layout-check",
        "--no-control", "--no-inputs",
      ]
      let revision = try shell.rehearse(words)
      #expect(revision.errors.contains("is in no git repository, so it has no revisions"))
      for others in [[], ["--baseline", "a"]] {
        let compare = try shell.rehearse(words + ["--json", "--against", "never"] + others)
        #expect(compare.status == 0, "\(compare.errors)")
        let result = try #require((try shell.json(compare) as? [[String: Any]])?.first)
        let judgement = try #require(result["judgement"] as? [String: Any])
        #expect(judgement["baseline"] as? String == "a" && judgement["candidate"] as? String == "b")
      }
    }

    @Test func `no build is chosen of stored experiments, even if the settings name a revision`()
      throws
    {
      try shell.folder.add("rehearse.yml", "against: main\n")
      let refused = try shell.rehearse("compare", "3", "7", "--build", "b")
      #expect(refused.status == 64 && refused.output == "")
      #expect(
        refused.errors.hasPrefix(
          "Error: --build is about measuring; what is stored is judged as it is.\n"),
        "\(refused.errors)")
    }

    @Test func `the nearest settings file counts, but none above the top of the repository`() throws
    {
      try shell.folder.add(["rehearse.yml": "store: Results/outside.sqlite\n", "top/.git/HEAD": ""])
      try shell.folder.add(["top/rehearse.yml": "store: Results/s.sqlite\n", "top/a/b/x": ""])
      try shell.folder.add(["top/c/rehearse.yml": "pairs: 9\n", "lone/.git/HEAD": ""])
      try shell.folder.add("lone/d/x", "")
      func config(in folder: String) throws -> Any {
        let config = try Completion.of(
          [BuiltProducts.rehearse, "config", "--json"], in: shell.folder[folder])
        let list = try #require(try shell.json(config) as? [[String: Any]], "\(config.errors)")
        return list.first { $0["key"] as? String == "store" }?["value"] ?? ""
      }
      #expect(try config(in: "top") as? String == "Results/s.sqlite")
      #expect(try config(in: "top/a/b") as? String == shell.folder.file("top/Results/s.sqlite"))
      #expect(try config(in: "top/c") as? String == "Results/rehearse.sqlite")
      #expect(try config(in: "lone/d") as? String == "Results/rehearse.sqlite")
    }

    @Test(arguments: [
      (
        "piars: 3\n",
        "rehearse.yml:1:1: unknown key 'piars' in the file; allowed: scenario, against, store, pairs, max-time, "
          + "cache, cache-size, progress, color. "
          + "Did you mean 'pairs'?"
      ),
      (
        "store: Results/x\npairs: many\n",
        "rehearse.yml:2:8: 'pairs' is 'many'; allowed: a whole number from 2 to 10000."
      ),
      ("- a\n", "rehearse.yml:1:1: the file is a list; allowed: a mapping with scenario, against,"),
      (
        "max-time: 3\n", "rehearse.yml:1:11: 'max-time' is '3'; allowed: a number with ms, s or min"
      ),
      ("against: -x\n", "rehearse.yml:1:10: 'against' is '-x'; allowed: a branch, tag or commit."),
      ("color: {}\n", "rehearse.yml:1:8: 'color' is a mapping; allowed: text."),
      ("", "rehearse.yml:1:1: the file is empty."),
    ])
    func `mistakes in the settings file are reported with line and column`(
      _ text: String, _ words: String
    ) throws {
      try shell.folder.add("rehearse.yml", text)
      let refusal = try #require(self.refusal())
      #expect(refusal.contains(words), "\(refusal)")
    }

    @Test func `a mistake in the settings file is reported before anything is done`() throws {
      try shell.folder.add("rehearse.yml", "piars: 3\n")
      for command in ["config", "list"] {
        let refused = try shell.rehearse(command)
        #expect(refused.status == 1 && refused.output == "")
        #expect(refused.errors.contains("rehearse.yml:1:1: unknown key 'piars'"), "\(refused)")
      }
      #expect(try shell.rehearse("--help").status == 0)
    }

    /// Why the settings file can't be used, as every command reads it at its start; nil if it can.
    private func refusal() -> String? {
      do {
        _ = try Settings(environment: [:], folder: shell.folder.path)
        return nil
      } catch {
        return "\(error)"
      }
    }

    @Test func `the setting for the cache takes a path, or a word that switches the cache off`()
      throws
    {
      try shell.folder.add(["top/.git/HEAD": "", "top/a/x": ""])
      for (text, value) in [
        (".build/kept", shell.folder.file("top/.build/kept")), ("never", "never"),
      ] {
        try shell.folder.add("top/rehearse.yml", "cache: \(text)\n")
        let config = try Completion.of(
          [BuiltProducts.rehearse, "config", "--json"], in: shell.folder["top/a"])
        let list = try #require(try shell.json(config) as? [[String: Any]], "\(config.errors)")
        #expect(list.first { $0["key"] as? String == "cache" }?["value"] as? String == value)
      }
      let soon = try shell.rehearse("config", environment: ["REHEARSE_PROGRESS": "10 ms"])
      #expect(soon.status == 64 && soon.errors.contains("never, or a time of 1 s or more"))
    }

    private static let places =
      "a path in .build, Results or Performance, beside this file or at the repository's top, without '..' "
      + "and without links that lead out; --trust lets it lead anywhere."

    @Test(arguments: [
      ".", "/tmp", "..", "Sources", "Results/../Sources", "../Results", "Results.old", "link/x",
      "Results/out/x", "Results/nowhere/x",
    ])
    func `the settings file may name only places that belong to Rehearse`(_ place: String) throws {
      let outside = try ScratchFolder()
      try shell.folder.add("Results/notes", "")
      let links = [
        "link": outside.path.string, "Results/out": outside.path.string,
        "Results/nowhere": outside.file("not-there"),
      ]
      for (name, goal) in links {
        try FileManager.default.createSymbolicLink(
          atPath: shell.folder.file(name), withDestinationPath: goal)
      }
      for key in ["cache", "store"] {
        try shell.folder.add("rehearse.yml", "\(key): \(place)\n")
        let refusal = try #require(self.refusal())
        #expect(
          refusal.hasSuffix(
            "rehearse.yml:1:8: '\(key)' is '\(place)'; allowed: \(Self.places)"), "\(refusal)")
      }
      for key in ["cache", "store"] {
        try shell.folder.add("rehearse.yml", "\(key): Results/x\n")
        #expect(refusal() == nil)
      }
    }

    @Test func `a settings file that is trusted may name any place, and so may the environment`()
      throws
    {
      for key in ["cache", "store"] {
        try shell.folder.add("rehearse.yml", "\(key): ../Results\n")
        let refused = try shell.rehearse("config")
        #expect(refused.status == 1 && refused.output == "")
        #expect(
          refused.errors.hasSuffix(
            "rehearse.yml:1:8: '\(key)' is '../Results'; allowed: \(Self.places)\n"),
          "\(refused.errors)")
        let trusted = try settings(trusting: true)
        #expect(trusted[key]?["value"] as? String == "../Results")
        #expect(trusted[key]?["from"] as? String == "file")
      }
      // What is typed is the user's own, and so is the environment.
      try shell.folder.add("rehearse.yml", "pairs: 3\n")
      let own = try settings(["REHEARSE_CACHE": "../Results"])
      #expect(own["cache"]?["value"] as? String == "../Results")
    }

    @Test(arguments: ["/tmp/s.yml", "../s.yml", "link/s.yml"])
    func `the settings file may name only scenarios of its repository, unless it is trusted`(
      _ place: String
    ) throws {
      let outside = try ScratchFolder()
      try FileManager.default.createSymbolicLink(
        atPath: shell.folder.file("link"), withDestinationPath: outside.path.string)
      try shell.folder.add("rehearse.yml", "scenario: \(place)\n")
      let refused = try shell.rehearse("config")
      #expect(refused.status == 1 && refused.output == "")
      #expect(
        refused.errors.hasSuffix(
          "rehearse.yml:1:11: 'scenario' is '\(place)'; allowed: a path of a file beside this file or below "
            + "the repository's top, without '..' and without links that lead out; --trust lets it lead "
            + "anywhere.\n"), "\(refused.errors)")
      #expect(try shell.rehearse("config", "--trust").status == 0)
      try shell.folder.add("rehearse.yml", "scenario: Scenarios/s.yml\n")
      #expect(try shell.rehearse("config").status == 0)
    }

    @Test func `--trust among the words of a measured command trusts nothing`() throws {
      try shell.folder.add("rehearse.yml", "store: ../other.sqlite\n")
      let measured = try shell.rehearse("measure", "-n", "1", "true", "--trust")
      #expect(measured.status == 1, "\(measured)")
      #expect(measured.errors.contains("'store' is '../other.sqlite'"))
    }

    @Test(arguments: ["REHEARSE_ALLOCATIONS", "REHEARSE_STACKS", "REHEARSE_RECORD_SNAPSHOTS"])
    func `variables that measured runs and tests have are no settings`(_ name: String) throws {
      #expect(try shell.rehearse("config", environment: [name: "1"]).status == 0)
    }

    @Test func `unknown variables and values are refused with a suggestion`() throws {
      let name = try shell.rehearse("config", environment: ["REHEARSE_STOR": "x"])
      #expect(name.status == 64)
      #expect(
        name.errors.contains(
          "There is no setting for the environment variable REHEARSE_STOR; allowed: "
            + "REHEARSE_SCENARIO, REHEARSE_AGAINST, REHEARSE_STORE, REHEARSE_PAIRS, REHEARSE_MAX_TIME, "
            + "REHEARSE_CACHE, REHEARSE_CACHE_SIZE, REHEARSE_PROGRESS, REHEARSE_COLOR. Did you mean "
            + "'REHEARSE_STORE'?"), "\(name.errors)")
      let value = try shell.rehearse("config", environment: ["REHEARSE_PAIRS": "1"])
      #expect(value.status == 64)
      #expect(
        value.errors.contains(
          "The environment variable REHEARSE_PAIRS is '1'; allowed: a whole number from 2 to 10000."
        ))
    }

    @Test func `the schema of the settings file has the same keys and describes what is accepted`()
      throws
    {
      let path = PeerReaders.package.appending("Scenarios/configuration.schema.json")
      let schema = try #require(
        try JSONSerialization.jsonObject(
          with: Data(contentsOf: URL(filePath: path.string))) as? [String: Any])
      let keys = try #require(schema["properties"] as? [String: Any]).keys
      #expect(try Set(settings().keys) == Set(keys))
      try shell.folder.add(
        "good.json",
        #"{"scenario": "s.yml", "against": "v1", "store": "x", "pairs": 20, "max-time": "10 min"}"#)
      try shell.folder.add("bad.json", #"{"pairs": 1, "max-time": "10", "color": "blue", "x": 1}"#)
      try shell.folder.add("list.json", shell.rehearse("config", "--json").output)
      let found = try PeerReaders.read([
        .document(shell.folder["good.json"], schema: path),
        .document(shell.folder["bad.json"], schema: path),
        .document(
          shell.folder["list.json"],
          schema: PeerReaders.package.appending("Docs/schemas/config.schema.json")),
      ])
      #expect(found[0] as? [String] == [] && found[2] as? [String] == [], "\(found)")
      #expect((found[1] as? [String])?.count == 4)
    }
  }
}
