import DriverProtocol
import SystemPackage

/// The conversation with one client: what each of its lines leads to. It starts no process.
///
/// Source: Model Context Protocol, revision 2025-06-18.
struct AgentSession {
  struct Call: Sendable, Equatable {
    let id: JSONValue
    let tool: AgentTool
    /// The words after `rehearse`.
    let words: [String]
    /// The name for news of it; nil if nobody wants any.
    let progressToken: JSONValue?
  }

  enum Effect: Equatable {
    case send(JSONValue)
    case start(Call)
    /// Stops the call with this id, whose reply nobody awaits.
    case cancel(JSONValue)
  }

  static let mostBytes = 1 << 20
  /// The revisions of the protocol, the newest last.
  private static let versions = ["2024-11-05", "2025-03-26", "2025-06-18"]
  /// The only one with several messages in a line.
  private static let versionWithBatches = "2025-03-26"
  private static let mostCalls = 16

  private let folder: FilePath
  private var version: String?
  private var calls: Set<JSONValue> = []

  /// A conversation about the scenarios in a folder.
  init(in folder: FilePath) { self.folder = folder }

  /// The effects of a line without its line feed; nil for a line that is too long.
  mutating func receive(_ line: [UInt8]?) -> [Effect] {
    guard let line else {
      return [refusal(.invalid("A line has more than \(Self.mostBytes) bytes."), to: .null)]
    }
    // Between messages some clients send empty lines.
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return [] }
    do throws(ProtocolError) {
      guard let json = try JSONValue(parsing: line) else {
        return [refusal(.parse("The line is not JSON."), to: .null)]
      }
      guard case .list(let messages) = json else { return receive(json, isAlone: true) }
      return batch(messages)
    } catch {
      return [refusal(.parse("The line is not read: \(error.reason)"), to: .null)]
    }
  }

  /// Records that a call has ended, so that its id is free.
  mutating func end(_ id: JSONValue) { calls.remove(id) }

  private func refusal(_ error: RequestError, to id: JSONValue) -> Effect {
    .send(.reply(error, to: id))
  }

  /// Several messages in a line, whose replies are sent in one, too.
  private mutating func batch(_ messages: [JSONValue]) -> [Effect] {
    guard version == Self.versionWithBatches, !messages.isEmpty else {
      return [refusal(.invalid("Send each message in a line of its own."), to: .null)]
    }
    var (replies, others): ([JSONValue], [Effect]) = ([], [])
    for effect in messages.flatMap({ receive($0, isAlone: false) }) {
      if case .send(let reply) = effect { replies.append(reply) } else { others.append(effect) }
    }
    return others + (replies.isEmpty ? [] : [.send(.list(replies))])
  }

  private mutating func receive(_ json: JSONValue, isAlone: Bool) -> [Effect] {
    do throws(RequestError) {
      switch try ClientMessage(json) {
      case .reply: return []
      case .notification("notifications/cancelled", let params):
        guard let id = params["requestId"], calls.contains(id) else { return [] }
        return [.cancel(id)]
      case .notification: return []
      case .request(let id, let method, let params):
        do throws(RequestError) {
          return [try effect(of: method, params, id: id, isAlone: isAlone)]
        } catch {
          return [refusal(error, to: id)]
        }
      }
    } catch {
      let id = json["id"].flatMap { $0.isIdentifier ? $0 : nil }
      return [refusal(error, to: id ?? .null)]
    }
  }

  private mutating func effect(
    of method: String, _ params: JSONValue, id: JSONValue, isAlone: Bool
  ) throws(RequestError) -> Effect {
    switch method {
    case "ping": return .send(.reply([:], to: id))
    case "initialize": return .send(.reply(try initialize(params), to: id))
    case "tools/list":
      try checkIsInitialized()
      return .send(.reply(["tools": .list(AgentTool.allCases.map(\.definition))], to: id))
    case "tools/call":
      try checkIsInitialized()
      guard isAlone else { throw .invalid("Send each call of a tool in a line of its own.") }
      return .start(try call(params, id: id))
    default: throw .unknown(method)
    }
  }

  private func checkIsInitialized() throws(RequestError) {
    if version == nil { throw .invalid("The first request is 'initialize'.") }
  }

  private mutating func initialize(_ params: JSONValue) throws(RequestError) -> JSONValue {
    guard case .text(let wanted)? = params["protocolVersion"] else {
      throw .parameters("'protocolVersion' is missing, or no text.")
    }
    guard version == nil else { throw .invalid("'initialize' was requested before.") }
    let agreed = Self.versions.contains(wanted) ? wanted : Self.versions.last ?? wanted
    version = agreed
    return [
      "protocolVersion": .text(agreed), "capabilities": ["tools": [:]],
      "serverInfo": ["name": "rehearse", "title": "Rehearse", "version": .text(Version.current)],
      "instructions": .text(Self.instructions),
    ]
  }

  private static let instructions = """
    Rehearse measures what a change costs. 'check' finds regressions, 'judge' decides about attempts to \
    improve, 'explain' names the functions behind a change, 'show' reads what is stored. Calls are carried \
    out one after another. Exit status 0 does not mean that everything was decided: read 'meaning' and 'result'.
    """

  private mutating func call(_ params: JSONValue, id: JSONValue) throws(RequestError) -> Call {
    guard case .text(let name)? = params["name"] else {
      throw .parameters("'name' is missing, or no text.")
    }
    guard let tool = AgentTool(rawValue: name) else {
      let names = AgentTool.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameters("There is no tool '\(name)'; allowed: \(names).")
    }
    let words = try tool.words(for: params["arguments"] ?? [:], in: folder)
    let token = params["_meta"]?["progressToken"]
    if let token, !token.isIdentifier {
      throw .parameters("'progressToken' is neither a text nor a whole number.")
    }
    guard !calls.contains(id) else { throw .invalid("A call with this id is not finished.") }
    guard calls.count < Self.mostCalls else {
      throw .invalid("\(Self.mostCalls) calls are unfinished; allowed: \(Self.mostCalls) at most.")
    }
    calls.insert(id)
    return Call(id: id, tool: tool, words: words, progressToken: token)
  }
}
