import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `mcp`, with the client of the public SDK in the place of an agent.
  @Suite struct AgentTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private struct Found: Decodable {
      struct Answer: Decodable {
        struct Object: Decodable {
          let tool: String
          let exitStatus: Int?
          let meaning: String
          let messages: [String]
        }
        let isError: Bool?
        let object: Object?
        let texts: [String]?
        let error: Int?
        let message: String?
      }
      let version: String
      let server: String
      let readOnly: [String: Bool]
      let answers: [Answer]
    }

    /// The client's findings, when it makes some calls one after another.
    private func found(_ calls: String) throws -> Found {
      let script = PeerReaders.package.appending("Tests/Peers/agent.py").string
      let completion = try Completion.of([
        try PeerReaders.program("python3"), "-B", script, BuiltProducts.rehearse,
        shell.folder.path.string, calls,
      ])
      try #require(completion.status == 0, "\(completion.errors)")
      return try JSONDecoder().decode(Found.self, from: Data(completion.output.utf8))
    }

    @Test func `a client of the SDK checks a scenario, and reads the stored experiment`() throws {
      let build = #"{ command: ["\#(BuiltProducts.testDriver)"] }"#
      try shell.addScenario(
        builds: "{ a: \(build), b: \(build) }",
        stories: "{ s: { steps: [{ crash: { signal: 11 }, expect: { count: 1 } }] } }")
      let found = try found(
        """
        [["show", {}], ["check", {"scenario": "s.yml", "minutes": 1}], ["show", {}],
         ["check", {"scenario": "../s.yml"}], ["check", {"scenario": "none.yml"}], ["run", {}]]
        """)
      #expect(found.version == "2025-06-18" && found.server == "rehearse")
      #expect(
        found.readOnly == ["check": false, "judge": false, "explain": false, "show": true])
      let answers = found.answers
      try #require(answers.count == 6)
      // There is no store yet, and it is not created.
      #expect(answers[0].isError == true && answers[0].object?.exitStatus == 1)
      // That the app crashes is a result.
      #expect(answers[1].isError == false && answers[1].object?.exitStatus == 3)
      #expect(answers[1].object?.tool == "check")
      #expect(
        answers[1].texts?.first?.hasPrefix("A run crashed, hung or led to a wrong outcome") == true)
      #expect(answers[2].isError == false && answers[2].object?.exitStatus == 0)
      #expect(answers[2].texts?.last?.contains(#""tool":"show""#) == true)
      #expect(answers[3].error == -32602)
      #expect(answers[3].message?.hasPrefix("'scenario' is '../s.yml'; allowed: ") == true)
      #expect(answers[4].isError == true)
      #expect(answers[4].object?.messages.contains { $0.contains("none.yml") } == true)
      #expect(answers[5].error == -32602)
      #expect(try shell.json(shell.rehearse("list", "--json")) as? [Any] != nil)
    }

    @Test func `a client of the SDK has an attempt judged, and reads its ledger`() throws {
      try shell.folder.add(".gitignore", "Results/\n.build/\n")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { python: { command: [python3, driver.py] } }
        stories: { s: { steps: [{ work: {}, expect: { count: 1 } }] } }
        """)
      try shell.folder.add("driver.py", Shell.scriptDriver(counting: "1"))
      try GitFolder(shell.folder.path).commit()
      // A changed driver is refused before anything is measured.
      try shell.folder.add("driver.py", Shell.scriptDriver(counting: "2 - 1"))
      let answers = try found(
        """
        [["judge", {"scenario": "s.yml", "against": "main", "ledger": "l"}],
         ["judge", {"scenario": "s.yml", "ledger": "l"}], ["show", {"ledger": "l"}],
         ["show", {"ledger": "k"}], ["explain", {"scenario": "none.yml"}]]
        """
      ).answers
      try #require(answers.count == 5)
      let refused = "Refused: it can't be compared, or less work was done."
      #expect(answers[0].isError == false && answers[0].object?.exitStatus == 5)
      #expect(answers[0].object?.tool == "judge" && answers[0].object?.meaning == refused)
      #expect(answers[0].texts?.first?.contains("driver.py") == true)
      #expect(answers[1].error == -32602)
      #expect(answers[1].message?.hasPrefix("'against' is missing: ") == true)
      #expect(answers[2].isError == false && answers[2].object?.exitStatus == 0)
      #expect(answers[2].texts?.last?.contains(#""verdict":"refused""#) == true)
      #expect(answers[3].isError == true && answers[3].object?.exitStatus == 64)
      #expect(answers[4].isError == true && answers[4].object?.tool == "explain")
      #expect(answers[4].object?.messages.contains { $0.contains("none.yml") } == true)
    }

    @Test func `nothing but messages is written to standard output`() throws {
      let client = try Conversation(
        ["/usr/bin/env", "-C", shell.folder.path.string] + [
          BuiltProducts.rehearse, "mcp",
        ])
      #expect(
        try client.ask(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
          == #"{"id":1,"jsonrpc":"2.0","result":{}}"#)
      #expect(
        try client.ask("no JSON")
          == #"{"error":{"code":-32700,"message":"The line is not JSON."},"id":null,"jsonrpc":"2.0"}"#
      )
    }
  }
}
