import DriverProtocol
import Yams

/// Reads steps that are HTTP requests.
extension StoryReader {
  static let requestKeys =
    [StepRequest.verb, "headers"] + bodyKeys + ["take", "data", "changing"] + stepKeys
  private static let bodyKeys = ["json", "form", "text", "file"]

  func requestStep(_ node: YAMLNode) -> Step? {
    if StepKind.requests.isVerb(node) { return nil }
    guard let mapping = node.mapping(keys: Self.requestKeys) else { return nil }
    let line = mapping.required(StepRequest.verb, "a method and a path, such as GET /devices")?
      .requestLine()
    let headers = mapping["headers"].map { $0.headers() } ?? []
    let body = body(mapping)
    let taken = mapping["take"].map(taken) ?? [:]
    let data = mapping["data"]?.text()
    let changing = mapping["changing"].map(changing) ?? []
    let expected = expected(in: mapping)
    let expectation = expected.map(expectation) ?? .outcome(facts: [:], digest: nil)
    let shown = expected.map(facts) ?? []
    let (repetitions, timeLimit, items) = mapping.limitsOfStep
    return line.map {
      Step(
        request: StepRequest(
          method: $0.method, target: $0.target, headers: headers, body: body, taken: taken,
          data: data, changing: changing, shown: shown),
        repetitions: repetitions, expectation: expectation, timeLimit: timeLimit, items: items)
    }
  }

  private func body(_ mapping: YAMLMapping) -> StepRequest.Body? {
    let given = Self.bodyKeys.compactMap { key in mapping[key].map { (key, $0) } }
    for (key, node) in given.dropFirst() {
      node.note("'\(key)' beside '\(given[0].0)': a request has one content")
    }
    guard let (key, node) = given.first else { return nil }
    switch key {
    case "json": return node.json().map { .json($0) }
    case "form":
      return .form(
        node.scalars().mapValues { value in
          if case .list(let values) = value { values.map(\.description) } else { ["\(value)"] }
        })
    case "text": return node.text().map { .text($0) }
    default: return node.text().map { .file($0) }
    }
  }

  private func taken(_ node: YAMLNode) -> [String: AnswerPart] {
    var taken: [String: AnswerPart] = [:]
    for entry in node.mapping()?.entries ?? [] {
      guard VariableText.isName(entry.name) else {
        entry.key.note(
          "'\(entry.name)' can't name a value",
          allowed: "letters, digits, '-' and '_', a letter first")
        continue
      }
      guard let name = entry.value.text() else { continue }
      if let part = AnswerPart(rawValue: name), part.canBeTaken {
        taken[entry.name] = part
      } else {
        entry.value.note(
          "'\(entry.name)' is '\(name)', which names no value of the answer",
          allowed: "a JSON path such as $.id or $.items[0].name, or header NAME")
      }
    }
    return taken
  }

  private func changing(_ node: YAMLNode) -> [JSONPath] {
    if node.string == "all" { return [.whole] }
    let list = node.list(of: "JSON paths, or all", each: "a JSON path") ?? []
    return list.compactMap { entry in
      guard let text = entry.text() else { return nil }
      if let path = JSONPath(rawValue: text), path != .whole { return path }
      entry.note(
        "'\(text)' is no path into JSON", allowed: "such as $.time or $.items[*].id; or all")
      return nil
    }
  }

  /// The facts that the driver has to show so that they can be checked.
  private func facts(_ expected: YAMLNode) -> [AnswerPart] {
    let entries = expected.node.mapping == nil ? [] : expected.mapping()?.entries ?? []
    return entries.compactMap { entry in
      if ["digest", "error", "status"].contains(entry.name) { return nil }
      if let part = AnswerPart(rawValue: entry.name) { return part }
      entry.key.note(
        "'\(entry.name)' is nothing that an answer has",
        allowed: "digest, error, \(AnswerPart.allowed)",
        suggestion: NearestName.of(
          entry.name, among: ["status", "digest", "bytes", "text", "error"]))
      return nil
    }
  }
}

extension YAMLNode {
  /// The node as JSON, with YAML's types.
  fileprivate func json() -> String? {
    switch node {
    case .mapping:
      guard let entries = mapping()?.entries else { return nil }
      let members = entries.compactMap { entry in
        entry.value.json().map { "\(Self.json(of: .text(entry.name))):\($0)" }
      }
      return members.count == entries.count ? "{\(members.joined(separator: ","))}" : nil
    case .sequence:
      guard let elements = list(of: "JSON values", each: "a value of \(role)") else { return nil }
      let values = elements.compactMap { $0.json() }
      return values.count == elements.count ? "[\(values.joined(separator: ","))]" : nil
    default: return isTagged(.null) ? "null" : scalar().map(Self.json)
    }
  }

  private static func json(of value: DriverProtocol.Scalar) -> String {
    // Only what can't be in a file of YAML has no JSON.
    String(decoding: (try? LineCodec.line(value).dropLast()) ?? [], as: UTF8.self)
  }

  fileprivate func requestLine() -> (method: String, target: String)? {
    guard let text = text() else { return nil }
    let method = text.prefix { ("A"..."Z").contains($0) && $0.isASCII }
    let target = text[method.endIndex...].drop { $0 == " " }
    guard !method.isEmpty, target.startIndex > method.endIndex,
      target.hasPrefix("/") || target.hasPrefix("${"), !target.contains(where: \.isBlankOrControl)
    else {
      note(
        "\(role) is '\(text)'",
        allowed: "a method in capitals and a path without blanks, such as GET /devices?state=free")
      return nil
    }
    if target.contains("#") {
      note("\(role) is '\(text)': no request sends what follows a '#'", allowed: "%23 for the sign")
      return nil
    }
    return (String(method), String(target))
  }

  /// Lines `name: value`.
  func headers() -> [String] {
    mapping()?.entries.compactMap { entry in
      guard AnswerPart.isHeaderName(entry.name) else {
        entry.key.note("'\(entry.name)' can't name a header", allowed: "letters, digits and '-'")
        return nil
      }
      guard let text = entry.value.text() else { return nil }
      guard !text.contains(where: \.isNewline), !text.contains("\0") else {
        entry.value.note("\(entry.value.role) has more than one line", allowed: "one line")
        return nil
      }
      return "\(entry.name): \(text)"
    } ?? []
  }
}

extension Character {
  fileprivate var isBlankOrControl: Bool {
    isWhitespace || unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
