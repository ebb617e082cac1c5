import Yams

struct CommandStepReader {
  static let keys = [
    "run", "shell", "stdin", "stdout", "environment", "repeat", "items", "time-limit", "expect",
  ]
  static let contentKeys = ["digest", "lines", "bytes", "text"]
  static let expectationKeys = ["status"] + contentKeys + ["files"]

  /// The builds, whose variables the commands may name.
  let builds: [Build]
  /// The services, whose ports the commands may name.
  var services: [Service] = []
  /// A Boolean value indicating whether commands' expected outcomes may be missing, to be recorded.
  var allowsUnrecorded = false

  /// The step; nil if it has no command.
  func read(_ node: YAMLNode) -> Step? {
    if StepKind.commands.isVerb(node) { return nil }
    guard let mapping = node.mapping(keys: Self.keys) else { return nil }
    let words = words(mapping)
    let expected = mapping["expect"].flatMap { allowsUnrecorded && $0.isToBeRecorded ? nil : $0 }
    let expectation = expected.map(expectation) ?? CommandExpectation()
    let (repetitions, timeLimit, items) = mapping.limitsOfStep
    let command = StepCommand(
      words: words ?? [], input: mapping["stdin"].flatMap(file),
      output: mapping["stdout"].flatMap(file),
      environment: mapping["environment"].map(environment) ?? [:])
    guard words != nil else { return nil }
    return Step(
      verb: "run", command: command, repetitions: repetitions, expectation: .command(expectation),
      timeLimit: timeLimit, items: items)
  }

  private func words(_ mapping: YAMLMapping) -> [String]? {
    switch (mapping["run"], mapping["shell"]) {
    case (let run?, let shell):
      shell?.note("'shell' beside 'run': a step is one command")
      return words(run)
    case (nil, let shell?): return text(shell).map(StepCommand.shell)
    case (nil, nil):
      mapping.owner.note("the step has no command", allowed: "run or shell")
      return nil
    }
  }

  private func words(_ node: YAMLNode) -> [String]? {
    guard case .scalar = node.node else {
      let words = node.list(of: "words, or a text", each: "a word of the command")
      if words?.isEmpty == true { node.note("the command is empty", allowed: "one word or more") }
      let read = words?.compactMap(word)
      return read?.isEmpty == false && read?.count == words?.count ? read : nil
    }
    guard let text = text(node) else { return nil }
    do throws(CommandWordsError) {
      let words = try CommandWords(text)
      if let sign = words.shellSigns.first {
        node.note("'\(sign)' means nothing without a shell", allowed: "'shell' in place of 'run'")
      }
      return words.words
    } catch {
      node.note("the command can't be split into words: \(error)")
      return nil
    }
  }

  /// A word, which may be empty.
  private func word(_ node: YAMLNode) -> String? {
    guard case .scalar(let scalar) = node.node, scalar.string.isEmpty else { return text(node) }
    return ""
  }

  private func text(_ node: YAMLNode) -> String? {
    guard let text = node.text() else { return nil }
    return checked(text, at: node) ? text : nil
  }

  /// Returns whether a text can be a part of a command, once its variables are known.
  private func checked(_ text: String, at node: YAMLNode) -> Bool {
    if text.contains("\0") {
      node.note("\(node.role) holds a NUL, which no command can be given")
      return false
    }
    let ports = services.filter(\.hasPort).map { ServiceVariable.port(of: $0.name) }
    let unknown = VariableText.names(in: text).first {
      $0 != VariableText.scenarioFolder && !ports.contains($0) && lacking($0)
    }
    guard let unknown else { return true }
    let known = Set(builds.flatMap(\.variables.keys)).union([VariableText.scenarioFolder] + ports)
      .sorted()
    let without = builds.filter { $0.variables[unknown] == nil }.map { "'\($0.name)'" }
    node.note(
      without.count == builds.count
        ? "there is no variable '\(unknown)'"
        : "\(without.joined(separator: ", ")) has no variable '\(unknown)'",
      allowed:
        "'variables' of the builds; there are \(known.joined(separator: ", ")); a shell's own is written $\(unknown) or $${\(unknown)}",
      suggestion: NearestName.of(unknown, among: known.filter { $0 != unknown }))
    return false
  }

  private func lacking(_ name: String) -> Bool { builds.contains { $0.variables[name] == nil } }

  /// The name of a file in the run's folder.
  private func file(_ node: YAMLNode) -> String? {
    text(node).flatMap { isInside($0, node) ? $0 : nil }
  }

  private func isInside(_ name: String, _ node: YAMLNode) -> Bool {
    let isInside = !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    if !isInside {
      node.note(
        "'\(name)' is not in the run's folder", allowed: "a path from there, such as out.txt")
    }
    return isInside
  }

  private func environment(_ node: YAMLNode) -> [String: String] {
    var environment: [String: String] = [:]
    for entry in node.mapping()?.entries ?? [] {
      if entry.name.contains("=") {
        entry.key.note(
          "'\(entry.name)' can't name a variable of the environment", allowed: "no '='")
      }
      environment[entry.name] = word(entry.value)
    }
    return environment
  }
}

/// The expected outcome of a command.
extension CommandStepReader {
  private func expectation(_ node: YAMLNode) -> CommandExpectation {
    guard let mapping = node.mapping(keys: Self.expectationKeys) else { return .init() }
    if mapping.entries.isEmpty {
      node.note("nothing is expected", allowed: Self.expectationKeys.joined(separator: ", "))
    }
    var files: [String: CommandExpectation.Content] = [:]
    for entry in mapping["files"]?.mapping()?.entries ?? [] {
      if isInside(entry.name, entry.key), checked(entry.name, at: entry.key) {
        files[entry.name] = entry.value.mapping(keys: Self.contentKeys).map(content)
      }
    }
    return CommandExpectation(
      status: mapping["status"].flatMap { $0.wholeNumber(0...255) } ?? 0,
      output: content(mapping), files: files)
  }

  private func content(_ mapping: YAMLMapping) -> CommandExpectation.Content {
    .init(
      digest: mapping["digest"].flatMap(digest),
      lines: mapping["lines"].flatMap { $0.wholeNumber(0...Int.max) },
      bytes: mapping["bytes"].flatMap { $0.wholeNumber(0...Int.max) },
      text: mapping["text"].flatMap(word).map(Self.withoutLastFeed))
  }

  private func digest(_ node: YAMLNode) -> String? {
    guard let text = text(node) else { return nil }
    if !VariableText.names(in: text).isEmpty { return text }
    if text.utf8.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
      return text.lowercased()
    }
    node.note(
      "\(node.role) is '\(text)'",
      allowed: "a SHA-256, 64 hexadecimal digits, in quotes, as 'sha256sum' prints it")
    return nil
  }

  static func withoutLastFeed(_ text: String) -> String {
    text.unicodeScalars.last == "\n" ? String(text.unicodeScalars.dropLast()) : text
  }
}

/// Reads `files`: what to copy into each run's folder.
struct FileListReader {
  /// The names of files that are already in the folder.
  var taken: [String] = []

  func read(_ node: YAMLNode?) -> [String] {
    var names = taken
    return node?.list(of: "files", each: "a file")?.compactMap { node in
      guard let text = node.text() else { return nil }
      let path = text.hasSuffix("/") ? String(text.dropLast()) : text
      guard let name = StepFiles.name(of: path) else {
        node.note("'\(text)' names no file", allowed: "a path from the scenario's folder")
        return nil
      }
      if names.contains(name) {
        node.note("'\(name)' is there twice: files are copied by their last names")
      }
      names.append(name)
      return path
    } ?? []
  }
}

/// The files that commands find in their folder.
public enum StepFiles {
  /// The name of a copied file there; nil if the path has none.
  public static func name(of path: String) -> String? {
    guard let name = path.split(separator: "/").last.map(String.init), name != ".", name != ".."
    else { return nil }
    return name
  }
}
