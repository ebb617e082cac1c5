import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Whoever reaches the port, as any web page does, can't keep others from their pages.
  @Suite struct ServeBoundsTests {
    private let server: ServerProcess

    init() throws {
      let shell = try Shell()
      try shell.take("Results", of: Self.stored.get())
      server = try ServerProcess(
        "rehearse",
        ["serve", "--port", "0", "--store", shell.folder["Results/rehearse.sqlite"].string],
        in: shell.folder)
    }

    /// An experiment, measured once.
    private static let stored = Result { () throws -> Shell in
      let shell = try Shell()
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      let run = try shell.rehearse("run", "s.yml", "--no-report")
      try #require(run.status == 0, "\(run.errors)")
      return shell
    }

    private var address: String { String(server.address.prefix { $0 != "?" }) }

    private func expectPage() throws {
      let page = try Completion.of(
        ["curl", "--silent", "--location", "--max-time", "60", "--cookie", "", server.address])
      #expect(page.output.contains("<h1>1 experiment</h1>"), "\(page)")
    }

    @Test func `a request line or header without end is refused, and other requests are answered`()
      throws
    {
      let endless = String(repeating: "a", count: 2_000_000)
      let connections = try (1...4).map { _ in try RawConnection(to: address) }
      for (number, connection) in connections.enumerated() {
        connection.send(number % 2 == 0 ? "GET /\(endless)" : "GET / HTTP/1.1\r\nA: \(endless)")
        try expectPage()
      }
      for connection in connections {
        #expect(connection.answer()?.hasPrefix("HTTP/1.1 431 ") == true)
      }
      server.kill()
    }

    @Test func `a request body that is too large is refused unread`() throws {
      let connection = try RawConnection(to: address)
      connection.send(
        "POST / HTTP/1.1\r\nContent-Length: 100000000\r\n\r\n"
          + String(repeating: "a", count: 100_000))
      #expect(connection.answer()?.hasPrefix("HTTP/1.1 413 ") == true)
      try expectPage()
      server.kill()
    }

    @Test func `three hundred unfinished requests don't keep others waiting`() throws {
      let connections = try (1...300).map { _ in
        let connection = try RawConnection(to: address)
        connection.send("GET / HT")
        return connection
      }
      try expectPage()
      // The ones that came first had to go.
      #expect(connections[0].answer() == "")
      server.kill()
    }

    @Test func `the connection of an unfinished request is closed without an answer`() throws {
      let connection = try RawConnection(to: address)
      connection.send("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc")
      #expect(connection.answer() == "")
      server.kill()
    }
  }
}
