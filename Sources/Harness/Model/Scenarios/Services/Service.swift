/// A server beside the driver: started for each run before the driver's handshake, measured
/// separately from it, and ended after it.
public struct Service: Sendable, Equatable {
  /// The name in metrics (`server.cpu-time`), variables (`${server.port}`) and the driver's
  /// environment (`SERVER_PORT`).
  public var name: String
  /// The program and its arguments. `${name}` in them is a variable: see ``ServiceVariable``.
  public var command: [String]
  /// Additions to its environment, with the same variables.
  public var environment: [String: String]
  /// How it shows that it is ready.
  public var readiness: Readiness
  /// The time within which it must be ready; nil for the scenario's time limit.
  public var timeLimit: Duration?

  /// How a service shows that it is ready.
  public enum Readiness: Sendable, Equatable {
    /// It listens on its port.
    case port
    /// It prints a line with this text, on standard output or standard error.
    case line(String)
    /// A file exists at this path, relative to its folder.
    case file(String)

    /// The service's sign of readiness, as the end of a sentence.
    fileprivate var words: String {
      switch self {
      case .port: "listens on its port"
      case .line(let text): "prints a line with '\(text)'"
      case .file(let path): "makes the file '\(path)'"
      }
    }
  }

  /// Creates a service; ``ScenarioParser`` reads them from files.
  public init(
    name: String, command: [String], environment: [String: String] = [:],
    readiness: Readiness = .port, timeLimit: Duration? = nil
  ) {
    self.name = name
    self.command = command
    self.environment = environment
    self.readiness = readiness
    self.timeLimit = timeLimit
  }

  /// The same service with variables resolved; a variable without a value stays. A word that
  /// becomes empty is omitted.
  public func resolved(by values: [String: String]) -> Service {
    var service = self
    service.command = command.compactMap { word in
      let resolved = VariableText.resolved(word, by: values)
      return resolved.isEmpty && !word.isEmpty ? nil : resolved
    }
    service.environment = environment.mapValues { VariableText.resolved($0, by: values) }
    if case .file(let path) = readiness {
      service.readiness = .file(VariableText.resolved(path, by: values))
    }
    return service
  }

  /// A Boolean value indicating whether it gets a port.
  public var hasPort: Bool { readiness == .port || namesPort }

  /// A Boolean value indicating whether its words name its port, so that it knows the number.
  var namesPort: Bool {
    texts.contains { VariableText.names(in: $0).contains(ServiceVariable.port) }
  }

  /// The variable from which the driver, and services after it, get its port: `SERVER_PORT`.
  public var portVariable: String { Self.portVariable(of: name) }

  static func portVariable(of name: String) -> String {
    name.uppercased().replacing("-", with: "_") + "_PORT"
  }

  /// All texts that may contain variables.
  public var texts: [String] {
    var texts = command + environment.sorted { $0.key < $1.key }.map(\.value)
    if case .file(let path) = readiness { texts.append(path) }
    return texts
  }

  /// The programs that it needs from the build's folder: `field-notes` for `${build}/field-notes`.
  public var programsOfBuild: [String] {
    texts.flatMap { text in
      text.matches(of: /\$\{build\}\/([A-Za-z0-9_.-]+)/).map { String($0.output.1) }
    }
  }

  /// Everything that defines it, in one line: equal services have equal lines.
  var summary: String {
    var parts = [command.map(\.debugDescription).joined(separator: " ")]
    parts += environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.debugDescription)" }
    return (parts + ["ready when it \(readiness.words)"]).joined(separator: ", ")
  }
}

/// The variables that Rehearse sets for a service, besides those of the build.
public enum ServiceVariable {
  /// Its own port on the loopback interface.
  public static let port = "port"
  /// The folder with the build's program.
  public static let build = "build"

  /// The variable for a service's port, for services after it and for steps that are commands.
  public static func port(of service: String) -> String { "\(service).port" }

  /// Names that a build's variables may not have if there are services.
  static let reserved = [VariableText.scenarioFolder, port, build]
}
