import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// The rate of users that a real server can take, by the whole program.
  @Suite struct LoadTests {
    private let shell: Shell

    init() throws {
      try requirePython()
      shell = try Shell()
      // It answers so many requests and refuses the others, so its limit is no matter of speed.
      try shell.folder.add(
        "server.py",
        """
        import sys, threading
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        class Few(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            lock = threading.Lock()
            left = int(sys.argv[2])

            def do_GET(self):
                with Few.lock:
                    Few.left -= 1
                    status = 503 if Few.left < 0 else 200
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *words):
                pass

        ThreadingHTTPServer.request_queue_size = 1000
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Few).serve_forever()
        """)
      try shell.folder.add(
        "web.yml",
        """
        scenario: web
        builds: { few: { variables: { answers: "100" } }, none: { variables: { answers: "0" } } }
        services:
          server: { command: ["\(debianPython)", "${scenario}/server.py", "${port}", "${answers}"] }
        stories:
          one: { steps: [{ http: GET /, expect: { status: 200 } }] }
          many:
            users: { arrivals: 150/s, for: 500 ms, pattern: constant, stories: { one: 1 } }
        """)
    }

    /// The first of three searches in which other programs did not keep what sends the requests waiting, or the last
    /// one, and whether it is measured. If not, only that and what other runs show is known.
    private func load(
      _ build: String, _ more: String...
    ) throws -> (found: Completion, isMeasured: Bool) {
      let words = [
        "load", "web.yml", "--build", build, "--percentile", "p50", "--at-most", "10min",
        "--max-time", "100min", "--from", "100/s", "--to", "400/s",
      ]
      var found = try shell.rehearse(words + more)
      for _ in 1...2 where !isMeasured(found) { found = try shell.rehearse(words + more) }
      return (found, isMeasured(found))
    }

    private func isMeasured(_ found: Completion) -> Bool {
      let signs = ["\"unmeasured\"", "could not be measured", "not decided"]
      return !signs.contains { found.output.contains($0) }
    }

    @Test func `an error of a server is not recorded as what is expected`() throws {
      let before = try shell.folder.text(of: "web.yml")
      let record = try shell.rehearse("record", "web.yml", "--story", "one", "--build", "none")
      #expect(record.status == 1 && record.output == "", "\(record)")
      #expect(
        record.errors.hasSuffix(
          "not recorded: 'GET /' answers with status 503, which is an error. If it is meant: expect: { "
            + "status: 503 }\n"), "\(record.errors)")
      #expect(try shell.folder.text(of: "web.yml") == before)
    }

    @Test func `an answer that differs is not recorded, and 'changing' may leave that out`() throws
    {
      let record = try shell.rehearse("record", "web.yml", "--story", "one", "--force")
      #expect(record.status == 1 && record.output == "", "\(record)")
      #expect(
        record.errors.contains(
          "not recorded: 'GET /' has a different outcome each time: 'status' is "),
        "\(record.errors)")
      #expect(
        record.errors.hasSuffix(". Name in 'changing' what may differ, or fix the build\n"),
        "\(record.errors)")
    }

    /// What was told besides the result, apart from what depends on other programs.
    private func told(_ found: Completion) -> [Substring] {
      found.errors.split(separator: "\n").filter { !$0.contains(" disturbed: ") }
    }

    @Test func `the rate is found above which a server refuses requests`() throws {
      let (found, isMeasured) = try load("few", "--chart", "load.svg", "--json")
      let document = try #require(try shell.json(found) as? [String: Any])
      #expect(document["ending"] as? String == "concluded")
      #expect(document["budgetFrom"] as? String == "option")
      let build = try #require((document["builds"] as? [[String: Any]])?.first)
      let runs = try #require(build["runs"] as? [[String: Any]])
      // Users arrive for half a second, and 100 of them are answered.
      for run in runs {
        let rate = try #require(run["rate"] as? Double)
        let finding = try #require(run["finding"] as? String)
        if finding == "unmeasured" {
          let failure = try #require(run["failure"] as? String)
          #expect(failure.hasPrefix("What sends the requests waited for a CPU for "), "\(run)")
        } else {
          #expect(finding == (rate <= 200 ? "held" : "failed"), "\(run)")
        }
      }
      try shell.folder.add("load.json", found.output)
      let problems = try PeerReaders.read([
        .document(
          shell.folder["load.json"],
          schema: PeerReaders.package.appending("Docs/schemas/load.schema.json"))
      ])
      #expect(problems.first as? [String] == [])
      guard isMeasured else { return }
      #expect(found.status == 0 && told(found) == [], "\(found.errors)")
      // 97 and 106 users in half a second.
      #expect(build["capacity"] as? [String: Double] == ["lower": 194, "upper": 212])
      #expect(runs.compactMap { $0["rate"] as? Double }.prefix(5) == [150, 300, 212, 178, 194])
      #expect(
        runs.compactMap { $0["finding"] as? String }.prefix(5)
          == ["held", "failed", "failed", "held", "held"])
      #expect(runs.count == 13)
      let answer = try #require((document["answer"] as? [String])?.first)
      #expect(answer.hasPrefix("few: 194/s to 212/s (above, it fails: "), "\(answer)")
      #expect(answer.contains("503"), "\(answer)")
      #expect(shell.folder.files.contains("load.svg"))
      #expect(!shell.folder.files.contains { $0.hasSuffix(".sqlite") })
    }

    @Test func `a server that answers nobody fails, with the story's failure`() throws {
      let (found, isMeasured) = try load("none", "--chart", "load.svg")
      #expect(found.output.contains("'many' by rate of arrivals"))
      let isVoid = found.output.hasPrefix("none: could not be measured: ")
      let status: Int32 = isMeasured ? 3 : isVoid ? 1 : 4
      #expect(found.status == status, "\(found)")
      guard isMeasured else { return }
      #expect(found.output.hasPrefix("none: fails even at 100/s: "), "\(found.output)")
      #expect(told(found) == ["note: There is no chart, because no run was measured to its end."])
    }

    @Test func `a chart that can't be written replaces neither the answer nor its status`() throws {
      try shell.folder.add("load.svg/x", "")
      let (found, isMeasured) = try load(
        "few", "--build", "none", "--to", "110/s", "--chart", "load.svg")
      #expect(isMeasured ? found.status == 3 : [1, 3, 4].contains(found.status), "\(found)")
      #expect(found.output.contains("\nnone: "), "\(found.output)")
      let isChart = { (line: Substring) in
        line.hasPrefix("Error: ") && line.contains("load.svg")
          || !isMeasured && line.hasPrefix("note: There is no chart")
      }
      #expect(told(found).contains(where: isChart), "\(found.errors)")
      guard isMeasured else { return }
      #expect(found.output.contains("none: fails even at 100/s: "), "\(found.output)")
    }

    @Test func `rates, limits and files that can't be used are refused`() async throws {
      for (words, text) in [
        (["--from", "fast"], "'fast' is invalid"), (["--at-most", "20"], "'20' is invalid"),
        (["--percentile", "p98"], "'p98' is invalid"),
        (["--chart", "load.txt"], "--chart is 'load.txt'; allowed: a file ending in"),
      ] {
        let refusal = try await Shell.refusal(of: ["load", "web.yml"] + words)
        #expect(refusal.status == 64 && refusal.errors.contains(text), "\(refusal.errors)")
      }
      let rate = try shell.rehearse("load", "web.yml", "--from", "1/s")
      #expect(
        rate.status == 64 && rate.output == ""
          && rate.errors.hasPrefix("Error: 1/s can't be measured; allowed: 10/s to "),
        "\(rate.errors)")
    }
  }
}
