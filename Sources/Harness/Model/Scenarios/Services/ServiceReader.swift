import Metrics
import Yams

struct ServiceReader {
  static let keys = ["command", "ready", "time-limit", "environment"]
  static let readyKeys = ["line", "file"]

  /// The builds, whose variables the words may name.
  let builds: [Build]
  var haveProgram = true

  func read(_ node: YAMLNode?) -> [Service] {
    guard let mapping = node?.mapping() else { return [] }
    if mapping.entries.isEmpty {
      mapping.owner.note("there are no services", allowed: "one or more")
    }
    var services: [Service] = []
    for entry in mapping.entries {
      guard Metric.isService(entry.name) else {
        entry.key.note(
          "'\(entry.name)' can't name a service",
          allowed: "letters, digits, '-' and '_', a letter first, 64 at most")
        continue
      }
      let variable = Service.portVariable(of: entry.name)
      if let other = services.first(where: { $0.portVariable == variable }) {
        entry.key.note("'\(entry.name)' and '\(other.name)' would both have the port \(variable)")
      }
      let known = services.filter(\.hasPort)
      if let service = service(named: entry.name, entry.value, after: known) {
        services.append(service)
      }
    }
    return services
  }

  private func service(named name: String, _ node: YAMLNode, after known: [Service]) -> Service? {
    guard let mapping = node.mapping(keys: Self.keys) else { return nil }
    let list = mapping.required("command", "the words that start it")?
      .list(of: "words", each: "a word of the command")
    if list?.isEmpty == true {
      mapping["command"]?.note("the command is empty", allowed: "one word or more")
    }
    let words = list?.compactMap { text($0, after: known) }
    let environment = mapping["environment"].map { self.environment($0, after: known) } ?? [:]
    let readiness = mapping["ready"].map { self.readiness($0, after: known) } ?? .port
    let timeLimit = mapping["time-limit"].flatMap { $0.duration() }
    guard let words, !words.isEmpty, let readiness else { return nil }
    let service = Service(
      name: name, command: words, environment: environment, readiness: readiness,
      timeLimit: timeLimit)
    if readiness == .port, !service.namesPort {
      mapping.owner.note(
        "\(mapping.owner.role) has to listen on a port, but nothing tells it which",
        allowed: "'${port}' in 'command' or 'environment', or another 'ready'")
    }
    return service
  }

  private func readiness(_ node: YAMLNode, after known: [Service]) -> Service.Readiness? {
    if node.string == "port" { return .port }
    guard case .mapping = node.node else {
      node.noteWrongKind(allowed: "port, { line: TEXT } or { file: PATH }")
      return nil
    }
    guard let mapping = node.mapping(keys: Self.readyKeys) else { return nil }
    guard mapping.entries.count == 1, let entry = mapping.entries.first else {
      node.note("\(node.role) names \(mapping.entries.count) things", allowed: "line or file")
      return nil
    }
    if entry.name == "file" { return text(entry.value, after: known).map { .file($0) } }
    guard let text = entry.value.text() else { return nil }
    guard !text.contains(where: \.isNewline) else {
      entry.value.note("'line' has more than one line", allowed: "a part of one line")
      return nil
    }
    return .line(text)
  }

  private func environment(_ node: YAMLNode, after known: [Service]) -> [String: String] {
    var environment: [String: String] = [:]
    for entry in node.mapping()?.entries ?? [] {
      guard !entry.name.contains("="), !entry.name.contains("\0") else {
        entry.key.note("'\(entry.name)' can't name a variable of the environment")
        continue
      }
      // Unquoted numbers are text here, as everywhere in an environment.
      if let text = text(entry.value, after: known) { environment[entry.name] = text }
    }
    return environment
  }

  /// A text whose variables all exist.
  private func text(_ node: YAMLNode, after known: [Service]) -> String? {
    guard let text = node.text() else { return nil }
    if text.contains("\0") {
      node.note("\(node.role) holds a NUL, which no program can be given")
      return nil
    }
    let own = ServiceVariable.reserved.filter { $0 != ServiceVariable.build || haveProgram }
    let ports = known.map { ServiceVariable.port(of: $0.name) }
    for name in VariableText.names(in: text) where !own.contains(name) && !ports.contains(name) {
      let lacking = builds.filter { $0.variables[name] == nil }
      if lacking.isEmpty, !builds.isEmpty { continue }
      let variables = Set(builds.flatMap(\.variables.keys)).sorted()
      node.note(
        lacking.count == builds.count
          ? "there is no variable '\(name)'"
          : "\(lacking.map { "'\($0.name)'" }.joined(separator: ", ")) has no variable '\(name)'",
        allowed:
          "\((own + ports + variables).joined(separator: ", ")), and 'variables' of the builds",
        suggestion: NearestName.of(name, among: (own + ports + variables).filter { $0 != name }))
    }
    return text
  }
}
