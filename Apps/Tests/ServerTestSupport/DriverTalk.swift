import Foundation
public import TestSupport
import Testing

/// What a driver answers, each step by a line.
public struct DriverTalk {
  /// The driver, and its streams.
  public let conversation: Conversation

  /// Starts a driver and has it prepare a fixture, an object of JSON.
  public init(_ command: [String], fixture: String, in directory: String) throws {
    conversation = try Conversation(command)
    let answer = try ask(
      #"{"request":"prepare","fixture":\#(fixture),"directory":"\#(directory)"}"#)
    try #require(answer["ok"] as? Bool == true, "\(answer)")
  }

  /// Says a line and returns the answer.
  public func ask(_ line: String) throws -> [String: Any] {
    let answer = Data(try conversation.ask(line).utf8)
    return try #require(JSONSerialization.jsonObject(with: answer) as? [String: Any])
  }

  /// Carries out a step, and returns its facts or refusal, and its digest. The arguments are
  /// members of an object of JSON.
  public func step(
    _ verb: String, _ arguments: String, _ repetitions: Int
  ) throws -> (String, String) {
    let answer = try ask(
      #"{"request":"step","verb":"\#(verb)","arguments":{\#(arguments)},"repeat":\#(repetitions)}"#
    )
    let facts = answer["outcome"] as? [String: Any] ?? [:]
    let refusal = (answer["error"] as? [String: Any])?["code"] as? String
    let text = facts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return (refusal ?? text.joined(separator: ", "), answer["digest"] as? String ?? "")
  }
}
