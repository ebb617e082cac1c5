import DriverProtocol

/// Reads `http` of a scenario: what holds for all its requests.
struct RequestSettingsReader {
  static let keys = ["to", "headers", "version", "certificate"]

  let services: [Service]

  /// The settings, as the fixture of the driver that sends requests.
  func read(_ node: YAMLNode?, of scenario: YAMLNode) -> [String: Scalar] {
    let known = services.filter(\.hasPort)
    guard let last = known.last else {
      scenario.note(
        "steps are requests, but no service has a port that they could be sent to",
        allowed: "'services' with '${port}' in the words of one")
      return [:]
    }
    var settings = RequestSettings(port: last.portVariable)
    let mapping = node?.mapping(keys: Self.keys)
    if let to = mapping?["to"], let name = to.text() {
      if let service = known.first(where: { $0.name == name }) {
        settings.port = service.portVariable
      } else {
        to.noteUnknown("there is no service '\(name)' with a port", name, among: known.map(\.name))
      }
    }
    settings.version = mapping?["version"]?.choice(of: RequestSettings.HTTPVersion.self) ?? .one
    settings.headers = mapping?["headers"]?.headers() ?? []
    settings.certificate = mapping?["certificate"]?.text()
    return LineCodec.arguments(settings)
  }
}
