import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Many users of two revisions of a server, by the whole program.
  @Suite struct UserCheckTests {
    private let shell: Shell
    private let repository: GitFolder

    init() throws {
      try requirePython()
      shell = try Shell()
      try shell.folder.add(
        "r/s.yml",
        """
        scenario: s
        builds: { b: {} }
        services:
          server: { command: ["\(debianPython)", "${scenario}/server.py", "${port}"] }
        stories:
          one: { steps: [{ http: GET /, expect: { status: 200 } }] }
          many:
            users: { arrivals: 40/s, for: 500 ms, stories: { one: 1 } }
        gates: [{ metric: latency-p50, stories: [many] }]
        """)
      repository = try GitFolder(shell.folder["r"])
    }

    /// Commits a server that answers after some seconds, without computing.
    private func commitServer(answeringAfter seconds: String) throws {
      try shell.folder.add(
        "r/server.py",
        """
        import sys, time
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        class Waiting(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                time.sleep(\(seconds))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *words):
                pass

        ThreadingHTTPServer.request_queue_size = 100
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Waiting).serve_forever()
        """)
      try repository.commit()
    }

    @Test(.nightly) func `users who wait longer than at a branch fail a gate on latencies`()
      throws
    {
      try commitServer(answeringAfter: "0")
      try repository.git("branch", "before")
      try commitServer(answeringAfter: "0.5")
      let check = try Completion.of(
        [
          BuiltProducts.rehearse, "check", "s.yml", "--against", "before", "--story", "many",
          "--pairs", "10", "--memory-runs", "0", "--no-control", "--no-layout-check", "--quiet",
          "--json", "--store", shell.folder.file("s.sqlite"),
        ], environment: ["GITHUB_ACTIONS": .none], in: shell.folder["r"])
      #expect(check.status == 2, "\(check.errors)\(check.output)")
      let judgement: [String: Any] = try shell.part("judgement", of: check)
      let cell = try #require((judgement["gated"] as? [[String: Any]])?.first)
      #expect(cell["metric"] as? String == "latency-p50" && cell["story"] as? String == "many")
      #expect(cell["verdict"] as? String == "regressed" && cell["n"] as? Int == 10)
    }
  }
}
