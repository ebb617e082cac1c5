import Foundation
import TestSupport
import Testing

/// A conversation with a driver that a kit hosts: how it is asked, and what it answers.
struct KitConversation {
  /// The replies after the one to `prepare`, as JSON.
  let replies: [[String: Any]]
  let errors: String
  let status: Int32?

  /// Has a shell command in a folder answer lines, which are in the file `requests`. Before them comes a fixture that
  /// starts at 5.
  init(
    _ lines: [String], with command: String, environment: [String: String?] = [:],
    in folder: ScratchFolder
  ) throws {
    let first = #"{"request":"prepare","fixture":{"start":5},"directory":"/tmp","new":[{}]}"#
    try folder.add("requests", ([first] + lines).map { $0 + "\n" }.joined())
    let completion = try Completion.of(
      ["/bin/sh", "-c", command], environment: environment, in: folder.path)
    let all = try completion.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    replies = Array(all.dropFirst())
    (errors, status) = (completion.errors, completion.status)
  }
}

/// Tests of drivers that a kit hosts.
protocol KitTests {}

extension KitTests {
  /// A request for a step.
  func step(_ verb: String, _ arguments: String = "{}", times: Int = 1) -> String {
    "{\"request\":\"step\",\"verb\":\"\(verb)\",\"arguments\":\(arguments),\"repeat\":\(times)}"
  }

  /// The code of a refusal.
  func code(_ reply: [String: Any]) -> String? {
    (reply["error"] as? [String: Any])?["code"] as? String
  }
}
