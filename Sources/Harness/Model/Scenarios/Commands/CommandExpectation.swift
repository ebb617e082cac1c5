import DriverProtocol

/// The expected outcome of a command: its exit status, and what it wrote.
public struct CommandExpectation: Sendable, Equatable {
  /// The exit status.
  public var status: Int
  /// The expected standard output.
  public var output: Content
  /// The files that must be in the run's folder when it has ended, and their expected content.
  public var files: [String: Content]

  /// The expected content of a file.
  public struct Content: Sendable, Equatable {
    /// SHA-256, hexadecimal.
    public var digest: String?
    /// The number of its lines; text after the last line feed counts as one.
    public var lines: Int?
    /// Its size.
    public var bytes: Int?
    /// Its text, without a line feed at the end.
    public var text: String?

    /// Creates an expectation; by default nothing is expected.
    public init(digest: String? = nil, lines: Int? = nil, bytes: Int? = nil, text: String? = nil) {
      self.digest = digest
      self.lines = lines
      self.bytes = bytes
      self.text = text
    }

    /// The expected facts of an outcome: of the file `name`, or of standard output if it is nil.
    fileprivate func facts(of name: String?) -> [(name: String, wanted: Scalar)] {
      let facts: [(CommandFact, Scalar?)] = [
        (.text, text.map { .text($0) }), (.lines, lines.map { .integer($0) }),
        (.bytes, bytes.map { .integer($0) }), (.digest, digest.map { .text($0) }),
      ]
      return facts.compactMap { fact, wanted in wanted.map { (fact.name(of: name), $0) } }
    }
  }

  /// Success by default.
  public init(status: Int = 0, output: Content = Content(), files: [String: Content] = [:]) {
    self.status = status
    self.output = output
    self.files = files
  }

  /// A Boolean value indicating whether only the exit status is checked.
  public var isOfStatusAlone: Bool { output == Content() && files.isEmpty }

  /// The same expectation with variables resolved.
  public func resolved(by values: [String: String]) -> CommandExpectation {
    func resolved(_ content: Content) -> Content {
      var content = content
      content.digest = content.digest.map { VariableText.resolved($0, by: values) }
      content.text = content.text.map { VariableText.resolved($0, by: values) }
      return content
    }
    return CommandExpectation(
      status: status, output: resolved(output),
      files: Dictionary(
        files.map { (VariableText.resolved($0.key, by: values), resolved($0.value)) },
        uniquingKeysWith: { first, _ in first }))
  }

  /// The expected facts of an outcome, by name.
  var facts: [String: Scalar] {
    let kinds = files.keys.map {
      (name: CommandFact.kind.name(of: $0), wanted: Scalar.text(CommandFact.file))
    }
    let status = (name: CommandFact.status.rawValue, wanted: Scalar.integer(status))
    return Dictionary(
      ([status] + kinds + contents).map { ($0.name, $0.wanted) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The expected facts of what it wrote: of standard output, then of each file.
  private var contents: [(name: String, wanted: Scalar)] {
    output.facts(of: nil) + files.sorted { $0.key < $1.key }.flatMap { $0.value.facts(of: $0.key) }
  }

  /// The reason why an outcome is not as expected, or nil if it is. The status comes first, because the
  /// output of a failed program is no surprise.
  public func objection(to outcome: [String: Scalar]) -> Objection? {
    func objection(_ name: String, _ wanted: Scalar) -> Objection? {
      Expectation.objection(name, wanted, found: outcome[name])
    }
    if let status = objection(CommandFact.status.rawValue, .integer(status)) { return status }
    for name in files.keys.sorted() {
      switch outcome[CommandFact.kind.name(of: name)] {
      case .text(CommandFact.file)?: continue
      case .text(let found)?: return Objection("expected the file \(name), found \(found)")
      default: return Objection("expected the file \(name), which does not exist")
      }
    }
    return contents.lazy.compactMap { objection($0.name, $0.wanted) }.first
  }
}

/// The facts of a command's outcome.
public enum CommandFact: String, Sendable {
  case status
  /// The SHA-256 of what was written.
  case digest
  case lines
  case bytes
  case text
  /// The existence of the file.
  case kind

  /// The kind of a regular file.
  public static let file = "a file"

  /// The name in an outcome: `lines` for standard output, `lines of counts` for a file.
  public func name(of file: String?) -> String { file.map { "\(rawValue) of \($0)" } ?? rawValue }
}
