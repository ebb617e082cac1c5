import Analysis
import DriverProtocol

/// How a call of `rehearse` ended, and what it wrote.
struct CallEnd: Sendable, Equatable {
  /// Its exit status; nil if a signal ended it, or if it could not be started.
  let status: Int32?
  /// Its result as JSON.
  let output: String
  /// The last lines of its standard error.
  let messages: [String]
}

/// The result of a tool: a sentence for people, and an object for programs.
struct ToolAnswer {
  private let tool: AgentTool
  private let end: CallEnd
  /// The document that was printed; nil for none.
  private let document: JSONValue?

  /// The answer of a tool, from the end of its call.
  init(_ tool: AgentTool, _ end: CallEnd) {
    (self.tool, self.end) = (tool, end)
    document = try? JSONValue(parsing: Array(end.output.utf8))
  }

  static let schema: JSONValue = [
    "type": "object", "required": ["tool", "meaning", "messages"],
    "properties": [
      "tool": ["type": "string"],
      "exitStatus": [
        "type": "integer", "description": "The status of the command: 0 is not always a pass.",
      ],
      "meaning": ["type": "string", "description": "The status in words."],
      "result": [
        "description": "The document that the command printed, without what 'omitted' names."
      ],
      "omitted": ["type": "string"],
      "messages": [
        "type": "array", "items": ["type": "string"],
        "description": "The last lines of standard error: notes, and reasons of failures.",
      ],
    ],
  ]

  /// The result of `tools/call`.
  var result: JSONValue {
    let object = JSONValue.object(members)
    let text = String(decoding: (try? object.bytes) ?? [], as: UTF8.self)
    return [
      "content": [
        ["type": "text", "text": .text(sentences.joined(separator: "\n"))],
        // For clients that don't read the object.
        ["type": "text", "text": .text(text)],
      ],
      "structuredContent": object, "isError": .bool(isError),
    ]
  }

  /// The outcome by the status; nil for wrong usage, and if there is no status.
  private var outcome: Outcome? { Outcome.allCases.first { $0.exitCode == end.status } }

  /// Rehearse's own failures are errors. A regression is a result, and so is an app that crashes.
  private var isError: Bool {
    switch outcome {
    case nil, .toolFailed?, .interrupted?: true
    case .passed?, .inconclusive?, .regression?: document == nil
    // Before anything is measured they have reasons alone, as messages.
    case .notComparable?, .appFailed?: false
    }
  }

  private var meaning: String {
    if let outcome {
      let isLost = isError && outcome != .toolFailed && outcome != .interrupted
      return isLost ? "Rehearse printed no result, so nothing is decided." : tool.meaning(outcome)
    }
    if end.status == 64 { return "The arguments are wrong, so nothing was done." }
    return end.status.map { "Rehearse ended with the unknown status \($0), so nothing is decided." }
      ?? "Rehearse did not end by itself, so nothing is decided."
  }

  private var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "tool": .text(tool.rawValue), "meaning": .text(meaning),
      "messages": .list(end.messages.map { .text($0) }),
    ]
    members["exitStatus"] = end.status.map { .integer(Int($0)) }
    guard let document else { return members }
    let shortened = document.shortened
    members["result"] = shortened
    if shortened != document {
      members["omitted"] =
        "Statistics of the experiment, and ungated values that didn't change. 'show' has metrics and stories."
    }
    return members
  }

  /// The meaning, then the document's own sentences; without a document, what was said instead.
  private var sentences: [String] { [meaning] + (document?.sentences ?? end.messages) }
}

extension JSONValue {
  /// The sentences for people in a document of Rehearse, or in a list of such.
  fileprivate var sentences: [String] {
    if case .list(let documents) = self { return documents.flatMap(\.sentences) }
    return ["summary", "reason", "sentence", "warnings", "notes"].flatMap { name -> [String] in
      switch self[name] {
      case .text(let sentence)?: [sentence]
      case .list(let sentences)?: sentences.flatMap(\.ownText)
      default: []
      }
    }
  }

  private var ownText: [String] {
    if case .text(let text) = self { [text] } else { [] }
  }

  /// A document of a comparison without what an agent can do without: it would fill its memory.
  fileprivate var shortened: JSONValue {
    if case .list(let documents) = self { return .list(documents.map(\.shortened)) }
    guard case .object(var members) = self, case .object(var judgement)? = members["judgement"],
      case .object(let experiment)? = members["experiment"]
    else { return self }
    let kept: Set = ["number", "name", "title", "status", "findings", "failures"]
    members["experiment"] = .object(experiment.filter { kept.contains($0.key) })
    if case .list(let others)? = judgement["others"] {
      // An undecided value, or one that could not be measured, may have changed.
      let unchanged: Set<JSONValue> = ["unchanged", "proven"]
      judgement["others"] = .list(
        others.filter { cell in cell["verdict"].map { !unchanged.contains($0) } ?? true })
    }
    members["judgement"] = .object(judgement)
    return .object(members)
  }
}
