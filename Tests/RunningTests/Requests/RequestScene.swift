import DriverProtocol
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Runs of a scenario whose steps are requests to a server in Python.
struct RequestScene {
  let folder: ScratchFolder
  private let scenario: Scenario
  private let contexts: BuildContexts
  private let interruption: Interruption

  /// A scene of one story with these steps. `settings` are lines of the scenario, `files` those beside it.
  init(
    _ steps: String, settings: String = "", files: [String: String] = [:],
    server arguments: [String] = [], variables: String = "{}", load users: String? = nil
  ) throws {
    try requirePython()
    folder = try ScratchFolder()
    try folder.add("server.py", Self.server)
    for (name, content) in files { try folder.add(name, content) }
    let indented = steps.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    let load = users.map { "  many:\n    users: \($0)" } ?? ""
    let words = (["python3", "${scenario}/server.py", "${port}"] + arguments).map { "\"\($0)\"" }
    scenario = try ScenarioParser.parse(
      """
      scenario: s
      builds: { a: { variables: \(variables) }, b: { variables: \(variables) } }
      \(settings)
      services:
        server: { command: [\(words.joined(separator: ", "))] }
      time-limit: 60 s
      stories:
        story:
          steps:
      \(indented)
      \(load)
      """, file: "s.yml")
    contexts = BuildContexts(
      folder.path,
      variables: ["a": scenario.builds[0].variables, "b": scenario.builds[1].variables])
    interruption = try Interruption()
  }

  private var commands: [String: [[String]]] {
    let words = [CommandHost(folder: "/", variables: [:]).words]
    return ["a": words, "b": words]
  }

  private var launcher: Launcher { Launcher(path: BuiltProducts.launcher) }

  private var setup: ReplaySetup {
    ReplaySetup(
      scenario: scenario, commands: commands, in: contexts, launcher: launcher,
      interruption: interruption, machineMemory: 1 << 30, patience: .seconds(60))
  }

  /// Makes one run of a story.
  func run(_ story: String = "story") -> Run {
    ProcessExecutor(setup).execute(
      RunPlan(stories: [story], builds: ["a"], rounds: 1, seed: 1).runs[0])
  }

  /// Makes a duet of the load.
  func pair() throws -> Pair<Run> {
    let stage = try DuetStage(launcher: launcher, interruption: interruption)
    defer { stage.close() }
    return DuetExecutor(setup, on: .duet(stage)).execute(
      PairPlan(stories: ["many"], baseline: "a", candidate: "b", rounds: 1...1, seed: 1).pairs[0])
  }

  /// The steps of a run that has to pass.
  func steps() throws -> [StepRecord] {
    let run = run()
    try #require(run.passed, "\(run.ending)")
    return run.steps
  }

  /// The words of the failure of a run.
  func failure() throws -> String { try #require(run().failure).message }

  /// Answers well and badly. It keeps connections, and tells how many there were.
  private static let server = """
    import json, os, ssl, sys, threading, time
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        connections = 0
        disable_nagle_algorithm = True

        def setup(self):
            super().setup()
            Answers.connections += 1

        def log_message(self, *arguments):
            pass

        def answer(self, status, value, **headers):
            body = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, text in headers.items():
                self.send_header(name.replace("_", "-"), text)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def content(self):
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))

        def do_GET(self):
            path = self.path.split("?")[0]
            if path == "/devices":
                devices = [{"id": n, "name": name, "free": n > 1} for n, name in enumerate("ABC", 1)]
                self.answer(200, {"devices": devices, "at": time.time(), "ratio": 1.5}, X_Total="3")
            elif path == "/me":
                token = self.headers.get("Authorization")
                self.answer(200 if token == "Bearer t1" else 401, {"token": token})
            elif path == "/cookie":
                self.answer(200, {"cookie": self.headers.get("Cookie")})
            elif path == "/connections":
                self.answer(200, {"connections": Answers.connections})
            elif path == "/moved":
                self.answer(302, b"", Location="/devices?from=there")
            elif path == "/placement":
                self.answer(200, {"cpus": len(os.sched_getaffinity(0)), "policy": os.sched_getscheduler(0)})
            elif path == "/text":
                self.answer(200, b"no JSON")
            elif path == "/echo":
                self.answer(200, {"path": self.path, "x": self.headers.get("X-Name")})
            elif path == "/half":
                self.wfile.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 100\\r\\n\\r\\n0123456789")
                self.close_connection = True
            elif path == "/gone":
                self.close_connection = True
            elif path == "/garbage":
                self.wfile.write(b"\\x00\\x01garbage\\r\\n\\r\\n" * 100)
                self.close_connection = True
            elif path == "/never":
                threading.Event().wait()
            elif path == "/large":
                self.wfile.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 1073741824\\r\\n\\r\\n")
                for _ in range(1024):
                    self.wfile.write(bytes(1 << 20))
            elif path == "/end":
                os._exit(3)

        do_HEAD = do_GET

        def do_POST(self):
            body = self.content()
            if self.path == "/session":
                user = json.loads(body)["user"]
                self.answer(201, {"token": "t1", "user": user, "number": 7}, Set_Cookie="s=42")
            else:
                self.answer(200, {"method": self.command, "body": body.decode(),
                                  "type": self.headers.get("Content-Type")})

        do_PUT = do_DELETE = do_PATCH = do_POST

    ThreadingHTTPServer.request_queue_size = 100
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Answers)
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()
    """
}
