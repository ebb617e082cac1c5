import Analysis
import ArgumentParser
import Experimenting
import Exporting
import Foundation
import Reports
import Running
import Serving
import Store
import SystemPackage

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show the store's reports and history in a browser.",
    discussion: """
      Prints the address with a token that lets its holder in; the browser keeps it in a \
      cookie. It goes on until Ctrl-C. Nothing is measured, and reports are made when somebody opens them.

      It listens on this machine alone, unless --address says otherwise. What it says is not \
      encrypted: for others put a proxy with TLS before it, or let them come by 'ssh -L'.

      Exit status: 130 Ctrl-C, 1 the port can't be had, 64 a wrong word.
      """)

  @Option(help: "The address to listen at, in numbers.")
  var address = "127.0.0.1"

  @Option(help: "The port; 0 for one that is free.")
  var port: UInt16 = 8765

  @Option(
    help: ArgumentHelp(
      "The variable of the environment that holds the token. Default: a new one each time.",
      valueName: "variable"))
  var tokenFrom: String?

  @Option(
    help: ArgumentHelp(
      "A name by which browsers ask for it, such as perf.example.org; can be repeated. Default: any, but "
        + "where it listens on this machine alone, localhost.", valueName: "name"))
  var host: [String] = []

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let store = try storeOptions.openExisting()
    let token = try token()
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let server = try SiteServer(address: address, port: port)
    let interruption = try Interruption.onSignals()
    let hosts = hosts
    let serving = Task {
      try await server.run { port in
        (
          SiteGate(token: token, port: port, hosts: hosts(port)),
          StoreSite(of: store, in: folder.path) { try Report($0, in: store) }
        )
      } listening: { port in
        try tell(port, token)
      }
    }
    try interruption.whenRaised { serving.cancel() }
    do {
      try await serving.value
    } catch  where interruption.isRaised {}
    if interruption.isRaised { try Outcome.interrupted.exit() }
  }

  /// Says where it is; a script that waits for the line can go on.
  private func tell(_ port: UInt16, _ token: String) throws {
    let name = address.contains(":") ? "[\(address)]" : address
    let url = "http://\(name):\(port)/"
    let shown = tokenFrom == nil ? "\(url)?token=\(token)" : url
    if outputOptions.json {
      try outputOptions.console.print(json: ["address": shown])
    } else {
      try outputOptions.console.print(shown)
    }
    if !isLoopback {
      Console.warn(
        "note: Whoever reaches \(address) can try tokens, and read along. Put a proxy with TLS before it."
      )
    }
  }

  private var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }

  /// The names by which browsers may ask for it, with the port; nil for any.
  private var hosts: @Sendable (UInt16) -> Set<String>? {
    let own = isLoopback ? ["127.0.0.1", "localhost", "[::1]", address] : []
    let names = own + host
    return { port in
      names.isEmpty ? nil : Set(names.flatMap { [$0.lowercased(), "\($0.lowercased()):\(port)"] })
    }
  }

  private func token() throws -> String {
    guard let tokenFrom else { return SiteGate.freshToken() }
    let token = ProcessInfo.processInfo.environment[tokenFrom] ?? ""
    let isSafe = token.utf8.allSatisfy {
      (0x21...0x7e).contains($0) && !";,\"\\&=%+".utf8.contains($0)
    }
    guard token.utf8.count >= 16, isSafe else {
      throw ValidationError(
        "The variable '\(tokenFrom)' has no token; allowed: 16 characters or more of letters, digits, - _ . ~."
      )
    }
    return token
  }
}
