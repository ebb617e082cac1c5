import DriverKit
import Glibc

/// The settings of all requests of a scenario.
struct Settings {
  /// The scheme, host and port.
  let base: String
  /// Lines that are added to each request, once their values are known.
  let headers: [String]
  /// The only authority whose certificates are trusted; nil if requests are not encrypted.
  let certificate: String?
  let isHTTP2: Bool
  let port: Int

  /// Reads the settings that the scenario's reader made, and the port from the environment.
  init(_ fixture: Arguments) throws {
    let variable = try fixture.text("port")
    guard let port = getenv(variable).flatMap({ Int(String(cString: $0)) }) else {
      throw UserError.noPort(variable)
    }
    self.port = port
    headers = try fixture.list("headers", of: String.self, default: [])
    isHTTP2 = fixture.text("version", default: "1.1") == "2"
    certificate =
      fixture.names.contains("certificate") ? try fixture.text("certificate") : nil
    // Certificates are for names.
    base = certificate == nil ? "http://127.0.0.1:\(port)" : "https://localhost:\(port)"
  }
}
