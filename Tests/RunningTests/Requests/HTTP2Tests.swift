import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

/// The server of nghttp2's project.
private let program = "/usr/sbin/nghttpd"

/// Requests by HTTP/2, to a server of another project and to one that does not know it.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: program),
    "Debian's package nghttp2-server is not installed"))
struct HTTP2Tests {
  private static let steps = """
    - http: GET /page.txt
      repeat: 3
      changing: all
      expect: { status: 200, text: from a file }
    - http: GET /nothing
      changing: all
      expect: { status: 404 }
    - http: HEAD /page.txt
      changing: all
      expect: { status: 200, bytes: 0 }
    - http: POST /page.txt
      text: echo
      changing: all
      expect: { text: echo }
    """

  /// A scene with nghttpd, encrypted by the key and the certificate if they are given.
  private func scene(
    _ steps: String, version: String = "2", certificate: String? = nil, keys: [String] = [],
    load: String? = nil
  ) throws -> RequestScene {
    let trusted = certificate.map { ", certificate: \($0)" } ?? ""
    var words = [
      program, "--address=127.0.0.1", "--echo-upload", "--htdocs=${scenario}",
    ]
    if keys.isEmpty { words.append("--no-tls") }
    return try RequestScene(
      steps, settings: "http: { version: \(version)\(trusted) }",
      files: ["page.txt": "from a file"], service: words + ["${port}"] + keys, load: load)
  }

  @Test func `one user and many are answered by HTTP/2`() throws {
    let folder = try ScratchFolder()
    try RequestScene.addCertificate("server", to: folder)
    let certificate = folder.file("server.pem")
    let scene = try scene(
      Self.steps, certificate: certificate, keys: [folder.file("server.key"), certificate],
      load: "{ arrivals: 100/s, for: 500 ms, pattern: constant, stories: { story: 1 } }")
    #expect(try scene.steps().count == 4)
    let run = try scene.run("many").passing()
    #expect(run.steps[0].latencies?.all.count == 6 * 50)
  }

  @Test func `unencrypted requests are answered, unless libcurl can't send a second one`() throws {
    let run = try scene(Self.steps).run()
    if let failure = run.failure {
      #expect(failure.reason == .notMeasured && failure.message.contains("libcurl 7.88"))
    } else {
      #expect(run.steps.count == 4)
    }
  }

  @Test func `a server that knows only HTTP/2 does not answer requests by 1.1`() throws {
    let failure = try scene("- http: GET /\n  expect: { status: 200 }", version: "1.1").failure()
    #expect(failure.contains("'no-http': The answer is not HTTP"), "\(failure)")
  }

  @Test func `a server that knows only 1.1 does not answer by HTTP/2`() throws {
    let step = "- http: GET /text\n  expect: { status: 200 }"
    let words =
      "'other-version': The service does not answer by HTTP/2, the version that the scenario names ("
    let folder = try ScratchFolder()
    try RequestScene.addCertificate("server", to: folder)
    let both = try folder.add(
      "both.pem", folder.text(of: "server.key") + folder.text(of: "server.pem"))
    let encrypted = try RequestScene(
      step, settings: "http: { version: 2, certificate: \(folder.file("server.pem")) }",
      server: [both.string]
    ).failure()
    #expect(encrypted.contains(words + "it answers by 1.1)"), "\(encrypted)")
  }

  /// A server that answers the first request by HTTP/2, and resets the streams of others.
  private static let resetting = #"""
    import socket, ssl, struct, sys

    def frames(connection):
        reader = connection.makefile("rb")
        reader.read(24)
        while head := reader.read(9):
            reader.read(int.from_bytes(head[:3], "big"))
            yield head[3], head[4], int.from_bytes(head[5:], "big")

    def frame(kind, flags, stream, content=b""):
        return len(content).to_bytes(3, "big") + bytes([kind, flags]) + struct.pack(">I", stream) + content

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    context.set_alpn_protocols(["h2"])
    server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    answered = 0
    while True:
        plain = server.accept()[0]
        try:
            connection = context.wrap_socket(plain, server_side=True)
            connection.sendall(frame(4, 0, 0))
            for kind, flags, stream in frames(connection):
                if kind == 4 and not flags & 1:
                    connection.sendall(frame(4, 1, 0))
                elif kind == 1:
                    # A head that is only the status 200, or the reset of the stream by an internal error.
                    answered += 1
                    connection.sendall(
                        frame(1, 5, stream, b"\x88") if answered == 1 else frame(3, 0, stream, struct.pack(">I", 2)))
        except OSError:
            pass
    """#

  @Test func `a server that has answered by HTTP/2 and resets a stream does not lack HTTP/2`()
    throws
  {
    let folder = try ScratchFolder()
    try RequestScene.addCertificate("server", to: folder)
    let both = try folder.add(
      "both.pem", folder.text(of: "server.key") + folder.text(of: "server.pem"))
    let failure = try RequestScene(
      "- http: GET /\n  expect: { status: 200 }\n- http: GET /\n  expect: { status: 200 }",
      settings: "http: { version: 2, certificate: \(folder.file("server.pem")) }",
      files: ["two.py": Self.resetting],
      service: ["python3", "${scenario}/two.py", "${port}", both.string]
    ).failure()
    #expect(
      failure.contains("'connection-reset': The service ended the connection before it answered"),
      "\(failure)")
  }
}
