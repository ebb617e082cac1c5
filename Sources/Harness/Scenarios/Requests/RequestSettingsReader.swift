import DriverProtocol

/// Reads `http` of a scenario: what holds for all its requests.
struct RequestSettingsReader {
  static let keys = ["to", "headers", "version", "certificate"]

  let services: [Service]

  /// The settings for the driver that sends requests.
  func read(_ node: YAMLNode?, of scenario: YAMLNode) -> [String: Scalar] {
    let known = services.filter(\.hasPort)
    guard let last = known.last else {
      scenario.note(
        "steps are requests, but no service has a port that they could be sent to",
        allowed: "'services' with '${port}' in the words of one")
      return [:]
    }
    var settings: [String: Scalar] = [
      "port": .text(last.portVariable), "version": .text(HTTPVersion.one.rawValue),
    ]
    guard let mapping = node?.mapping(keys: Self.keys) else { return settings }
    if let to = mapping["to"], let name = to.text() {
      if let service = known.first(where: { $0.name == name }) {
        settings["port"] = .text(service.portVariable)
      } else {
        to.note(
          "there is no service '\(name)' with a port",
          allowed: known.map(\.name).joined(separator: ", "),
          suggestion: NearestName.of(name, among: known.map(\.name)))
      }
    }
    if let version = mapping["version"]?.choice(of: HTTPVersion.self) {
      settings["version"] = .text(version.rawValue)
    }
    if let headers = mapping["headers"]?.headers(), !headers.isEmpty {
      settings["headers"] = .list(headers.map { .text($0) })
    }
    settings["certificate"] = mapping["certificate"]?.text().map { .text($0) }
    return settings
  }
}

/// A version of HTTP.
private enum HTTPVersion: String, CaseIterable {
  case one = "1.1"
  case two = "2"
}
