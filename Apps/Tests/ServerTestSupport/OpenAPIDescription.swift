public import AppExchange
public import Foundation

/// A description by OpenAPI 3.1, as much of it as our servers' have. What else one may hold is a
/// mistake, so that nothing in a description goes unchecked.
public struct OpenAPIDescription {
  /// An object of JSON.
  public typealias Object = [String: Any]
  private let document: Object
  private let paths: [String: Object]
  private static let methods = ["get", "put", "post", "delete", "patch"]

  /// Reads a description.
  public init(_ json: Data) throws {
    document = try JSONSerialization.jsonObject(with: json) as? Object ?? [:]
    paths = document["paths"] as? [String: Object] ?? [:]
  }

  /// All answers that are described: `GET /changes 200`.
  public var all: Set<String> {
    var all: Set<String> = []
    for (path, item) in paths {
      for method in Self.methods {
        let answers = (item[method] as? Object)?["responses"] as? Object ?? [:]
        for status in answers.keys { all.insert("\(method.uppercased()) \(path) \(status)") }
      }
    }
    return all
  }

  /// What an answer has that is not described, or lacks, and by what it is described.
  public func mistakes(
    of request: ExchangeRequest, _ response: ExchangeResponse
  ) -> (key: String?, mistakes: [String]) {
    let target = String(request.target.prefix { $0 != "?" })
    guard let path = template(of: target), let item = paths[path] else {
      return (nil, response.status == 404 ? [] : ["\(target) is not described"])
    }
    let described = Self.methods.filter { item[$0] != nil }.map { $0.uppercased() }
    guard let operation = item[request.method.lowercased()] as? Object else {
      let allowed = response.fields["allow"]?.split(separator: ", ").map(String.init) ?? []
      let isSo = response.status == 405 && Set(allowed) == Set(described)
      return (nil, isSo ? [] : ["a method that is not described is answered otherwise"])
    }
    let answers = operation["responses"] as? Object ?? [:]
    guard let answer = (answers["\(response.status)"] as? Object).map(resolved) else {
      return (nil, ["status \(response.status) is not described"])
    }
    var found: [String] = []
    if 200...299 ~= response.status, let body = operation["requestBody"] as? Object {
      found += mistakes(in: request.body, by: body)
    }
    let contents = answer["content"] as? Object ?? [:]
    if contents.isEmpty {
      if !response.body.isEmpty { found.append("a body is not described") }
    } else {
      let type = response.fields["content-type"] ?? "none"
      if contents[type] == nil { found.append("the content type \(type) is not described") }
      if contents["application/json"] != nil { found += mistakes(in: response.body, by: answer) }
    }
    for (name, header) in answer["headers"] as? [String: Object] ?? [:] {
      let value = response.fields[name.lowercased()]
      found += mistakes(in: value ?? NSNull(), by: header["schema"] as? Object ?? [:], name)
    }
    return ("\(request.method) \(path) \(response.status)", found)
  }

  /// The path that describes another, which has a word where it has a parameter in braces.
  private func template(of target: String) -> String? {
    let words = target.split(separator: "/", omittingEmptySubsequences: false)
    return paths.keys.first { path in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == words.count
        && zip(parts, words).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }
  }

  /// What an object refers to; the object itself where it refers to nothing that is there.
  private func resolved(_ object: Object) -> Object {
    guard let reference = object["$ref"] as? String else { return object }
    var target: Any? = document
    for part in reference.dropFirst(2).split(separator: "/") {
      target = (target as? Object)?[String(part)]
    }
    return target as? Object ?? object
  }

  private func mistakes(in body: Data, by holder: Object) -> [String] {
    let content = (holder["content"] as? Object)?["application/json"] as? Object
    guard let schema = content?["schema"] as? Object,
      let value = try? JSONSerialization.jsonObject(with: body)
    else { return ["the body is no JSON"] }
    return mistakes(in: value, by: schema)
  }

  /// What a value has that its schema does not allow.
  public func mistakes(in value: Any, by schema: Object, _ place: String = "it") -> [String] {
    if schema["$ref"] != nil {
      let target = resolved(schema)
      guard target["$ref"] == nil else { return ["\(schema["$ref"] ?? "") leads nowhere"] }
      return mistakes(in: value, by: target, place)
    }
    let known: Set = [
      "type", "description", "additionalProperties", "required", "properties", "items", "maxItems",
      "enum", "pattern", "minLength", "contentEncoding", "minimum", "maximum",
    ]
    var found = schema.keys.filter { !known.contains($0) }.map { "the test does not know \($0)" }
    switch schema["type"] as? String {
    case "object":
      guard let object = value as? Object else { return found + ["\(place) is no object"] }
      for name in schema["required"] as? [String] ?? [] where object[name] == nil {
        found.append("\(name) is missing")
      }
      let properties = schema["properties"] as? [String: Object] ?? [:]
      for (name, value) in object.sorted(by: { $0.key < $1.key }) {
        if let schema = properties[name] {
          found += mistakes(in: value, by: schema, name)
        } else if schema["additionalProperties"] as? Bool == false {
          found.append("\(name) is not described")
        }
      }
    case "array":
      guard let items = value as? [Any] else { return found + ["\(place) is no array"] }
      if items.count > schema["maxItems"] as? Int ?? .max { found.append("\(place) is too long") }
      for item in items {
        found += mistakes(in: item, by: schema["items"] as? Object ?? [:], place)
      }
    case "string":
      guard let text = value as? String else { return found + ["\(place) is no string"] }
      if let words = schema["enum"] as? [String], !words.contains(text) {
        found.append("\(place) is none of \(words)")
      }
      if let pattern = schema["pattern"] as? String,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        found.append("\(place) does not match \(pattern)")
      }
      if text.count < schema["minLength"] as? Int ?? 0 { found.append("\(place) is too short") }
      if schema["contentEncoding"] as? String == "base64", Data(base64Encoded: text) == nil {
        found.append("\(place) is no base64")
      }
    case "integer":
      guard let number = value as? Int else { return found + ["\(place) is no integer"] }
      if number < schema["minimum"] as? Int ?? .min || number > schema["maximum"] as? Int ?? .max {
        found.append("\(place) is out of range")
      }
    case "boolean": if value as? Bool == nil { found.append("\(place) is no boolean") }
    case let type: found.append("the test does not know the type \(type ?? "of nothing")")
    }
    return found
  }
}
