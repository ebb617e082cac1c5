/// A server beside the driver: started afresh for each run before the driver's handshake, measured apart
/// from it, and ended after it.
public struct Service: Sendable, Equatable {
  /// The name in metrics (`server.cpu-time`), variables (`${server.port}`) and the driver's environment
  /// (`SERVER_PORT`).
  public var name: String
  /// The program and its arguments. `${name}` in them stands for a variable: see ``ServiceVariable``.
  public var command: [String]
  /// What is added to its environment, with variables as of the command.
  public var environment: [String: String]
  /// What shows that it is ready.
  public var readiness: Readiness
  /// The time within which it has to be ready; nil for the scenario's time limit.
  public var timeLimit: Duration?

  /// What shows that a service is ready.
  public enum Readiness: Sendable, Equatable {
    /// It listens on its port.
    case port
    /// It prints a line with this text, on standard output or standard error.
    case line(String)
    /// There is a file at this path from its folder.
    case file(String)

    /// What the service does then, as the end of a sentence.
    fileprivate var words: String {
      switch self {
      case .port: "listens on its port"
      case .line(let text): "prints a line with '\(text)'"
      case .file(let path): "makes the file '\(path)'"
      }
    }
  }

  /// A service; ``ScenarioParser`` reads them from files.
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

  /// The same with values in place of variables; a variable that has none stays. A word of which
  /// nothing remains is left out.
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

  /// A Boolean value indicating whether it is given a port.
  public var hasPort: Bool { readiness == .port || namesPort }

  /// A Boolean value indicating whether its words name its port, so that it is told which it is.
  var namesPort: Bool {
    texts.contains { VariableText.names(in: $0).contains(ServiceVariable.port) }
  }

  /// The name of the variable by which the driver, and services after it, learn its port: `SERVER_PORT`.
  public var portVariable: String { Self.portVariable(of: name) }

  static func portVariable(of name: String) -> String {
    name.uppercased().replacing("-", with: "_") + "_PORT"
  }

  /// All texts in which variables may stand.
  public var texts: [String] {
    var texts = command + environment.sorted { $0.key < $1.key }.map(\.value)
    if case .file(let path) = readiness { texts.append(path) }
    return texts
  }

  /// The programs that it needs of the build's folder: `field-notes` of `${build}/field-notes`.
  public var programsOfBuild: [String] {
    texts.flatMap { text in
      text.matches(of: /\$\{build\}\/([A-Za-z0-9_.-]+)/).map { String($0.output.1) }
    }
  }

  /// All that makes it what it is, in one line: two that are the same have the same line.
  public var summary: String {
    var parts = [command.map(\.debugDescription).joined(separator: " ")]
    parts += environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.debugDescription)" }
    return (parts + ["ready when it \(readiness.words)"]).joined(separator: ", ")
  }
}

extension Scenario {
  /// The services, each in one line, by their names: what a story's replay rests on beside its steps.
  public var summariesOfServices: [String: String] {
    Dictionary(services.map { ($0.name, $0.summary) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The variables that Rehearse sets in the words of a service, beside those of the build.
public enum ServiceVariable {
  /// Its own port on the loopback interface, as text.
  public static let port = "port"
  /// The folder that holds the build's program.
  public static let build = "build"

  /// The variable of the port of a service, for services after it and for steps that are commands.
  public static func port(of service: String) -> String { "\(service).port" }

  /// Names that no variable of a build may have where there are services.
  static let reserved = [VariableText.scenarioFolder, port, build]
}
