import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Servers that don't answer as they should, by the whole program.
  @Suite struct BadServerTests {
    private let shell: Shell

    init() throws {
      try requirePython()
      shell = try Shell()
    }

    /// A server that does this in place of an answer, and a step that waits so long for it.
    private func addServer(_ action: String, timeLimit: String = "60 s") throws {
      try shell.folder.add(
        "server.py",
        """
        import os, sys, time
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        class Bad(BaseHTTPRequestHandler):
            def do_GET(self):
                \(action)

            def log_message(self, *words):
                pass

        ThreadingHTTPServer.request_queue_size = 100
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bad).serve_forever()
        """)
      try shell.folder.add(
        "web.yml",
        """
        scenario: web
        builds: { b: {} }
        services:
          server:
            command: ["\(debianPython)", "${scenario}/server.py", "${port}"]
            time-limit: 60 s
        stories:
          one: { steps: [{ http: GET /, time-limit: \(timeLimit), expect: { status: 200 } }] }
          many: { users: { arrivals: 20/s, for: 500 ms, pattern: constant, stories: { one: 1 } } }
        """)
    }

    /// Replays a story, which has to fail as an app's does, and leave no process.
    private func fail(_ story: String, with words: String) throws {
      let run = try shell.rehearse(
        "run", "web.yml", "--story", story, "--runs", "1", "--no-report")
      #expect(run.status == 3, "\(run)")
      #expect(run.output.contains(words), "\(run)")
      #expect(try processes(naming: shell.folder.path.string) == [])
    }

    @Test(arguments: [
      ("os._exit(3)", "The service 'server' exited with status 3 before the driver answered."),
      ("pass", "The service ended the connection before it answered"),
      (
        #"self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")"#,
        "The connection ended in the middle of the answer, after 4 bytes of its content."
      ),
      (#"self.wfile.write(b"\0\1garbage\r\n\r\n" * 100)"#, "The answer is not HTTP"),
    ])
    func `a server that answers badly fails the run of one user and of many, and is not left`(
      _ action: String, _ words: String
    ) throws {
      try addServer(action)
      try fail("one", with: words)
      try fail("many", with: words)
    }

    @Test func `a server that does not answer fails the run after its time, and is not left`()
      throws
    {
      try addServer("time.sleep(600)", timeLimit: "300 ms")
      try fail("one", with: "No answer within 0.3 s")
    }
  }
}
