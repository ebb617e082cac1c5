import DriverKit
import DriverProtocol
import Glibc

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
    let settings = try LineCodec.message(RequestSettings.self, in: fixture.values)
    guard let port = getenv(settings.port).flatMap({ Int(String(cString: $0)) }) else {
      throw UserError.noPort(settings.port)
    }
    self.port = port
    (headers, certificate) = (settings.headers, settings.certificate)
    isHTTP2 = settings.version == .two
    // Certificates are for names.
    base = certificate == nil ? "http://127.0.0.1:\(port)" : "https://localhost:\(port)"
  }
}
