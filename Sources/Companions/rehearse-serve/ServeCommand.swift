import Analysis
import ArgumentParser
import CommandSupport
import Foundation
import Reports
import Running
import Serving
import SystemPackage

struct ServeCommand: AsyncParsableCommand {
  static let configuration = ServeOptions.configuration

  @OptionGroup var options: ServeOptions

  func run() async throws {
    let store = try options.storeOptions.openExisting()
    let token = try token()
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let server = try SiteServer(address: options.address, port: options.port)
    let interruption = try Interruption.onSignals()
    let hosts = hosts
    let storeOption = options.storeOptions.argument
    let serving = Task {
      try await server.run { port in
        (
          Authentication(token: token, port: port, hosts: hosts(port)),
          StoreSite(of: store, in: folder.path, storeOption: storeOption) {
            try Report($0, in: store)
          }
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

  /// Prints the address; a script that waits for the line can continue.
  private func tell(_ port: UInt16, _ token: String) throws {
    let address = options.address
    let name = address.contains(":") ? "[\(address)]" : address
    let url = "http://\(name):\(port)/"
    let shown = options.tokenFrom == nil ? "\(url)?token=\(token)" : url
    if options.outputOptions.json {
      try options.outputOptions.console.print(json: ["address": shown])
    } else {
      try options.outputOptions.console.print(shown)
    }
    if !isLoopback {
      Console.warn(
        "note: Anybody who can reach \(address) can try tokens, and read what is sent. Put a proxy with TLS "
          + "in front of it."
      )
    }
  }

  private var isLoopback: Bool {
    options.address.hasPrefix("127.") || options.address == "::1"
  }

  /// The host names that browsers may use, with the port; nil for any.
  private var hosts: @Sendable (UInt16) -> Set<String>? {
    let own = isLoopback ? ["127.0.0.1", "localhost", "[::1]", options.address] : []
    let names = own + options.host
    return { port in
      names.isEmpty ? nil : Set(names.flatMap { [$0.lowercased(), "\($0.lowercased()):\(port)"] })
    }
  }

  private func token() throws -> String {
    guard let tokenFrom = options.tokenFrom else { return Authentication.freshToken() }
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
