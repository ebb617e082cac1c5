import DriverProtocol

/// A file that requests name.
public struct RequestFile: Sendable {
  /// The step that names it; nil for what holds for all requests.
  let step: StepReference?
  /// The key that names it.
  public let key: String
  /// The path from the scenario's folder; it may contain variables.
  public let path: String
}

extension Scenario {
  /// The files that requests name, in file order.
  public var requestFiles: [RequestFile] {
    stepReferences.flatMap { step in
      (self[step]?.request?.files ?? []).map { RequestFile(step: step, key: $0.key, path: $0.path) }
    }
      + [requestSettings?.certificate].compactMap(\.self).map {
        RequestFile(step: nil, key: "certificate", path: $0)
      }
  }

  /// The paths of the files that the requests of a story's replay name, its users' among them, with the certificate
  /// that they trust; each once, sorted.
  public func requestFiles(of story: Story) -> [String] {
    let ofUsers = (story.users?.stories ?? []).compactMap { self.story(named: $0.name) }
    let requests = ([story] + ofUsers).flatMap { prerequisites(of: $0) + [$0] }.flatMap(\.steps)
      .compactMap(\.request)
    let trusted = requests.isEmpty ? nil : requestSettings?.certificate
    return Set(requests.flatMap { $0.files.map { $0.path } } + [trusted].compactMap(\.self))
      .sorted()
  }

  /// The settings of all requests; nil if steps are none.
  var requestSettings: RequestSettings? {
    isOfRequests ? (try? LineCodec.message(RequestSettings.self, in: fixture)) : nil
  }
}

extension StepRequest {
  /// The request in one line, at most 100 characters.
  var label: String {
    let line = "\(method) \(target)"
    return line.count > 100 ? line.prefix(99) + "…" : line
  }

  fileprivate var files: [(key: String, path: String)] {
    var files: [(key: String, path: String)] = []
    if case .file(let path)? = body { files.append(("file", path)) }
    if let data { files.append(("data", data)) }
    return files
  }

  /// All texts that may contain variables.
  var texts: [String] {
    var texts = [target] + headers
    switch body {
    case .json(let text), .text(let text), .file(let text): texts.append(text)
    case .form(let fields): texts += fields.sorted { $0.key < $1.key }.flatMap(\.value)
    case nil: break
    }
    return texts
  }
}
